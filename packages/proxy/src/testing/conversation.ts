import { protocolOf } from '../llm/protocols/find-protocol.js';
import type { Entry } from '../llm/protocols/history-entry.js';
import type { Asked } from './mock-protocol.js';

/** One message, call or result, without ids and positions. */
export type Said =
  | { readonly kind: 'user' | 'harness' | 'assistant'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: unknown }
  | { readonly kind: 'result'; readonly result: unknown; readonly isError: boolean };

/** The history that a request carries, in a form that is the same for every protocol. */
export function conversationOf({ path, body }: Pick<Asked, 'path' | 'body'>): readonly Said[] {
  return (protocolOf('POST', path)?.readHistory(body) ?? []).map(saidIn);
}

function saidIn(entry: Entry): Said {
  if (entry.kind === 'call') return { kind: 'call', name: entry.name, args: entry.args };
  if (entry.kind === 'result')
    return { kind: 'result', result: entry.result, isError: entry.isError === true };
  return { kind: entry.kind, text: entry.text };
}
