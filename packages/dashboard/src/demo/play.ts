import { useSyncExternalStore } from 'react';
import { api } from '../api/client.js';
import { problemText } from '../parts/ask.js';
import { type Character, type Order, runAgent, work, type World } from './agent.js';
import { pause, untilResumed } from './resume.js';
import { roleOf } from './cast.js';
import { type DemoTrace, loadTraces } from './traces.js';
import { stepAgents } from './steps.js';

export interface Demo {
  readonly isPlaying: boolean;
  readonly running: number;
  readonly problem: string;
}

const PACE_MS = 700;
const MODELS = ['atlas-large', 'atlas-small', 'heron-2'];
const LONGEST_MS = 5 * 60_000;
/** So that the fleet is still there while somebody looks around. */
const MORE_WORK = 50;

let demo: Demo = { isPlaying: false, running: 0, problem: '' };
let round = 0;
const listeners = new Set<() => void>();

function set(next: Partial<Demo>): void {
  demo = { ...demo, ...next };
  for (const tell of listeners) tell();
}

export function useDemo(): Demo {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => demo,
  );
}

export function stopDemo(): void {
  round++;
  set({ isPlaying: false, running: 0 });
}

/** Simulated agents through the real interface: what a newcomer sees is what their own agents will look like. */
export async function playDemo(): Promise<void> {
  const own = ++round;
  const until = Date.now() + LONGEST_MS;
  const isOver = (): boolean => own !== round || Date.now() > until;
  set({ isPlaying: true, running: 0, problem: '' });
  const run = Math.floor(Date.now() / 1000).toString(36);
  try {
    const traces = await loadTraces();
    // The team first: one of it is the loop that waits for the newcomer.
    const agents = [
      ...stepAgents(run, isOver),
      ...traces.map((trace, i) => () => playTrace(trace, i, run, isOver)),
    ];
    set({ running: agents.length });
    await Promise.all(
      agents.map(async (start, i) => {
        await pause(i * 120);
        await start().catch((error: unknown) => own === round && set({ problem: problemText(error) }));
        if (own === round) set({ running: demo.running - 1 });
      }),
    );
  } catch (error) {
    set({ problem: problemText(error) });
  }
  if (own === round) set({ isPlaying: false, running: 0 });
}

/** Most listen at once, some to the second word, two to nobody: these end up being stopped. */
function characterOf({ category, events }: DemoTrace, index: number, name: string): Character {
  const isLooping = category !== '';
  // Who speaks in a stream is told once, while it speaks.
  const isStream = events.some(({ kind }) => kind === 'delta');
  return {
    patience: index % 6 === 5 ? Infinity : index % 4 === 1 && !isStream ? 2 : 1,
    wayOut: isLooping ? work(name, MORE_WORK) : [],
    isEndless: isLooping,
  };
}

async function playTrace(trace: DemoTrace, index: number, run: string, isOver: () => boolean): Promise<void> {
  const { name, team } = roleOf(trace.id);
  const session = `demo-${run}-${name}`;
  const agent = { id: name, type: team, model: MODELS[index % MODELS.length] ?? '' };
  const send = async (body: object): Promise<Order> =>
    (await api.sendEvents({ session, agent, ...body })) as unknown as Order;
  const world: World = {
    ...{ isOver, rest: () => pause(PACE_MS * (0.8 + (index % 5) / 10)) },
    send: (event) => send({ events: [{ tokens: 350 + ((index * 97) % 400), ...event }] }),
    end: async () => {
      await send({ events: [], end: true });
    },
    untilResumed: () => untilResumed(session, isOver),
  };
  const script = trace.category === '' ? [...trace.events, ...work(name, MORE_WORK)] : trace.events;
  await runAgent(script, characterOf(trace, index, name), world);
}
