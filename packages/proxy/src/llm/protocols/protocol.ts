import type { Channel } from '@rutbreak/core';
import type { Entry } from './history-entry.js';
import type { Json } from '../../json.js';
import type { RequestEditor } from './edit/request-editor.js';

/** What one event of a streamed answer says, whatever the protocol. */
export type Part =
  | { readonly kind: 'delta'; readonly channel: Channel; readonly text: string }
  /** A tool call begins; its arguments follow as deltas. */
  | { readonly kind: 'call'; readonly id: string; readonly name: string }
  | { readonly kind: 'end'; readonly isCut: boolean };

/** What a request says about itself. */
export interface RequestFacts {
  readonly isStream: boolean;
  readonly model: string;
  /** Without a stream the answer is a list of answers: Gemini's other form. */
  readonly isList?: boolean;
  /** The agent's own name for the conversation, where the protocol has a field for it. */
  readonly scope?: string;
  /** The answer that this request goes on from, where the upstream keeps the history. */
  readonly previous?: string;
  /** Whether the stream must end with usage. */
  readonly wantsUsage: boolean;
}

/** How an answer ends. `cut`: a tool call was left half written, and must not be run. */
export type Ending = 'stop' | 'tools' | 'cut';

/**
 * Follows what the client has been sent, and goes on from there in a legal way. Every method but `track` returns bytes to
 * send.
 */
export interface StreamWriter {
  readonly track: (payload: Json) => void;
  readonly text: (text: string) => string;
  readonly call: (id: string, name: string) => string;
  readonly args: (text: string) => string;
  /** Closes everything that is open. Half a tool call is made unusable, and the ending says that it was cut. */
  readonly finish: (ending: Ending) => string;
  /** Ends the stream with an error that the client's library throws. */
  readonly error: (message: string) => string;
  /** The answer as the client has it, where clients refer to answers by their ids. */
  readonly written?: () => Json;
}

/** An answer that the upstream does not know, because we ended or wrote it, and what it answered. */
export interface Forged {
  readonly request: Json;
  readonly answer: Json;
}

/** What an answer brought, for the next request that refers to it. */
export interface Answer {
  readonly id: string;
  readonly entries: readonly Entry[];
}

/** One way of talking to a model. */
export interface Protocol {
  readonly id: 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';
  readonly readRequest: (body: Json, path: string) => RequestFacts;
  /** The list that grows from request to request. */
  readonly historyField: string;
  readonly readHistory: (body: Json) => readonly Entry[];
  /** Takes out or puts in what the upstream would refuse or miss after we interfered; the same body where there is nothing. */
  readonly repair?: (body: Json, forged: (id: string) => Forged | undefined) => Json;
  /** An event of a stream. */
  readonly readEvent: (payload: Json) => readonly Part[];
  /** The whole answer, where an event carries it. */
  readonly readFinal?: (payload: Json) => Answer | undefined;
  /** A whole answer. */
  readonly readAnswer: (body: Json) => Answer;
  readonly newWriter: (facts: RequestFacts) => StreamWriter;
  /** A whole answer that is not streamed. */
  readonly writeAnswer: (text: string, facts: RequestFacts) => Json;
  readonly edit: RequestEditor;
}
