/**
 * What the owner of a tool can say about it.
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
  /** The arguments that make two calls the same call. */
  readonly loopKey?: readonly string[];
  /** Arguments that change from call to call and mean nothing. */
  readonly volatileKeys?: readonly string[];
  /** `false`: calls of this tool are not looked at; `'observe'`: looked at, and never acted on. */
  readonly guard?: boolean | 'observe';
}
