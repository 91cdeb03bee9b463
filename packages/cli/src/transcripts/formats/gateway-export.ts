import { type Fields, fieldsOf, isFields, listOf, textOf } from '../fields.js';
import { documentReader } from '../reader.js';
import type { Label, Trace } from '../trace.js';

/** A session as a gateway exports it, from its page or with `GET /v1/sessions/ID/export`. */
export const gatewayExport = documentReader(
  'rutbreak-session',
  (value) => isFields(value) && value['format'] === 'rutbreak-session' && Array.isArray(value['events']),
  readExport,
);

function readExport({ session, events, loops }: Fields, name: string): readonly Trace[] {
  const { id, agent_id: agent, model } = fieldsOf(session);
  const label = labelOf(listOf(loops).map((loop) => textOf(fieldsOf(loop)['feedback'])));
  return [
    {
      id: textOf(id) || name,
      ...(textOf(agent) !== '' && { agent: textOf(agent) }),
      ...(textOf(model) !== '' && { model: textOf(model) }),
      ...(label && { label }),
      // DecisionLogs are no events, and of a refused event only the number is known.
      events: listOf(events)
        .map((event) => fieldsOf(event)['body'])
        .filter((body) => textOf(fieldsOf(body)['kind']) !== ''),
    },
  ];
}

/** What people said about its loops: it looped if one of them was right. */
function labelOf(feedback: readonly string[]): Label | undefined {
  if (feedback.includes('correct')) return { expect: 'loop' };
  return feedback.includes('false-positive') ? { expect: 'no_loop' } : undefined;
}
