import { type Draft, newDraft } from '../draft.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  parsed,
  textOf,
  timeOf,
  withoutPurpose,
} from '../fields.js';
import { NOT_UNDERSTOOD, type Reader } from '../reader.js';
import type { Trace } from '../trace.js';
import { applyChange, isChange } from './vscode-log.js';

/**
 * `workspaceStorage/<workspace>/chatSessions/<session>` of VS Code: `.json` is a whole session, `.jsonl` a session and then
 * its changes.
 */
export const vscode: Reader = {
  format: 'vscode',
  knows: (value) => isSession(value) || isWhole(value),
  open: () => {
    let session: unknown;
    return {
      add(value) {
        if (isSession(value)) return traceOf(fieldsOf(value));
        if (isWhole(value)) session = fieldsOf(value)['v'];
        else if (session === undefined || !isChange(value) || !applyChange(session, value))
          return NOT_UNDERSTOOD;
        return [];
      },
      end: () => traceOf(fieldsOf(session)),
    };
  },
};

function isSession(value: unknown): boolean {
  const { sessionId, requests } = fieldsOf(value);
  return typeof sessionId === 'string' && Array.isArray(requests);
}

function isWhole(value: unknown): boolean {
  const { kind, v } = fieldsOf(value);
  return kind === 0 && isSession(v);
}

function traceOf(session: Fields): readonly Trace[] {
  const draft = newDraft({ id: textOf(session['sessionId']), agent: 'vscode' });
  for (const request of listOf(session['requests']).map(fieldsOf)) takeRequest(draft, request);
  return draft.isEmpty() ? [] : [draft.finish()];
}

function takeRequest(draft: Draft, request: Fields): void {
  const at = timeOf(request['timestamp']);
  draft.turn('user', 'prompt', { at, text: textOf(fieldsOf(request['message'])['text']) });
  const metadata = fieldsOf(fieldsOf(request['result'])['metadata']);
  const rounds = listOf(metadata['toolCallRounds']).map(fieldsOf);
  const results = fieldsOf(metadata['toolCallResults']);
  const name = textOf(request['requestId']);
  rounds.forEach((round, i) => {
    takeRound(draft, round, results, { at: timeOf(round['timestamp']) ?? at, answer: `${name} ${i}` });
  });
  if (rounds.length === 0) takeShown(draft, listOf(request['response']).map(fieldsOf), { at });
}

function takeRound(
  draft: Draft,
  round: Fields,
  results: Fields,
  facts: { readonly at: number | undefined; readonly answer: string },
): void {
  draft.message(textOf(round['response']), facts);
  for (const call of listOf(round['toolCalls']).map(fieldsOf)) {
    const id = textOf(call['id']);
    draft.call(id, textOf(call['name']), withoutPurpose('vscode', parsed(call['arguments'])), facts);
    if (!isFields(results[id])) continue;
    const text = textIn(results[id]['content']);
    draft.result(id, text, { isError: FAILED.test(text) });
  }
}

/** The beginning of a result if the tool itself failed. */
const FAILED = /^ERROR while calling tool: /;

/** The texts of a result: plain, or the leaves of a tree that VS Code renders. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join('\n');
  if (!isFields(value)) return '';
  const { text, value: inner, node, children } = value;
  return [text, inner, node, children].map(textIn).filter(Boolean).join('\n');
}

/** A request that has not ended has no rounds, only what its user saw: calls without arguments and results. */
function takeShown(draft: Draft, parts: readonly Fields[], facts: { readonly at: number | undefined }): void {
  for (const part of parts) {
    if (part['kind'] === 'toolInvocationSerialized') {
      const { toolCallId, toolId, invocationMessage, toolSpecificData } = part;
      const command = fieldsOf(fieldsOf(toolSpecificData)['commandLine'])['original'];
      const args = typeof command === 'string' ? { command } : { shown: textIn(invocationMessage) };
      draft.call(textOf(toolCallId), textOf(toolId), args, facts);
    } else if (part['kind'] === undefined) draft.message(textIn(part['value']), facts);
  }
}
