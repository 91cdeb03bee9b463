/**
 * What kind of loop it is.
 *
 * @example
 * ```ts
 * import { CATEGORIES } from '@rutbreak/core';
 * CATEGORIES.length; // => 15
 * ```
 */
export const CATEGORIES = [
  'TOOL_REPETITION',
  'TOOL_PING_PONG',
  'TOOL_PARAMETER_DRIFT',
  'OUTPUT_VERBATIM',
  'OUTPUT_PARAPHRASE',
  'OUTPUT_STRUCTURAL',
  'STATE_OSCILLATION',
  'STATE_REGRESSION',
  'GOAL_DRIFT',
  'ERROR_REPETITION',
  'ERROR_WHACK_A_MOLE',
  'FIX_REPETITION',
  'TOKEN_REPETITION',
  'PHRASE_LOOP',
  'STRUCTURAL_LOOP',
] as const;

/**
 * The kind of a loop.
 *
 * @example
 * ```ts
 * import { type Category } from '@rutbreak/core';
 * const category: Category = 'TOOL_PING_PONG';
 * category; // => 'TOOL_PING_PONG'
 * ```
 */
export type Category = (typeof CATEGORIES)[number];
