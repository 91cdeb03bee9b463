import type { Protocol } from './protocol.js';
import { anthropic } from './anthropic.js';
import { gemini } from './gemini.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';

const ROUTES: readonly (readonly [path: RegExp, protocol: Protocol])[] = [
  [/\/chat\/completions$/, openaiChat],
  [/\/responses$/, openaiResponses],
  [/\/models\/[^/]+:(?:streamG|g)enerateContent$/, gemini],
  // Not /v1/threads/…/messages, nor /v1/messages/count_tokens.
  [/\/v1\/messages$/, anthropic],
];

/** The protocol of a request; `undefined` for requests that the proxy only forwards. */
export function protocolOf(method: string | undefined, target: string | undefined): Protocol | undefined {
  if (method !== 'POST' || target === undefined) return undefined;
  const path = target.split('?', 1)[0] ?? '';
  return ROUTES.find(([pattern]) => pattern.test(path))?.[1];
}
