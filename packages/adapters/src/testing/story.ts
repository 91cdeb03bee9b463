import type { Act, Proceed } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../run/options.js';
import { describeActions } from './actions.js';
import { describeDesignRows } from './design-rows.js';
import { describeLifting } from './lifting.js';
import { describeLive } from './live.js';
import { callOf, type Heard, recordingGuard, scripted, type ScriptedModel } from './script.js';
import { describeSideBySide } from './side-by-side.js';
import type { Agent, Ended, Stage } from './stage.js';
import { describeSubAgents } from './sub-agents.js';
import { describeGuardFailures } from './guard-failures.js';

export type { Agent, Ended, Stage } from './stage.js';

const PROMPT = 'Find x.';
const stuck = () => scripted(() => ({ calls: [callOf('x')] }));
const healthy = () =>
  scripted((step) =>
    step <= 6 ? { text: `Next: ${step}.`, calls: [callOf(`topic ${step}`)] } : { text: 'Done.' },
  );

/** Searches for `x` in every round: seven calls run, the eighth is vetoed, the ninth ends the run. */
const LOOP_EVENTS: readonly Heard[] = [
  { kind: 'turn', role: 'user', reason: 'prompt', text: PROMPT },
  ...Array.from({ length: 10 }, (_, i) => {
    const call = { tool: 'search', args: { q: 'x' }, round: i + 1 };
    const attempt = { kind: 'attempt', ...call };
    return i < 7 ? [attempt, { kind: 'call', ...call, result: 'no results' }] : [attempt];
  }).flat(),
];

const HEALTHY_EVENTS: readonly Heard[] = [
  { kind: 'turn', role: 'user', reason: 'prompt', text: PROMPT },
  ...[1, 2, 3, 4, 5, 6].flatMap((round) => {
    const call = { tool: 'search', args: { q: `topic ${round}` }, round };
    return [
      { kind: 'message', text: `Next: ${round}.` },
      { kind: 'attempt', ...call },
      { kind: 'call', ...call, result: `found topic ${round}` },
    ];
  }),
  { kind: 'message', text: 'Done.' },
];

/** The contract of every adapter: the same events, the same rungs, and no change to a healthy run. */
export function describeContract(name: string, stage: Stage): void {
  describe(`${name}: a healthy run`, () => healthyRuns(stage));
  describe(`${name}: a looping run`, () => loopingRuns(stage));
  describe(`${name}: a blocked loop`, () => describeLifting(stage));
  describe(`${name}: a person is asked`, () => pauses(stage));
  describe(`${name}: what a preset asks for`, () => describeActions(stage));
  describe(`${name}: runs side by side`, () => describeSideBySide(stage));
  describe(`${name}: when something fails`, () => describeGuardFailures(stage.make));
  describe(`${name}: agents that call agents`, () => describeSubAgents(stage.team));
  const { equip } = stage;
  if (equip) describe(`${name}: each category, live`, () => describeLive(equip));
  if (equip) describe(`${name}: rows of the designs`, () => describeDesignRows(equip));
  if (stage.capabilities.haltStream === true) describe(`${name}: streams`, () => streams(stage));
}

function healthyRuns({ make }: Stage): void {
  it('is identical for the model and the program, byte for byte', async () => {
    const [plain, watched] = [stable(healthy), stable(healthy)];
    const without = await make(plain).run(PROMPT);
    const withGuard = await make(watched, {}).run(PROMPT);
    expect(watched.requests).toEqual(plain.requests);
    expect(JSON.stringify(withGuard.seen)).toBe(JSON.stringify(without.seen));
    expect(withGuard).toMatchObject({ text: 'Done.', stop: undefined });
  });

  it('arrives in core event by event', async () => {
    const { guard, recorded } = recordingGuard();
    await make(healthy(), { guard, session: 'one' }).run(PROMPT);
    expect(recorded.get('one')).toEqual(HEALTHY_EVENTS);
  });

  it('may have failing tools: core receives the failure, and the framework continues as usual', async () => {
    const { guard, recorded } = recordingGuard();
    const failing = () =>
      scripted((step) => (step === 1 ? { calls: [callOf('a', 'fail')] } : { text: 'Done.' }));
    const end = async (agent: Agent) =>
      agent.run(PROMPT).then(
        ({ text }) => text,
        (error: unknown) => String(error),
      );
    const ended = await end(make(failing(), { guard, session: 'one' }));
    expect(ended).toBe(await end(make(failing())));
    expect(recorded.get('one')?.[2]).toMatchObject({ kind: 'call', tool: 'fail', isError: true });
  });
}

/** Call ids that are the same in every run. */
function stable(make: () => ScriptedModel): ScriptedModel {
  const model = make();
  const { requests, next } = model;
  let count = 0;
  return {
    requests,
    next(request) {
      const { calls, ...rest } = next(request);
      return calls
        ? { ...rest, calls: calls.map((call) => ({ ...call, id: `call_s${(count += 1)}` })) }
        : rest;
    },
  };
}

/** The texts that the model reads in each request. */
const READ: readonly [rung: string, request: number, words: string][] = [
  ['a nudge after the fifth call', 6, 'called 5x with the same'],
  ['a redirect after the sixth', 7, '<loop-recovery '],
  ['the announcement of a block after the seventh', 8, 'From here on, the calls of this loop are not run'],
  ['the veto of the eighth', 9, 'This call was not run: the loop guard blocked it'],
];

function loopingRuns({ make, capabilities }: Stage): void {
  it('arrives in core event by event', async () => {
    const { guard, recorded } = recordingGuard();
    await make(stuck(), { guard, session: 'one' }).run(PROMPT);
    expect(recorded.get('one')).toEqual(LOOP_EVENTS);
  });

  it.each(READ)('the model reads %s', async (_, request, words) => {
    const model = stuck();
    await make(model, {}).run(PROMPT);
    expect(model.requests[request - 2]).not.toContain(words);
    expect(model.requests[request - 1]).toContain(words);
  });

  it('a text stays in the history', async () => {
    const model = stuck();
    await make(model, { keepsHistory: true }).run(PROMPT);
    for (const [, , words] of READ) expect(model.requests[8]).toContain(words);
  });

  it('ends with a stop that says why', async () => {
    const model = stuck();
    const { stop } = await make(model, { session: 'one' }).run(PROMPT);
    expect(model.requests).toHaveLength(10);
    expect(stop).toMatchObject({ status: 'LOOP_DETECTED', category: 'TOOL_REPETITION', session: 'one' });
    expect(stop?.text).toContain('Stopped: LOOP_DETECTED');
  });

  if (capabilities.resetContext === true) resets(make);
  limits(make);
}

function resets(make: Stage['make']): void {
  it('is removed from the model’s history at a redirect, unless the history is to be kept', async () => {
    const [cleared, kept] = [stuck(), stuck()];
    await make(cleared, {}).run(PROMPT);
    await make(kept, { keepsHistory: true }).run(PROMPT);
    const repeats = (request?: string) => request?.split('no results').length ?? 0;
    expect(repeats(kept.requests[6])).toBeGreaterThan(repeats(kept.requests[5]));
    expect(repeats(cleared.requests[6])).toBeLessThan(repeats(cleared.requests[5]));
  });
}

function limits(make: Stage['make']): void {
  it('is only reported in shadow mode', async () => {
    const told: (Act | Proceed)[] = [];
    const model = scripted((step) => (step <= 12 ? { calls: [callOf('x')] } : { text: 'Done.' }));
    const onDecision = (decision: Act | Proceed) => told.push(decision);
    const { text, stop } = await make(model, { mode: 'shadow', onDecision }).run(PROMPT);
    expect([text, stop]).toEqual(['Done.', undefined]);
    expect(model.requests.join()).not.toContain('rutbreak');
    expect(told.map((one) => (one.kind === 'proceed' ? one.wouldBe?.rung : one.kind))).toContain('nudge');
  });

  it('a budget that is used up ends the run too', async () => {
    const { stop } = await make(healthy(), { budgets: { calls: 2 } }).run(PROMPT);
    expect(stop).toMatchObject({ status: 'BUDGET_EXHAUSTED', category: null });
  });
}

function pauses({ make }: Stage): void {
  it.each<[name: string, answer: Answer, times: number, requests: number, words: string]>([
    ['who lets it go on lifts the block', 'continue', 1, 12, 'no results'],
    [
      'who gives a hint is quoted to the model',
      { hint: 'Look for y.' },
      1,
      12,
      'A person was asked, and says: Look for y.',
    ],
    ['who leaves the step out keeps the call from running', 'skip', 2, 10, 'decided to leave this step out'],
    ['who ends it ends it', 'end', 1, 8, ''],
  ])('%s', async (_, answer, times, requests, words) => {
    const asked: string[] = [];
    const model = scripted((step) => (step < 12 ? { calls: [callOf('x')] } : { text: 'Done.' }));
    const ask = ({ rung }: Act) => (asked.push(rung), answer);
    const { stop } = await make(model, { ask }).run(PROMPT);
    expect(asked).toEqual(Array<string>(times).fill('pause'));
    expect(model.requests).toHaveLength(requests);
    expect(model.requests.at(8) ?? '').toContain(words);
    expect(stop === undefined).toBe(requests === 12);
  });
}

function streams({ make }: Stage): void {
  const chatter = 'again and '.repeat(400);

  it('a text that only repeats itself is cut off', async () => {
    const { text } = await streamed(
      make(
        scripted(() => ({ text: chatter })),
        {},
      ),
    );
    expect(text.length).toBeGreaterThan(50);
    expect(text.length).toBeLessThan(chatter.length / 2);
  });

  it('a healthy stream is identical for the model and the program', async () => {
    const [plain, watched] = [stable(healthy), stable(healthy)];
    const without = await streamed(make(plain));
    const withGuard = await streamed(make(watched, {}));
    expect(watched.requests).toEqual(plain.requests);
    expect(JSON.stringify(withGuard.seen)).toBe(JSON.stringify(without.seen));
  });

  it('a loop of calls ends with the same stop', async () => {
    const model = stuck();
    const { stop } = await streamed(make(model, {}));
    expect(model.requests).toHaveLength(10);
    expect(stop).toMatchObject({ status: 'LOOP_DETECTED', category: 'TOOL_REPETITION' });
  });
}

async function streamed({ stream }: Agent): Promise<Ended> {
  if (!stream) throw new Error('A stage that can halt a stream has to offer one.');
  return stream(PROMPT);
}
