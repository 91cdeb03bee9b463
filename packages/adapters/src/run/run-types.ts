import type { Channel } from '@rutbreak/core/edge';
import type { Stop } from './stop.js';

export interface Call {
  readonly tool: string;
  readonly args: unknown;
}

export interface Outcome {
  readonly result: unknown;
  readonly isError?: boolean;
}

/** The call may run, or this is its result. */
export type Passage = { readonly kind: 'run' } | { readonly kind: 'veto'; readonly text: string };

/** The messages for the model, or that the model is not asked. */
export type Request<M> =
  { readonly kind: 'go'; readonly messages: readonly M[] } | { readonly kind: 'stop'; readonly stop: Stop };

/** One agent run: a session of core, and the state needed to carry out its decisions. */
export interface Run<M> {
  readonly id: string;
  /** Why the guard ended the run, if it did. */
  readonly stopped: () => Stop | undefined;
  /** Call this before each request to the model. */
  readonly request: (given: readonly M[]) => Promise<Request<M>>;
  /** Handles a piece of the answer; returns whether the answer should end here. */
  readonly delta: (text: string, channel: Channel) => boolean;
  /** Call this when the answer is complete. */
  readonly answered: (text: string, tokens?: number) => void;
  /** Returns a promise only while a person is asked. */
  readonly before: (call: Call) => Passage | Promise<Passage>;
  readonly after: (call: Call, outcome: Outcome) => void;
  /** Takes the texts for the next request, for frameworks in which the guard cannot edit the request. */
  readonly takeTexts: () => string;
}
