import type { Category, EventKind } from '@rutbreak/core';

/** The event that carries the evidence for a category. */
function eventOf(category: Category): EventKind {
  if (category.startsWith('OUTPUT_')) return 'message';
  return /^(?:TOKEN_REPETITION|PHRASE_LOOP|STRUCTURAL_LOOP)$/.test(category) ? 'delta' : 'call';
}

/** MCP carries calls and their results, but not the model's texts. */
export function isSeenByMcp(category: Category): boolean {
  return eventOf(category) === 'call';
}

/** A row of the table in docs/doors-proxies.md. `categories-live.test.ts` plays each live cell. */
export function categoryRow(category: Category): string {
  const mcp = isSeenByMcp(category) ? 'live' : `never sees \`${eventOf(category)}\``;
  return `| \`${category}\` | ${mcp} | live |`;
}
