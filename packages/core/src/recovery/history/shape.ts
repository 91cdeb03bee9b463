/** The protocols whose histories we can edit. */
export const HISTORY_SHAPES = ['openai-chat', 'openai-responses', 'anthropic', 'ai-sdk'] as const;

export type HistoryShape = (typeof HISTORY_SHAPES)[number];
