import { withoutNarration } from '@rutbreak/adapters/hooks';
import { type Draft, newDraft } from '../draft.js';
import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf, timeOf } from '../fields.js';
import { documentReader } from '../reader.js';
import type { Trace } from '../trace.js';

/** The output of `opencode export`. */
export const opencode = documentReader(
  'opencode',
  (value) =>
    isFields(value) &&
    isFields(value['info']) &&
    Array.isArray(value['messages']) &&
    (value['messages'].length === 0 || Array.isArray(fieldsOf(value['messages'][0])['parts'])),
  readSession,
);

/** The same form comes out of its database. */
export function readSession(session: Fields, name: string): readonly Trace[] {
  const draft = newDraft({ id: textOf(fieldsOf(session['info'])['id']) || name, agent: 'opencode' });
  for (const message of listOf(session['messages']).map(fieldsOf)) {
    takeMessage(draft, fieldsOf(message['info']), listOf(message['parts']).map(fieldsOf));
  }
  return draft.isEmpty() ? [] : [draft.finish()];
}

function takeMessage(draft: Draft, info: Fields, parts: readonly Fields[]): void {
  const at = timeOf(fieldsOf(info['time'])['created']);
  if (info['role'] === 'user') {
    const text = parts.map((part) => textOf(part['text'])).join('\n');
    draft.turn('user', 'prompt', { at, text });
    return;
  }
  const answer = textOf(info['id']);
  for (const part of parts) takePart(draft, part, { at, answer });
  const tokens = fieldsOf(info['tokens']);
  const output = numberOf(tokens['output']);
  if (output === undefined) return;
  const cached = numberOf(fieldsOf(tokens['cache'])['read']) ?? 0;
  const model = textOf(info['modelID']) || textOf(fieldsOf(info['model'])['modelID']);
  draft.usage(answer, {
    ...(model !== '' && { model }),
    input: (numberOf(tokens['input']) ?? 0) + cached,
    cached,
    output,
  });
}

function takePart(draft: Draft, part: Fields, facts: { at: number | undefined; answer: string }): void {
  if (part['type'] === 'text') draft.message(textOf(part['text']), facts);
  else if (part['type'] === 'reasoning') draft.reasoning(textOf(part['text']), facts);
  else if (part['type'] === 'tool') {
    const state = fieldsOf(part['state']);
    const at = timeOf(fieldsOf(state['time'])['start']) ?? facts.at;
    const isBroken = state['status'] === 'error';
    const isDone = isBroken || state['status'] === 'completed';
    const tool = textOf(part['tool']);
    const args = withoutNarration(state['input']);
    if (!isDone) draft.call(textOf(part['callID']), tool, args, { ...facts, at });
    else {
      const isError = isBroken || (numberOf(fieldsOf(state['metadata'])['exit']) ?? 0) !== 0;
      draft.done(tool, args, state[isBroken ? 'error' : 'output'], { ...facts, at, isError });
    }
  } else if (!OTHER_PARTS.has(textOf(part['type']))) draft.unknown();
}

/** Parts that record nothing the agent did. */
const OTHER_PARTS = new Set(
  'file agent snapshot patch subtask retry compaction step-start step-finish'.split(' '),
);
