/** One thing that was said or done in the history that a request carries. `at` finds it in the request again. */
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
      /** Where the protocol tells it with the result. */
      readonly name?: string;
      readonly result: unknown;
      readonly isError?: boolean;
      readonly at: Place;
    };

/** Message and, inside it, part. */
export type Place = readonly [message: number, part: number];
