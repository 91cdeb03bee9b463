import type { Topic, TopicBody } from '../api/stream.js';
import type { Broadcast } from '../store/store.js';
import type { Webhook } from './registry.js';

type Json = Readonly<Record<string, unknown>>;

/** A broadcast, or a test delivery, which has no topic of the stream. */
type Entry = Omit<Broadcast, 'topic'> & { readonly topic: Broadcast['topic'] | 'test' };

/** The body of one delivery, in the receiver's format. */
export function bodyOf({ template, routingKey }: Webhook, id: string, entry: Entry): string {
  switch (template) {
    case 'slack':
      return JSON.stringify({ text: sentenceOf(entry) });
    case 'pagerduty':
      return JSON.stringify(pagerDutyEvent(entry, routingKey ?? ''));
    default:
      return plainBody(id, entry);
  }
}

function plainBody(id: string, { topic, at, session, body }: Entry): string {
  const head = JSON.stringify({
    id,
    type: topic,
    timestamp: new Date(at).toISOString(),
    session_id: session,
  });
  return `${head.slice(0, -1)},"data":${body}}`;
}

/** An event that no topic has does not compile. */
type EventType = Extract<TopicBody<Topic>, { readonly event_type: string }>['event_type'] | 'test';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One sentence for people. */
function sentenceOf({ topic, session, body }: Entry): string {
  const data = JSON.parse(body) as Json;
  const about = session === '' ? 'Rutbreak' : `Rutbreak, session ${session}`;
  const rung = text(data['rung']);
  const brief = text(data['brief']) || text(data['category']);
  switch (data['event_type'] as EventType) {
    case 'intervention':
      return `${about}: ${rung} because of a loop: ${brief}${data['needs_person'] === true ? ' A person has to decide.' : ''}`;
    case 'loop':
      return `${about}: loop found: ${brief}`;
    case 'recovery':
      return `${about}: ${data['outcome'] === 'successful' ? 'the agent is moving again' : 'the loop is back'}`;
    case 'entropy_alert':
      return `${about}: the last steps repeat (score ${String(data['entropy_score'])})`;
    case 'test':
      return `${about}: ${text(data['message'])}`;
    default:
      return `${about}: ${text(data['event_type']) || topic}`;
  }
}

/** Events API v2: a recovery resolves the incident that the loop's session opened. */
function pagerDutyEvent(entry: Entry, routing_key: string): Json {
  const data = JSON.parse(entry.body) as Json;
  const isResolved = data['event_type'] === 'recovery' && data['outcome'] === 'successful';
  const isUrgent = data['needs_person'] === true || data['rung'] === 'stop';
  return {
    ...{ routing_key, event_action: isResolved ? 'resolve' : 'trigger' },
    dedup_key: `rutbreak ${entry.session}`,
    payload: {
      summary: sentenceOf(entry).slice(0, 1024),
      source: entry.session === '' ? 'rutbreak' : entry.session,
      severity: data['event_type'] === 'test' ? 'info' : isUrgent ? 'error' : 'warning',
      timestamp: new Date(entry.at).toISOString(),
      component: 'rutbreak',
      class: entry.topic,
    },
  };
}
