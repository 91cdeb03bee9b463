import type { HookMemory } from '@rutbreak/adapters/hooks';
import type { CapturedPacket, State, Voice } from '@rutbreak/core';
import type { Gate, Loop, NodeState } from '../api/sessions.js';
import type { Action, Directive, SeverityLevel, StopStatus } from '../api/shapes.js';
import type { StepChange } from '../api/hitl.js';
import type { SessionState } from '../store/store.js';
import type { Amount, Rungs } from '../api/figures.js';
import { type Dag, NO_DAG } from './dag.js';
import type { AgentNote, Handoff } from './agent-note.js';
import type { Claim, Source } from './source.js';

const RECORD_VERSION = 1;

/** What core knows of a session, and by which preset. */
export interface StoredCoreState {
  readonly version: number;
  readonly preset: string;
  readonly state: State;
}

/** A decision that is repeated in every reply until it is cleared. */
export interface StandingAction {
  readonly action: 'block' | 'pause' | 'stop';
  readonly text: string;
  /** Whose decision it was. */
  readonly track: 'steps' | 'events';
  readonly status?: StopStatus;
}

/** A loop of this session. Its evidence is in `voice`. */
export interface StoredLoop extends Omit<Loop, 'evidence'> {
  readonly voice: Voice;
}

/** What one step cost, by its number in core; marked once it counts as wasted. */
export type StepCost = readonly [seq: number, tokens: number, cost: number, isWasted?: 1];

interface Agent {
  readonly id: string;
  readonly type: string;
  readonly model: string;
  readonly cluster: string;
}

/** Steps that are kept because a person has to speak first. */
export interface Hold {
  /** The first of them. */
  readonly from: number;
  readonly count: number;
  /** As stored. */
  readonly bytes?: number;
  readonly changes: Readonly<Record<string, StepChange>>;
  readonly drops: readonly number[];
}

/** One agent of several waits. Once it is let go, what was kept of it may still wait for the session. */
export interface AgentPause {
  readonly by: string;
  readonly at: number;
  readonly reason: string;
  readonly isOver: boolean;
  readonly hold: Hold | null;
}

/** Something that was done about a loop. */
interface Intervention {
  readonly seq: number;
  readonly at: number;
  readonly rung: string;
  readonly category: string | null;
  readonly brief: string;
}

/** All that the gateway knows about a session. Plain JSON, bounded; the store keeps it as one text. */
export interface SessionRecord {
  readonly v: number;
  readonly id: string;
  readonly createdAt: number;
  /** When it was last heard of. */
  readonly seenAt: number;
  readonly nextSeq: number;
  readonly events: number;
  readonly state: SessionState;
  readonly agent: Agent;
  /** One for steps, one for native events. */
  readonly core: Readonly<Partial<Record<'steps' | 'events', StoredCoreState>>>;
  readonly score: number | null;
  readonly severity: SeverityLevel;
  readonly status: 'healthy' | 'suspicious' | 'looping';
  /** What the agent was last told. */
  readonly action: Action;
  readonly standing: StandingAction | null;
  /** Why the last acknowledgement told the agent to stop. */
  readonly stopStatus?: StopStatus;
  /** The last ones, oldest first. Their documents, which lists are read from, are written from these. */
  readonly loops: readonly StoredLoop[];
  /** Loops that are no longer in `loops`. */
  readonly olderLoops?: number;
  readonly paused: { readonly by: string; readonly at: number; readonly reason: string } | null;
  /** Who ended it, where a person did. */
  readonly endedBy: string | null;
  readonly hold: Hold | null;
  readonly gates: readonly Gate[];
  /** For the next acknowledgement. */
  readonly pending: readonly Directive[];
  /** What the last acknowledgement carried, in case it was lost. */
  readonly delivered: readonly Directive[];
  /** Ids of commands that were carried out. */
  readonly commands: readonly string[];
  /** Numbers what people say. */
  readonly said: number;
  /** Of sessions that come through a coding agent's hooks. */
  readonly hook: HookMemory | null;
  /** The last spans, where they come as such. */
  readonly spans?: readonly number[];
  readonly dag: Dag;
  /** Sessions that led to this one. Absent in older records, like what follows. */
  readonly sources?: readonly Source[];
  readonly claim?: Claim | null;
  /** Those who have taken part, the one that was heard last at the end. */
  readonly agents?: readonly AgentNote[];
  /** Steps of one agent that led to steps of another. */
  readonly handoffs?: readonly Handoff[];
  /** Agents that a person has paused while the others go on, and what is kept of them. */
  readonly agentPauses?: Readonly<Record<string, AgentPause>>;
  /** Dead for a while: no longer on the map. */
  readonly isPruned?: boolean;
  /** What was done about it lately. */
  readonly done?: readonly Intervention[];
  /** What the agent was at when something was last done about it. */
  readonly packet?: CapturedPacket | null;
  /** What detectors in shadow have seen. */
  readonly shadows?: readonly string[];
  /** Sums over its loops, also those that are no longer in `loops`. */
  readonly saved?: Amount;
  readonly wasted?: Amount;
  readonly resets?: number;
  readonly refused?: number;
  readonly rungs?: Rungs;
  /** What the last steps cost, for each track. */
  readonly costs?: Readonly<Partial<Record<'steps' | 'events', readonly StepCost[]>>>;
  readonly violatedAt: number | null;
  /** As it was last broadcast. */
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
