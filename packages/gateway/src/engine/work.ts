import type { StoredEvent } from '../api/sessions.js';
import type { Draft } from './draft.js';

/**
 * Everything that can happen to a session: by kind, its input and its reply. Each room adds its own kinds by extending this
 * interface, so the engine knows none of them.
 * @public
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Other modules extend it.
export interface Works {}

export type WorkKind = keyof Works;
type Part<K extends WorkKind, P extends 'input' | 'reply'> =
  Works[K] extends Readonly<Record<P, infer T>> ? T : never;
export type Input<K extends WorkKind> = Part<K, 'input'>;
/** Undefined: there is no such session, and this kind of work does not create one. */
export type Reply<K extends WorkKind> = Part<K, 'reply'> | undefined;

interface WorkHandler<K extends WorkKind> {
  /** Creates the session where it is unknown. */
  readonly createsSession?: boolean;
  /** May release held steps, which then have to be read from the store first. */
  readonly needsHeld?: (input: Input<K>) => boolean;
  /** Changes the draft and returns the reply. Must not do anything else; long work pauses in between. */
  readonly run: (
    draft: Draft,
    input: Input<K>,
    held: readonly StoredEvent[],
  ) => Part<K, 'reply'> | Promise<Part<K, 'reply'>>;
}

export type WorkHandlers = { readonly [K in WorkKind]: WorkHandler<K> };

/** Runs after every piece of work: it may broadcast what looks different now. */
export type WorkObserver = (draft: Draft) => void;

/** A handler whose kind is only known at run time. */
export interface AnyHandler {
  readonly createsSession?: boolean;
  readonly needsHeld?: (input: unknown) => boolean;
  readonly run: (draft: Draft, input: unknown, held: readonly StoredEvent[]) => unknown;
}

export function handlerOf(handlers: WorkHandlers, kind: WorkKind): AnyHandler {
  return (handlers as unknown as Readonly<Record<string, AnyHandler>>)[kind] as AnyHandler;
}
