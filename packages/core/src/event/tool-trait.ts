/**
 * What the owner of a tool can declare about it.
 *
 * @example
 * ```ts
 * import { createGuard, type ToolTrait } from '@rutbreak/core';
 * const clock: ToolTrait = { kind: 'read', volatileKeys: ['requestId'] };
 * createGuard({ tools: { clock } }).preset; // => 'default'
 * ```
 */
export interface ToolTrait {
  readonly kind?: 'read' | 'write' | 'send' | 'poll' | 'other';
  /** The arguments that identify a call. */
  readonly loopKey?: readonly string[];
  /** Arguments that change with every call and mean nothing. */
  readonly volatileKeys?: readonly string[];
  /**
   * `false`: calls of this tool are not checked; `'observe'`: they are checked, but never cause an
   * intervention.
   */
  readonly guard?: boolean | 'observe';
}
