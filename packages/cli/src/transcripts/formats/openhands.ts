import { type Draft, newDraft } from '../draft.js';
import {
  contentText,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  parsed,
  textOf,
  timeOf,
  without,
} from '../fields.js';
import { documentReader, type Reader } from '../reader.js';
import type { Trace } from '../trace.js';

const FREE_TEXT = [
  'thought',
  'summary',
  'security_risk',
  'message',
  'confirmation_state',
  'is_input',
  'hidden',
];
/** Events that are not actions of an agent. */
const NO_CALLS = new Set([
  '',
  'null',
  'system',
  'change_agent_state',
  'recall',
  'finish',
  'message',
  'think',
]);

/** OpenHands before its rewrite: a list of actions and observations, alone or as `history` of a record. */
export const openHands = documentReader('openhands', (value) => listIn(value) !== undefined, readEvents);

function listIn(value: unknown): readonly unknown[] | undefined {
  const list = Array.isArray(value) ? (value as unknown[]) : listOf(fieldsOf(value)['history']);
  return list.slice(0, 5).some(isEvent) ? list : undefined;
}

function isEvent(value: unknown): boolean {
  return (
    isFields(value) && typeof value['source'] === 'string' && ('action' in value || 'observation' in value)
  );
}

function readEvents(value: unknown, name: string): readonly Trace[] {
  const draft = newDraft({ id: textOf(fieldsOf(value)['instance_id']) || name, agent: 'openhands' });
  for (const event of (listIn(value) ?? []).map(fieldsOf)) {
    if ('observation' in event) takeObservation(draft, event);
    else takeAction(draft, event);
  }
  return draft.isEmpty() ? [] : [draft.finish()];
}

function takeAction(draft: Draft, event: Fields): void {
  const at = timeOf(event['timestamp']);
  const args = fieldsOf(event['args']);
  const action = textOf(event['action']);
  const said = textOf(args['content']) || textOf(args['thought']);
  if (event['source'] === 'user') draft.turn('user', 'prompt', { at, text: said });
  else draft.message(said, { at });
  if (NO_CALLS.has(action) || event['source'] !== 'agent') return;
  const { function_name: tool, model_response: response } = fieldsOf(event['tool_call_metadata']);
  const answer = textOf(fieldsOf(response)['id']);
  const facts = { at, ...(answer !== '' && { answer }) };
  draft.call(String(event['id']), textOf(tool) || action, without(args, FREE_TEXT), facts);
}

function takeObservation(draft: Draft, event: Fields): void {
  const exit = numberOf(fieldsOf(fieldsOf(event['extras'])['metadata'])['exit_code']) ?? 0;
  // -1: still running.
  const isError = event['observation'] === 'error' || exit > 0;
  draft.result(String(event['cause']), event['content'], { isError });
}

const KINDS =
  /^(SystemPrompt|Message|Action|Observation|AgentError|ConversationStateUpdate|Condensation|Pause)/;

/** OpenHands' SDK: `events.jsonl`, one event per line. */
export const openHandsSdk: Reader = {
  format: 'openhands-sdk',
  knows: (value) =>
    isFields(value) && typeof value['source'] === 'string' && KINDS.test(textOf(value['kind'])),
  open: (name) => {
    const draft = newDraft({ id: name, agent: 'openhands' });
    return {
      add(value) {
        takeSdkEvent(draft, fieldsOf(value));
        return [];
      },
      end: () => (draft.isEmpty() ? [] : [draft.finish()]),
    };
  },
};

function takeSdkEvent(draft: Draft, event: Fields): void {
  const at = timeOf(event['timestamp']);
  const id = textOf(event['tool_call_id']);
  switch (event['kind']) {
    case 'MessageEvent': {
      const { role, content } = fieldsOf(event['llm_message']);
      if (role === 'assistant') draft.message(contentText(content), { at });
      else draft.turn('user', 'prompt', { at, text: contentText(content) });
      break;
    }
    case 'ActionEvent': {
      const answer = textOf(event['llm_response_id']);
      draft.reasoning(textOf(event['reasoning_content']), { at });
      draft.message(contentText(event['thought']), { at });
      const args = parsed(fieldsOf(event['tool_call'])['arguments']) ?? event['action'];
      draft.call(id, textOf(event['tool_name']), without(args, FREE_TEXT), {
        at,
        ...(answer !== '' && { answer }),
      });
      break;
    }
    case 'ObservationEvent': {
      const observation = fieldsOf(event['observation']);
      const isError = observation['is_error'] === true || (numberOf(observation['exit_code']) ?? 0) > 0;
      draft.result(id, contentText(observation['content']) || observation['output'], { isError });
      break;
    }
    case 'AgentErrorEvent':
      draft.result(id, event['error'], { isError: true });
      break;
    case 'Condensation':
      draft.turn('harness', 'compaction', { at });
      break;
  }
}
