import {
  type Action,
  type Detector,
  type DetectorSession,
  isAtLeast,
  readVerdict,
} from '../detectors/detector.js';
import type { Pair } from '../generate/family.js';
import { drawFrom } from '../metamorphic/draw.js';
import { workOf } from '../metamorphic/changes/insertions.js';
import { type Event, isCall } from '../metamorphic/trace.js';
import { type Temperament, TOOL_CHANGES } from './temperament.js';

/** The outcome of one simulated run. */
export interface SimulatedRun {
  /** Steps that the agent would take without interventions. */
  readonly steps: number;
  /** Steps that it took. */
  readonly taken: number;
  readonly end: 'left' | 'gave up' | 'stopped' | 'went on';
  /** An intervention changed the agent's behaviour. */
  readonly isAltered: boolean;
}

/** The number of rounds after which a loop is given up, and of items in a healthy run. */
const LAPS = 25;
const WARM_UP = 4;
/** The harness message for a refused call. */
const REFUSED: Event = { kind: 'turn', role: 'harness', reason: 'guard', text: 'The call was refused.' };

/** A loop or its healthy twin, played by an agent of this temperament while the detector watches. */
export async function simulate(
  detector: Detector,
  pair: Pair,
  expect: 'loop' | 'no_loop',
  temperament: Temperament,
  seed: string,
): Promise<SimulatedRun> {
  const draw = drawFrom(`recovery ${seed} ${pair.id} ${expect}`);
  const { task, lap } = expect === 'loop' ? pair.loop(draw) : pair.healthy(draw);
  const watch = watcher(detector, draw.hex(12));
  await watch.show({ kind: 'turn', role: 'user', reason: 'prompt', text: task });
  for (const event of workOf(WARM_UP, draw)) await watch.show(event);
  const laps = Array.from({ length: LAPS }, (_, n) => lap(n));
  const run = await play(laps, watch, temperament);
  await watch.end();
  return { ...run, steps: laps.flat().length };
}

async function play(
  laps: readonly (readonly Event[])[],
  watch: Watcher,
  { listensAt, then }: Temperament,
): Promise<Omit<SimulatedRun, 'steps'>> {
  let [taken, heard, changes] = [0, 0, 0];
  let isRefused = false;
  for (const lap of laps) {
    const step = await take(
      lap.map((event) => withTool(event, changes)),
      watch,
    );
    taken += step.taken;
    isRefused ||= step.isRefused;
    if (step.action === 'stop') return { taken, end: 'stopped', isAltered: true };
    if (step.action !== 'none') heard++;
    if (step.action === 'none' || heard < listensAt) continue;
    if (then === 'gives up') return { taken, end: 'gave up', isAltered: true };
    if (then === 'leaves' || changes === TOOL_CHANGES) return { taken, end: 'left', isAltered: true };
    changes++;
  }
  return { taken, end: 'went on', isAltered: isRefused || changes > 0 };
}

/** The same step with another tool: nothing changes, but it looks new. */
function withTool(event: Event, changes: number): Event {
  return changes === 0 || !isCall(event)
    ? event
    : { ...event, tool: `${String(event['tool'])}_${changes + 1}` };
}

interface Step {
  readonly taken: number;
  readonly action: Action;
  readonly isRefused: boolean;
}

/** One round, as far as the agent is allowed; the harshest action counts. */
async function take(lap: readonly Event[], watch: Watcher): Promise<Step> {
  let taken = 0;
  let action: Action = 'none';
  let isRefused = false;
  const note = (next: Action): Action => {
    if (isAtLeast(next, action)) action = next;
    return next;
  };
  for (const event of lap) {
    const asked = isCall(event) ? note(await watch.ask(event)) : 'none';
    if (asked === 'stop') return { taken, action, isRefused };
    if (asked === 'block') {
      isRefused = true;
      await watch.show(REFUSED);
      continue;
    }
    taken++;
    const shown = note(await watch.show(event));
    if (shown === 'stop') return { taken, action, isRefused };
    // A streaming text is cut off there.
    if (shown === 'block' && event['kind'] === 'delta') return { taken, action, isRefused: true };
  }
  return { taken, action, isRefused };
}

interface Watcher {
  readonly show: (event: Event) => Promise<Action>;
  /** Before a call runs, when it can still be refused. */
  readonly ask: (call: Event) => Promise<Action>;
  readonly end: () => Promise<void>;
}

function watcher(detector: Detector, id: string): Watcher {
  const session: DetectorSession = detector.start({ id });
  const show = async (event: Event): Promise<Action> =>
    readVerdict(await session.observe(event), detector.name).action;
  return {
    show,
    ask: ({ tool, args }) => show({ kind: 'attempt', tool, args }),
    end: async () => session.end?.(),
  };
}
