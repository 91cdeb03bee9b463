/** One message, call or result in the history of a request. `at` is its position in the request. */
export type Entry =
  | { readonly kind: 'user' | 'harness' | 'assistant'; readonly text: string; readonly at: Place }
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly name: string;
      readonly args: unknown;
      readonly at: Place;
    }
  | {
      readonly kind: 'result';
      readonly id: string;
      /** Present if the protocol repeats the name in the result. */
      readonly name?: string;
      readonly result: unknown;
      readonly isError?: boolean;
      readonly at: Place;
    };

/** Index of the message and of the part inside it. */
export type Place = readonly [message: number, part: number];
