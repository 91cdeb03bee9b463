/** The protocols whose histories we can edit. */
export const HISTORY_SHAPES = ['openai-chat', 'openai-responses', 'anthropic', 'ai-sdk'] as const;

/**
 * The protocol that a history is written in.
 *
 * @example
 * ```ts
 * import { type HistoryShape, insertNote } from '@rutbreak/core';
 * const shape: HistoryShape = 'anthropic';
 * insertNote([], shape, 'Try something else.').length; // => 1
 * ```
 */
export type HistoryShape = (typeof HISTORY_SHAPES)[number];
