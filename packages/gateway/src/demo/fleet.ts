import type { Caption, DemoAgent, DemoStatus } from '../api/demo.js';
import { broadcastOf } from '../api/stream.js';
import { eventAck, eventRequest } from '../ingest/events.js';
import { type IngestParts, takeOne } from '../ingest/intake.js';
import { auditLine } from '../store/change-document.js';
import { playStory, type World } from './agent.js';
import { ROWS } from './stories.js';
import type { Story } from './story.js';

/** Simulated agents that report to the gateway like real ones, until somebody stops them. */
export interface DemoFleet {
  readonly start: (operator: string) => Promise<void>;
  /** Ends every session of the demo. */
  readonly stop: (operator: string) => Promise<void>;
  readonly status: () => DemoStatus;
}

export interface DemoParts extends IngestParts {
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two steps of an agent. */
  readonly paceMs?: number | undefined;
}

const PACE_MS = 700;
const MAX_CAPTIONS = 200;
/** Pause between two stories, in steps. */
const STORY_PAUSE = 8;
/** How long an agent waits for a person, in steps: about three minutes. */
const PATIENCE = 250;
/** Older sessions of a story are deleted. */
const KEPT_ROUNDS = 3;

interface Run {
  readonly name: string;
  readonly startedAt: number;
  readonly agents: Map<string, DemoAgent>;
  isOver: boolean;
  done: Promise<unknown>;
}

export function createDemoFleet(parts: DemoParts): DemoFleet {
  const { store, now, onError } = parts;
  let run: Run | undefined;
  let captions: readonly Caption[] = [];
  let count = 0;
  const note: Note = (caption) => {
    const full = { id: ++count, at: now(), ...caption };
    captions = [full, ...captions].slice(0, MAX_CAPTIONS);
    const told = broadcastOf('demo', full.at, { event_type: 'caption', ...full });
    store.append({ broadcasts: [told], audit: [] }).catch(onError);
  };
  const announce = (event: 'demo_started' | 'demo_stopped', by: string): Promise<void> =>
    tellAll(parts, event, by);
  return {
    async start(operator) {
      if (run) return;
      const own: Run = { ...newRun(now()), done: Promise.resolve() };
      run = own;
      captions = [];
      own.done = Promise.all(ROWS.map((row, i) => playRounds(row, i, own, parts, note)));
      own.done.catch(onError);
      await announce('demo_started', operator);
    },
    async stop(operator) {
      const own = run;
      if (!own) return;
      run = undefined;
      own.isOver = true;
      await own.done;
      await announce('demo_stopped', operator);
    },
    status: () => ({
      ...{ running: run !== undefined, started_at: run?.startedAt ?? null },
      ...{ agents: [...(run?.agents.values() ?? [])], captions: [...captions] },
    }),
  };
}

function tellAll(
  { store, now }: DemoParts,
  event_type: 'demo_started' | 'demo_stopped',
  operator_id: string,
): Promise<void> {
  const told = broadcastOf('demo', now(), { event_type, operator_id, at: now() });
  return store.append({ broadcasts: [told], audit: [auditLine(now(), operator_id, event_type, {})] });
}

function newRun(now: number): Omit<Run, 'done'> {
  const name = Math.floor(now / 1000).toString(36);
  return { name, startedAt: now, agents: new Map(), isOver: false };
}

/** Plays the stories of a row again and again, each time in a new session. */
async function playRounds(
  row: readonly Story[],
  index: number,
  run: Run,
  parts: DemoParts,
  note: Note,
): Promise<void> {
  const rest = pacer(run, parts.paceMs ?? PACE_MS, index);
  await rest(index / ROWS.length);
  for (let round = 1; ; round++)
    for (const story of row) {
      const session = `demo-${run.name}-${story.agent}-${round}`;
      await playStory(story, worldOf(story, session, run, parts, { rest, note })).catch(parts.onError);
      const old = `demo-${run.name}-${story.agent}-${round - KEPT_ROUNDS}`;
      if (round > KEPT_ROUNDS) await forget(parts, old);
      await rest(STORY_PAUSE);
      if (run.isOver) return;
    }
}

async function forget({ engine, store, onError }: DemoParts, session: string): Promise<void> {
  await store.remove(session).catch(onError);
  engine.forget(session);
}

type Rest = (steps?: number) => Promise<void>;
type Note = (caption: Omit<Caption, 'id' | 'at'>) => void;

/** Agents work at slightly different speeds, as real ones do. */
function pacer(run: Run, paceMs: number, index: number): Rest {
  return async (steps = 1) => {
    const until = Date.now() + steps * paceMs * (0.8 + (index % 5) / 10);
    while (!run.isOver && Date.now() < until)
      await new Promise((done) => setTimeout(done, Math.min(50, Math.max(1, until - Date.now()))));
  };
}

function worldOf(
  story: Story,
  session: string,
  run: Run,
  parts: DemoParts,
  { rest, note }: { readonly rest: Rest; readonly note: Note },
): World {
  const agent = { id: story.agent, type: story.team, model: story.model };
  const submit = async (events: readonly unknown[], isEnd: boolean) => {
    const head = { door: 'events' as const, firstSeq: undefined, isGapKnown: false, isEnd, agent };
    return eventAck(await takeOne(parts, 'events', await eventRequest(parts, session, events, head, 0)));
  };
  const about = { session_id: session, agent_id: story.agent, story: story.id };
  return {
    ...{ rest, isOver: () => run.isOver },
    send: (event) => submit([event], false),
    async end() {
      await submit([], true);
    },
    async untilResumed(isHeld) {
      for (let waited = 0; !run.isOver && waited < PATIENCE; waited++) {
        const record = (await parts.engine.read(session))?.record;
        if (!record || record.state === 'ended') return false;
        // The step that a person held counts after the resume, and the guard may act on it: the person's word is newer.
        if (record.state === 'active' && (isHeld || record.standing === null)) return true;
        await rest();
      }
      if (!run.isOver) note({ ...about, kind: 'person', text: `Nobody came: ${story.agent} gives up.` });
      return false;
    },
    caption: (kind, text) => note({ ...about, kind, text }),
    become: (state) =>
      void run.agents.set(story.agent, { ...about, is_loop: story.category !== null, state }),
  };
}
