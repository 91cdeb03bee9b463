import type { HistoryShape } from './shape.js';
import { isRecord } from '../../shared/json.js';

/**
 * One message or item of a history, as its protocol writes it.
 *
 * @example
 * ```ts
 * import { type HistoryMessage, insertNote } from '@rutbreak/core';
 * const history: readonly HistoryMessage[] = [{ role: 'user', content: 'Fix the tests.' }];
 * insertNote(history, 'ai-sdk', 'Try something else.').length; // => 2
 * ```
 */
export type Message = Readonly<Record<string, unknown>>;

export interface CallPart {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
}

export interface ResultPart {
  readonly id: string;
  readonly result: unknown;
  readonly isError: boolean;
}

/** The meaning of a message, independent of its protocol. */
export interface Turn {
  /** `thought` belongs to the next message. */
  readonly role: 'system' | 'user' | 'assistant' | 'results' | 'thought';
  readonly calls: readonly CallPart[];
  readonly results: readonly ResultPart[];
  /** For an assistant: its text. */
  readonly text: string;
  /** Whether it contains something unknown; such messages are never dropped or changed. */
  readonly hasUnknown: boolean;
}

/** The problem with a history, and its message. */
export interface HistoryProblem {
  readonly at: number;
  readonly problem: string;
}

/** How one protocol writes histories. Functions return new messages and change none. */
export interface Dialect {
  readonly shape: HistoryShape;
  /** The message as a turn, or the problem with it. */
  readonly read: (message: Message) => Turn | string;
  /** Whether the results of a call must follow it directly. */
  readonly isStrict: boolean;
  /** Rules beyond "every call has its result". */
  readonly moreProblems?: (history: readonly Message[], turns: readonly Turn[]) => readonly HistoryProblem[];
  /** A message of the user's side with this text. */
  readonly note: (text: string) => Message;
  /** The message with the text after its last result; undefined if there is no place for it. */
  readonly appendToResult: (message: Message, text: string) => Message | undefined;
  /** The message without its results; undefined if nothing else is in it. */
  readonly withoutResults?: (message: Message) => Message | undefined;
  /** Merges two messages of the same side, if the protocol requires alternating sides. */
  readonly join?: (first: Message, second: Message) => Message;
}

export const NO_CALLS: readonly CallPart[] = [];
export const NO_RESULTS: readonly ResultPart[] = [];

/** The list, if its items are records. */
export function recordsOf(value: unknown): readonly Message[] | undefined {
  return Array.isArray(value) && value.every(isRecord) ? value : undefined;
}

/** All texts of a content: the content itself, or its parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = (recordsOf(content) ?? []).map(({ text }) => text);
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** Appends the text, as text or as a separate part; undefined if neither fits. */
export function appendText(content: unknown, text: string, part: Message): unknown {
  if (content === undefined || content === null || content === '') return text;
  if (typeof content === 'string') return `${content}\n\n${text}`;
  return Array.isArray(content) ? [...(content as readonly unknown[]), part] : undefined;
}

/** The parsed arguments: many protocols write them as JSON. */
export function parsedArgs(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}
