import type { StoredEvent } from '../api/sessions.js';
import type { Draft } from './draft.js';

/**
 * The kinds of work on a session, each with its input and reply. Each folder adds its own kinds by extending this
 * interface, so the engine depends on none of them.
 * @public
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Other modules extend it.
export interface Works {}

export type WorkKind = keyof Works;
type Part<K extends WorkKind, P extends 'input' | 'reply'> =
  Works[K] extends Readonly<Record<P, infer T>> ? T : never;
export type Input<K extends WorkKind> = Part<K, 'input'>;
/** Undefined: the session does not exist, and this kind of work does not create one. */
export type Reply<K extends WorkKind> = Part<K, 'reply'> | undefined;

interface WorkHandler<K extends WorkKind> {
  /** Creates the session if it does not exist. */
  readonly createsSession?: boolean;
  /** May release held steps, so the engine reads them from the store first. */
  readonly needsHeld?: (input: Input<K>) => boolean;
  /** Changes the draft and returns the reply, without other side effects. Long work must yield in between. */
  readonly run: (
    draft: Draft,
    input: Input<K>,
    held: readonly StoredEvent[],
  ) => Part<K, 'reply'> | Promise<Part<K, 'reply'>>;
}

export type WorkHandlers = { readonly [K in WorkKind]: WorkHandler<K> };

/** Runs after every unit of work, for example to broadcast changes. */
export type WorkObserver = (draft: Draft) => void;

/** A handler with a kind that is only known at run time. */
export interface AnyHandler {
  readonly createsSession?: boolean;
  readonly needsHeld?: (input: unknown) => boolean;
  readonly run: (draft: Draft, input: unknown, held: readonly StoredEvent[]) => unknown;
}

export function handlerOf(handlers: WorkHandlers, kind: WorkKind): AnyHandler {
  return (handlers as unknown as Readonly<Record<string, AnyHandler>>)[kind] as AnyHandler;
}
