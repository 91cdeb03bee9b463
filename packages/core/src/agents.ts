import type { Engine } from './configure.js';
import type { Decision, StepResult, State } from './decision.js';
import { rungAtLeast } from './escalation/ladder.js';
import type { AgentEvent, EventKind } from './event/event.js';

/** With more agents than this in one session, the least recently active one loses its state. */
const MAX_AGENTS = 8;
/** The calls of an agent are also judged alone. All messages form one conversation. */
const OWN: ReadonlySet<EventKind> = new Set(['attempt', 'call', 'edit', 'error', 'step']);

type Advance = (state: State, event: AgentEvent, engine: Engine) => StepResult;

/**
 * A session with several agents is judged twice: as a whole, which shows agents that hand work round and
 * round, and agent by agent, so that the progress of one does not hide the loop of another.
 */
export function withAgents(
  before: State,
  event: AgentEvent,
  whole: StepResult,
  fresh: State,
  engine: Engine,
  advance: Advance,
): StepResult {
  const isUnnamed = event.agent === undefined && before.agent === undefined;
  if (isUnnamed || event.kind === 'reset' || !engine.observation.hasFeatures) return whole;
  const { agent = before.agent } = event;
  const agents = before.agents ?? [];
  const isSecond = before.agent !== undefined && agent !== before.agent;
  const isOne = agents.length === 0 && !isSecond;
  if (isOne || agent === undefined) return { ...whole, state: named(whole.state, agent, agents) };
  if (event.kind === 'turn')
    return {
      ...whole,
      state: named(
        whole.state,
        agent,
        agents.map((one) => hear(one, event, engine, advance)),
      ),
    };
  if (!OWN.has(event.kind)) return { ...whole, state: named(whole.state, agent, agents) };
  const known = agents.find((one) => one.agent === agent) ?? fresh;
  const { seq } = before.session;
  const own = advance({ ...known, session: { ...known.session, seq } }, event, engine);
  const kept = [...agents.filter((one) => one.agent !== agent), { ...own.state, agent, control: null }];
  const state = named(whole.state, agent, kept.slice(-MAX_AGENTS));
  return { state, decision: harder(whole.decision, own.decision) };
}

function named(state: State, agent: string | undefined, agents: readonly State[]): State {
  if (agent === undefined) return state;
  return agents.length === 0 ? { ...state, agent } : { ...state, agent, agents };
}

/** A turn concerns every agent. */
function hear(one: State, event: AgentEvent, engine: Engine, advance: Advance): State {
  const { agent } = one;
  const { state } = advance(one, event, engine);
  return { ...state, ...(agent !== undefined && { agent }), control: null };
}

/** The decision about the whole session wins unless the decision about the agent is harder. */
function harder(whole: Decision, own: Decision): Decision {
  if (whole.kind === 'refused' || own.kind !== 'act') return whole;
  if (whole.kind !== 'act') return own;
  return rungAtLeast(whole.rung, own.rung) ? whole : own;
}
