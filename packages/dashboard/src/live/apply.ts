import type { Entry } from '../api/sse.js';
import type { Caption, Loop, SessionSummary, Topic, TopicBody, TopologyNode } from '../contract.js';
import { score } from '../format.js';
import { omit } from '../omit.js';
import {
  addNews,
  type LiveState,
  mergeEdges,
  mergeLoops,
  mergeNode,
  mergeSession,
  newsOf,
  ownOf,
  without,
} from './state.js';
import { isRecord } from '../is-record.js';

/** Typed by the gateway's table of topics: a topic or event that the gateway never sends does not compile. */
type Apply<T extends Topic> = (state: LiveState, body: TopicBody<T>, id: string) => LiveState;

/** The topics of the page, with their handlers. */
const BY_TOPIC: { readonly [T in Topic]?: Apply<T> } = {
  sessions: applySession,
  loops: applyLoop,
  interventions: applyIntervention,
  'gateway:topology': applyTopology,
  'gateway:entropy_alerts': (state, alert) => ({
    ...state,
    alerts: { ...state.alerts, [alert.session_id]: alert },
  }),
  'gateway:violations': (state, { session_id, field, message, at }, id) =>
    addNews(state, { id, kind: 'violation', session: session_id ?? '', at, text: `${field}: ${message}` }),
  'gateway:entropy_discrepancies': applyDiscrepancy,
  'gateway:control': applyControl,
  demo: applyDemo,
};

export const TOPICS = Object.keys(BY_TOPIC) as readonly Topic[];

/** Applies one entry. Unknown entries, for example of a newer gateway, change nothing. */
export function applyEntry(state: LiveState, { id, topic, data }: Entry): LiveState {
  const apply = Object.hasOwn(BY_TOPIC, topic) ? BY_TOPIC[topic as Topic] : undefined;
  const body = apply && readObject(data);
  return apply && body ? (apply as Apply<never>)(state, body as never, id) : state;
}

function applySession(state: LiveState, body: TopicBody<'sessions'>): LiveState {
  if (typeof body.id !== 'string' || typeof body.events !== 'number') return state;
  return { ...state, sessions: mergeSession(state.sessions, omit(body, ['event_type']) as SessionSummary) };
}

/** The agent's own score is wrong. Shown once per session, even if many messages repeat it. */
function applyDiscrepancy(
  state: LiveState,
  { session_id: session, reported_score, entropy_score, at }: TopicBody<'gateway:entropy_discrepancies'>,
  id: string,
): LiveState {
  if (typeof reported_score !== 'number' || typeof entropy_score !== 'number') return state;
  const text = `reports entropy ${score(reported_score)}, computed ${score(entropy_score)}`;
  const news = state.news.filter((one) => one.kind !== 'discrepancy' || one.session !== session);
  const before = ownOf(state.sessions, session);
  const discrepancy = { reported_score, entropy_score, at, count: (before?.discrepancy?.count ?? 0) + 1 };
  const told = addNews({ ...state, news }, { id, kind: 'discrepancy', session, text, at });
  return before ? { ...told, sessions: { ...told.sessions, [session]: { ...before, discrepancy } } } : told;
}

type LoopEvent = TopicBody<'loops'>;
type EventOf<K extends LoopEvent['event_type']> = Extract<LoopEvent, { readonly event_type: K }>;

function applyLoop(state: LiveState, body: LoopEvent, id: string): LiveState {
  switch (body.event_type) {
    case 'recovery':
      return applyRecovery(state, body, id);
    case 'shadow_detection':
      return addNews(state, {
        ...{ id, kind: 'shadow', session: body.session_id, text: shadowText(body), at: body.at },
      });
    case 'loop':
      return applyFound(state, body, id);
    default:
      return state;
  }
}

function applyFound(state: LiveState, body: EventOf<'loop'>, id: string): LiveState {
  if (typeof body.id !== 'string' || typeof body.last_at !== 'number') return state;
  const found = omit(body, ['event_type']) as Loop;
  // A loop is news once; interventions are separate news.
  const isKnown = Object.hasOwn(state.loops, found.id);
  const told = isKnown ? state : addNews(state, newsOf(found, id));
  return { ...told, loops: mergeLoops(told.loops, [found]) };
}

function applyRecovery(state: LiveState, body: EventOf<'recovery'>, id: string): LiveState {
  const { session_id: session, at, outcome, strategy } = body;
  const isRecovered = outcome === 'successful';
  const text = `Moving again after ${strategy || 'help'}`;
  // A failed recovery leads to the next intervention, which is news itself.
  const told = isRecovered ? addNews(state, { id, kind: 'recovery', session, text, at }) : state;
  return { ...told, loops: closeLoop(told.loops, body, isRecovered ? 'recovered' : 'failed') };
}

function shadowText({ detector, count, elements }: EventOf<'shadow_detection'>): string {
  return `${detector}: ${elements[0] ?? ''} ${count}×`;
}

function closeLoop(
  loops: LiveState['loops'],
  { loop }: EventOf<'recovery'>,
  outcome: Loop['outcome'],
): LiveState['loops'] {
  const closed = ownOf(loops, loop);
  if (!closed) return loops;
  const figures = outcome === 'recovered' ? { ...closed.figures, is_going: false } : closed.figures;
  return { ...loops, [closed.id]: { ...closed, outcome, figures } };
}

function applyIntervention(state: LiveState, body: TopicBody<'interventions'>, id: string): LiveState {
  const { session_id: session, rung, brief, at } = body;
  return addNews(state, { id, kind: 'intervention', session, text: `${rung}: ${brief}`, at });
}

function applyTopology(state: LiveState, body: TopicBody<'gateway:topology'>): LiveState {
  switch (body.event_type) {
    case 'node_updated': {
      const { node } = body;
      const alerts =
        node.state === 'alert_entropy' ? state.alerts : without(state.alerts, new Set([node.id]));
      return { ...state, nodes: mergeNode(state.nodes, node), alerts };
    }
    case 'edge_added':
    case 'edge_updated':
      return { ...state, edges: mergeEdges(state.edges, [body.edge]) };
    case 'node_removed': {
      const { node_id: gone } = body;
      const stays = ([id, node]: [string, TopologyNode]): boolean => id !== gone && node.session_id !== gone;
      const nodes = Object.fromEntries(Object.entries(state.nodes).filter(stays));
      const isGone = (id: string): boolean => id === gone || (id in state.nodes && !(id in nodes));
      return { ...state, nodes, edges: state.edges.filter(({ from, to }) => !isGone(from) && !isGone(to)) };
    }
    default:
      return state;
  }
}

function applyControl(state: LiveState, body: TopicBody<'gateway:control'>): LiveState {
  switch (body.event_type) {
    case 'kill_switch_on':
    case 'kill_switch_off': {
      const { active, by, at, reason } = body;
      return { ...state, kill: { active, by, at, reason } };
    }
    case 'config_changed':
      return { ...state, configVersion: state.configVersion + 1 };
    default:
      return state;
  }
}

const MAX_CAPTIONS = 100;

function applyDemo(state: LiveState, body: TopicBody<'demo'>): LiveState {
  const { demo } = state;
  if (!demo) return state;
  if (body.event_type !== 'caption')
    return { ...state, demo: { ...demo, running: body.event_type === 'demo_started' } };
  if (demo.captions.some(({ id }) => id === body.id)) return state;
  const captions = [omit(body, ['event_type']) as Caption, ...demo.captions];
  return { ...state, demo: { ...demo, captions: captions.slice(0, MAX_CAPTIONS) } };
}

function readObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
