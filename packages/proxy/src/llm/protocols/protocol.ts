import type { Channel } from '@rutbreak/core/edge';
import type { Entry } from './history-entry.js';
import type { Json } from '../../shared/json.js';
import type { RequestEditor } from './edit/request-editor.js';

/** The content of one event of a streamed answer, independent of the protocol. */
export type Part =
  | { readonly kind: 'delta'; readonly channel: Channel; readonly text: string }
  /** A tool call begins; its arguments follow as deltas. */
  | { readonly kind: 'call'; readonly id: string; readonly name: string }
  | { readonly kind: 'end'; readonly isCut: boolean };

/** Facts read from a request. */
export interface RequestFacts {
  readonly isStream: boolean;
  readonly model: string;
  /** The client expects a JSON array of answers: Gemini's form without SSE. */
  readonly isList?: boolean;
  /** The agent's own name for the conversation, if the protocol has a field for it. */
  readonly scope?: string;
  /** The id of the stored answer that this request continues, if the upstream keeps the history. */
  readonly previous?: string;
  /** Whether the stream must end with usage figures. */
  readonly wantsUsage: boolean;
}

/** How an answer ends. `cut`: a tool call is incomplete and must not run. */
export type Ending = 'stop' | 'tools' | 'cut';

/**
 * Tracks what the client has received and continues the stream in valid form. Every method except `track` returns bytes
 * to send.
 */
export interface StreamWriter {
  readonly track: (payload: Json) => void;
  readonly text: (text: string) => string;
  readonly call: (id: string, name: string) => string;
  readonly args: (text: string) => string;
  /**
   * Closes everything that is open. An incomplete tool call becomes unusable, and the end reason says that it was cut
   * off.
   */
  readonly finish: (ending: Ending) => string;
  /** Ends the stream with an error that the client's library throws. */
  readonly error: (message: string) => string;
  /** The answer as the client received it, for protocols in which clients refer to answers by id. */
  readonly written?: () => Json;
}

/**
 * An answer that the proxy wrote or cut short, so that the upstream does not know it, and the request that it answered.
 */
export interface LocalAnswer {
  readonly request: Json;
  readonly answer: Json;
}

/** The entries of an answer, for a later request that refers to it. */
export interface Answer {
  readonly id: string;
  readonly entries: readonly Entry[];
}

/** One model API. */
export interface Protocol {
  readonly id: 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';
  readonly readRequest: (body: Json, path: string) => RequestFacts;
  /** The field whose list grows with each request. */
  readonly historyField: string;
  readonly readHistory: (body: Json) => readonly Entry[];
  /**
   * Corrects a body that the upstream would reject or misread after an intervention. Returns the same body if nothing
   * needs correction.
   */
  readonly repair?: (body: Json, localAnswer: (id: string) => LocalAnswer | undefined) => Json;
  /** Reads one event of a stream. */
  readonly readEvent: (payload: Json) => readonly Part[];
  /** Reads the whole answer from the event that contains it. */
  readonly readFinal?: (payload: Json) => Answer | undefined;
  /** Reads a non-streamed answer. */
  readonly readAnswer: (body: Json) => Answer;
  readonly newWriter: (facts: RequestFacts) => StreamWriter;
  /** Writes a non-streamed answer. */
  readonly writeAnswer: (text: string, facts: RequestFacts) => Json;
  readonly edit: RequestEditor;
}
