import type { ActionOutcome } from '../api/events.js';
import type { HookMemory } from '@rutbreak/adapters/hooks';
import type { Finding } from '@rutbreak/core';
import type { CapturedPacket, State } from '@rutbreak/core/edge';
import type { Gate, Loop, NodeState, SessionSummary } from '../api/sessions.js';
import type { Action, Directive, SeverityLevel, StopStatus } from '../api/shapes.js';
import type { StepChange } from '../api/hitl.js';
import type { SessionState } from '../store/store.js';
import type { Amount, Rungs } from '../api/figures.js';
import { type Dag, NO_DAG } from './dag.js';
import type { AgentNote, Handoff } from './agent-note.js';
import type { Claim, Source } from './source.js';

const RECORD_VERSION = 1;

/** Core's state of a session, and the preset that produced it. */
export interface StoredCoreState {
  readonly version: number;
  readonly preset: string;
  readonly state: State;
}

/** A decision that is repeated in every reply until it is cleared. */
export interface StandingAction {
  readonly action: 'block' | 'pause' | 'stop';
  readonly text: string;
  /** The track that made the decision. */
  readonly track: 'steps' | 'events';
  readonly status?: StopStatus;
  /** The identity of its loop in core. Absent in older records. */
  readonly loop?: string;
}

/** A loop of this session. Its evidence is in `voice`. */
export interface StoredLoop extends Omit<Loop, 'evidence'> {
  readonly voice: Finding;
  /** Steps since the last complete repeat, of a loop that takes several. Absent in older records. */
  readonly partial?: number | undefined;
  /** The steps of one repeat, and the distance to the next one, with other steps between them. */
  readonly round?: { readonly steps: number; readonly distance: number };
  /** Which state of core numbered `steps`. Absent in older records. */
  readonly numbering?: string;
  /** Ids that the same loop has under the names of other detectors. */
  readonly names?: readonly string[] | undefined;
  /** Its newest steps, by their numbers in core, whichever detector saw them. */
  readonly steps?: readonly number[];
}

/** The cost of one step, by its number in core, with a mark once it counts as wasted. */
export type StepCost = readonly [seq: number, tokens: number, cost: number, isWasted?: 1];

interface Agent {
  readonly id: string;
  readonly type: string;
  readonly model: string;
  readonly cluster: string;
}

/** Steps that wait for a decision of a person. */
export interface Hold {
  /** The sequence number of the first held step. */
  readonly from: number;
  readonly count: number;
  /** Size of the stored steps. */
  readonly bytes?: number;
  readonly changes: Readonly<Record<string, StepChange>>;
  readonly drops: readonly number[];
}

/** A pause of one agent among several. After it ends, the held steps may still wait for the session. */
export interface AgentPause {
  readonly by: string;
  readonly at: number;
  readonly reason: string;
  readonly isOver: boolean;
  readonly hold: Hold | null;
}

/** An intervention because of a loop. */
export interface Intervention {
  readonly seq: number;
  readonly at: number;
  readonly rung: string;
  readonly category: string | null;
  readonly brief: string;
  /** Absent: once. More: the first of several with the same rung in a row. */
  readonly times?: number;
}

/** Everything that the gateway knows about a session. Plain JSON of bounded size, stored as one text. */
export interface SessionRecord {
  readonly v: number;
  readonly id: string;
  readonly createdAt: number;
  /** Time of the last event. */
  readonly seenAt: number;
  readonly nextSeq: number;
  readonly events: number;
  readonly state: SessionState;
  readonly agent: Agent;
  /** One state for steps, one for native events. */
  readonly core: Readonly<Partial<Record<'steps' | 'events', StoredCoreState>>>;
  /** Core's state is stored apart, as it was before event `from`; `bytes` of events came since. Absent: it is in `core`. */
  readonly checkpoint?: { readonly from: number; readonly bytes: number } | undefined;
  readonly score: number | null;
  readonly severity: SeverityLevel;
  /** The last score of the agent's own that was too far from ours, and how many there were. */
  readonly discrepancy?: SessionSummary['discrepancy'];
  readonly status: 'healthy' | 'suspicious' | 'looping';
  /** The action in the last acknowledgement. */
  readonly action: Action;
  readonly standing: StandingAction | null;
  /** The reason for a stop in the last acknowledgement. */
  readonly stopStatus?: StopStatus;
  /** The most recent loops, oldest first. The documents for lists are written from these. */
  readonly loops: readonly StoredLoop[];
  /** Number of loops that are no longer in `loops`. */
  readonly olderLoops?: number;
  readonly paused: { readonly by: string; readonly at: number; readonly reason: string } | null;
  /** The person who ended the session. */
  readonly endedBy: string | null;
  readonly hold: Hold | null;
  readonly gates: readonly Gate[];
  /** Messages for the next acknowledgement. */
  readonly pending: readonly Directive[];
  /** Messages of the last acknowledgement, in case it was lost. */
  readonly delivered: readonly Directive[];
  /** Ids of recent commands, for idempotency. */
  readonly commands: readonly string[];
  /** Number of messages from people so far. */
  readonly said: number;
  /** State of a coding agent's hooks. */
  readonly hook: HookMemory | null;
  /** Ids of the most recent spans. */
  readonly spans?: readonly number[];
  readonly dag: Dag;
  /** Sessions that led to this one. Older records lack this field and those below. */
  readonly sources?: readonly Source[];
  readonly claim?: Claim | null;
  /** Participating agents, the most recently active one last. */
  readonly agents?: readonly AgentNote[];
  /** Hand-offs and messages from one agent to another, with their counts. */
  readonly handoffs?: readonly Handoff[];
  /** Agents that a person paused while the others continue, with their held steps. */
  readonly agentPauses?: Readonly<Record<string, AgentPause>>;
  /** The node has left the map. */
  readonly isPruned?: boolean;
  /** What became of the actions that presets asked for, the newest last. */
  readonly outcomes?: readonly ActionOutcome[];
  /** Recent interventions. */
  readonly done?: readonly Intervention[];
  /** The event at the last reset. */
  readonly packet?: CapturedPacket | null;
  /** Findings of detectors in shadow mode. */
  readonly shadows?: readonly string[];
  /** Sums over all loops, including those that are no longer in `loops`. */
  readonly saved?: Amount;
  readonly wasted?: Amount;
  readonly resets?: number;
  readonly refused?: number;
  readonly rungs?: Rungs;
  /** Costs of the most recent steps, for each track. */
  readonly costs?: Readonly<Partial<Record<'steps' | 'events', readonly StepCost[]>>>;
  readonly violatedAt: number | null;
  /** The state in the last broadcast. */
  readonly node: NodeState | null;
  readonly cost: number;
  readonly tokens: number;
}

export function newRecord(id: string, at: number): SessionRecord {
  return {
    ...{ v: RECORD_VERSION, id, createdAt: at, seenAt: at, nextSeq: 0, events: 0, state: 'active' },
    ...{ agent: { id: '', type: '', model: '', cluster: '' }, core: {}, score: null, severity: 'NORMAL' },
    ...{
      status: 'healthy',
      action: 'continue',
      standing: null,
      loops: [],
    },
    ...{ paused: null, endedBy: null, hold: null, gates: [], pending: [], delivered: [], commands: [] },
    ...{ said: 0, hook: null, dag: NO_DAG, violatedAt: null, node: null, cost: 0, tokens: 0 },
  };
}
