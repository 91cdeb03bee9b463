import type { Entry } from '../api/sse.js';
import type { Edge, Loop, SessionSummary, TopologyNode } from '../contract.js';
import type { KillState } from '../contract-admin.js';
import { omit } from '../omit.js';
import {
  addNews,
  type Alert,
  type LiveState,
  mergeEdges,
  mergeLoops,
  mergeNode,
  mergeSession,
  newsOf,
  ownOf,
  without,
} from './state.js';

type Body = Readonly<Record<string, unknown>>;
type Apply = (state: LiveState, body: Body, id: string) => LiveState;

/** What the page listens to. */
const BY_TOPIC: Readonly<Record<string, Apply>> = {
  sessions: applySession,
  loops: applyLoop,
  interventions: applyIntervention,
  'gateway:topology': applyTopology,
  'gateway:entropy_alerts': (state, body) => {
    const alert = body as unknown as Alert;
    return { ...state, alerts: { ...state.alerts, [alert.session_id]: alert } };
  },
  'gateway:violations': (state, body, id) =>
    addNews(state, {
      ...{ id, kind: 'violation', session: textOf(body['session_id']), at: Number(body['at']) },
      text: `${textOf(body['field'])}: ${textOf(body['message'])}`,
    }),
  'gateway:control': applyControl,
};

export const TOPICS: readonly string[] = Object.keys(BY_TOPIC);

/** One entry of the stream later. What is not understood changes nothing: an older page may meet a newer gateway. */
export function applyEntry(state: LiveState, { id, topic, data }: Entry): LiveState {
  const apply = Object.hasOwn(BY_TOPIC, topic) ? BY_TOPIC[topic] : undefined;
  const body = apply && readObject(data);
  return apply && body ? apply(state, body, id) : state;
}

function applySession(state: LiveState, body: Body): LiveState {
  const session = (isObject(body['session']) ? body['session'] : body) as unknown as Partial<SessionSummary>;
  const id = session.id ?? body['session_id'];
  if (typeof id !== 'string') return state;
  if (body['event_type'] === 'session_deleted' || body['event_type'] === 'deleted')
    return { ...state, sessions: without(state.sessions, id), nodes: without(state.nodes, id) };
  return typeof session.events === 'number'
    ? { ...state, sessions: mergeSession(state.sessions, session as SessionSummary) }
    : state;
}

function applyLoop(state: LiveState, body: Body, id: string): LiveState {
  const session = textOf(body['session_id']);
  if (body['event_type'] === 'recovery') {
    const isRecovered = body['outcome'] === 'successful';
    const text = `Moving again after ${textOf(body['strategy']) || 'help'}`;
    const at =
      typeof body['at'] === 'number' ? body['at'] : (ownOf(state.sessions, session)?.updated_at ?? 0);
    // What did not help is told by what is done next.
    const told = isRecovered ? addNews(state, { id, kind: 'recovery', session, text, at }) : state;
    return { ...told, loops: closeLoop(told.loops, body, isRecovered ? 'recovered' : 'failed') };
  }
  if (body['event_type'] === 'shadow_detection')
    return addNews(state, { id, kind: 'shadow', session, text: shadowText(body), at: Number(body['at']) });
  if (typeof body['id'] !== 'string' || typeof body['last_at'] !== 'number') return state;
  const found = omit(body, ['event_type']) as unknown as Loop;
  // A loop is news once; what is done about it afterwards is told as interventions.
  const isKnown = Object.hasOwn(state.loops, found.id);
  const told = isKnown ? state : addNews(state, newsOf(found, id));
  return { ...told, loops: mergeLoops(told.loops, [found]) };
}

/** What a detector in shadow would have said. */
function shadowText({ detector, count, elements }: Body): string {
  const [what] = Array.isArray(elements) ? (elements as unknown[]) : [];
  return `${textOf(detector)}: ${textOf(what)} ${typeof count === 'number' ? count : ''}×`;
}

/** The loop that the gateway names; of one that names none, the newest of the session is meant. */
function closeLoop(loops: LiveState['loops'], body: Body, outcome: Loop['outcome']): LiveState['loops'] {
  const mine = Object.values(loops).filter(({ session_id }) => session_id === body['session_id']);
  const closed =
    mine.find(({ id }) => id === body['loop']) ?? mine.toSorted((a, b) => b.last_at - a.last_at)[0];
  return closed ? { ...loops, [closed.id]: { ...closed, outcome } } : loops;
}

function applyIntervention(state: LiveState, body: Body, id: string): LiveState {
  const text = `${textOf(body['rung'])}: ${textOf(body['brief'])}`;
  const session = textOf(body['session_id']);
  return addNews(state, { id, kind: 'intervention', session, text, at: Number(body['at']) });
}

function applyTopology(state: LiveState, body: Body): LiveState {
  const node = body['node'] as TopologyNode | undefined;
  const edge = body['edge'] as Edge | undefined;
  if (body['event_type'] === 'cycle_refused') return state;
  const gone = node?.id ?? textOf(body['node_id']);
  if (body['event_type'] === 'node_removed' && gone !== '')
    return {
      ...state,
      nodes: without(state.nodes, gone),
      edges: state.edges.filter(({ from, to }) => from !== gone && to !== gone),
    };
  const nodes = node ? mergeNode(state.nodes, node) : state.nodes;
  const edges = edge ? mergeEdges(state.edges, [edge]) : state.edges;
  const alerts = node && node.state !== 'alert_entropy' ? without(state.alerts, node.id) : state.alerts;
  return { ...state, nodes, edges, alerts };
}

function applyControl(state: LiveState, body: Body): LiveState {
  if (typeof body['active'] === 'boolean') {
    const { active, by, at, reason } = body as unknown as Partial<KillState> & { readonly active: boolean };
    return { ...state, kill: { active, by: by ?? null, at: at ?? null, reason: reason ?? null } };
  }
  return { ...state, configVersion: state.configVersion + 1 };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readObject(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
