import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configure, type Engine } from './configure.js';
import { RUNGS } from './escalation/ladder.js';
import type { AgentEvent } from './event/event.js';
import { type Decision, reduce, start, type State } from './pipeline.js';
import { PRESETS } from './presets/index.js';
import { restore, snapshot } from './snapshot.js';

/** Few different values, so that loops do occur. */
const word = fc.constantFrom('alpha', 'beta');
const text = fc.constantFrom(
  'a',
  'aaaaaaaaaaaa',
  'the the the ',
  'Let me check the file again. ',
  '- red\n- blue\n- pink\n',
  'done',
);
const hash = fc.constantFrom('h1', 'h2', 'h3');
const at = fc.option(fc.nat({ max: 100_000 }), { nil: undefined });
const args = fc.constantFrom<unknown>(
  { path: 'a.ts' },
  { path: 'b.ts', content: 'x' },
  { command: 'npm test' },
  undefined,
);
const result = fc.constantFrom<unknown>('ok', 'Error: no', { n: 1 }, undefined);
const tool = fc.constantFrom('read_file', 'write_file', 'Bash');

const kinds = {
  attempt: fc.record({ kind: fc.constant('attempt'), tool, args }),
  call: fc.record({
    kind: fc.constant('call'),
    tool,
    args,
    result,
    isError: fc.boolean(),
    round: fc.nat({ max: 3 }),
  }),
  message: fc.record({ kind: fc.constant('message'), text }),
  delta: fc.record({ kind: fc.constant('delta'), text, channel: fc.constantFrom('text', 'reasoning'), at }),
  turn: fc.record({ kind: fc.constant('turn'), role: fc.constantFrom('user', 'harness'), text: word }),
  edit: fc.record({
    kind: fc.constant('edit'),
    path: word,
    before: fc.option(hash, { nil: undefined }),
    after: hash,
  }),
  error: fc.record({
    kind: fc.constant('error'),
    message: word,
    type: word,
    fix: fc.option(word, { nil: undefined }),
  }),
  state: fc.record({ kind: fc.constant('state'), goal: word, todos: fc.record({ one: word }), error: word }),
  step: fc.record({
    kind: fc.constant('step'),
    intent: word,
    tool,
    status: fc.constantFrom('success', 'failure'),
  }),
  reset: fc.constant({ kind: 'reset' }),
} satisfies Record<AgentEvent['kind'], fc.Arbitrary<unknown>>;

/** One event, or a few that repeat. */
const event = fc.oneof(
  { weight: 5, arbitrary: kinds.call },
  { weight: 3, arbitrary: kinds.delta },
  ...Object.values(kinds).map((arbitrary) => ({ weight: 1, arbitrary })),
);
const trace: fc.Arbitrary<readonly unknown[]> = fc
  .array(fc.tuple(fc.array(event, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 6 })), {
    maxLength: 12,
  })
  .map((parts) => parts.flatMap(([some, count]) => Array.from({ length: count }, () => some).flat()));

interface Run {
  readonly decisions: readonly Decision[];
  /** Before the first event and after each. */
  readonly states: readonly State[];
}

function run(
  engine: Engine,
  events: readonly unknown[],
  from = start(engine),
  between = (state: State): State => state,
): Run {
  const states = [from];
  const decisions = events.map((one) => {
    const { state, decision } = reduce(between(states.at(-1)!), one, engine);
    states.push(state);
    return decision;
  });
  return { decisions, states };
}

const restart = (engine: Engine) => (state: State) =>
  restore(JSON.parse(JSON.stringify(snapshot(state, engine))), engine);
const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

/** Each run compares dozens of events twice, and every run of the tests draws new ones. */
const SOME = { numRuns: 30 };

// Many runs with many events: slow on a busy machine, hence the long timeout.
describe.each(PRESETS)('preset %s', { timeout: 60_000 }, (preset) => {
  const engine = configure(preset);

  it('the same events give the same decisions, whatever runs in between', () => {
    fc.assert(
      fc.property(trace, trace, (events, others) => {
        const { decisions } = run(engine, events);
        const stranger = run(engine, others).states.at(-1)!;
        const again = run(engine, events, start(engine), (state) => {
          reduce(stranger, others[0], engine);
          return state;
        });
        expect(again.decisions).toEqual(decisions);
      }),
      SOME,
    );
  });

  it('a JSON round trip of the state at any point, or at all points, changes nothing', () => {
    fc.assert(
      fc.property(trace, fc.nat(), (events, where) => {
        const { decisions, states } = run(engine, events);
        const at = where % (events.length + 1);
        expect(run(engine, events.slice(at), restart(engine)(states[at]!)).decisions).toEqual(
          decisions.slice(at),
        );
        expect(run(engine, events, start(engine), restart(engine)).decisions).toEqual(decisions);
      }),
      SOME,
    );
  });

  it('neither state nor event is mutated: an old state can be used again', () => {
    fc.assert(
      fc.property(trace, fc.nat(), (events, where) => {
        const { decisions, states } = run(engine, events.map(frozen), frozen(start(engine)), frozen);
        const at = where % (events.length + 1);
        expect(run(engine, events.slice(at), states[at]).decisions).toEqual(decisions.slice(at));
      }),
      SOME,
    );
  });

  it('decisions are valid: numbered, on a rung, with a score, of bounded length', () => {
    fc.assert(
      fc.property(trace, (events) => {
        run(engine, events).decisions.forEach((decision, i) => {
          if (decision.kind === 'refused') throw new Error(decision.hint);
          expect(decision.seq).toBe(i);
          expect(JSON.stringify(decision).length).toBeLessThan(8000);
          if (decision.kind !== 'act') return;
          expect(RUNGS).toContain(decision.rung);
          expect(decision.verdict.status).not.toBe('healthy');
          expect(decision.verdict.score).toBeLessThanOrEqual(1);
        });
      }),
    );
  });

  it('no input throws, and a refused event leaves the state unchanged', () => {
    const nearlyEvents = fc.record(
      { kind: fc.constantFrom(...Object.keys(kinds), 'other') },
      { requiredKeys: [] },
    );
    const anything = fc.oneof(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withSparseArray: true,
      }),
      fc.tuple(nearlyEvents, fc.object()).map(([one, more]) => ({ ...more, ...one })),
      fc
        .tuple(event, fc.anything({ withBigInt: true, withSparseArray: true }))
        .map(([one, any]) => ({ ...(one as object), args: any, result: any, todos: any, files: any })),
    );
    fc.assert(
      fc.property(trace, fc.array(anything, { minLength: 4, maxLength: 4 }), (events, inputs) => {
        const state = run(engine, events).states.at(-1)!;
        for (const bad of inputs) {
          const outcome = reduce(state, bad, engine);
          if (outcome.decision.kind !== 'refused') continue;
          expect(outcome.state).toBe(state);
          expect(outcome.decision.code).toMatch(/^EVENT_/);
          expect(outcome.decision.hint.length).toBeGreaterThan(10);
        }
      }),
    );
  });

  it('memory is bounded for any number, length and variety of events', () => {
    const long = (i: number, length: number): string => `${i} `.repeat(length).slice(0, length);
    const sized = (i: number, length: number): unknown[] => [
      {
        kind: 'call',
        tool: long(i, length),
        args: { [long(i, length)]: i, path: long(i, length), content: long(i, length) },
        result: long(i, length),
        isError: i % 2 === 0,
      },
      { kind: 'message', text: long(i, length) },
      { kind: 'edit', path: long(i, length), before: long(i, length), after: long(i + 1, length) },
      { kind: 'error', type: long(i, length), message: long(i, length), fix: long(i, length) },
      {
        kind: 'state',
        goal: long(i, length),
        todos: { [long(i, length)]: 'x' },
        files: { [long(i, length)]: 'y' },
      },
      { kind: 'step', intent: long(i, length), tool: long(i, length), status: 'failure' },
      { kind: 'turn', role: 'user', text: long(i, length) },
      { kind: 'delta', text: long(i, length) },
    ];
    const size = (count: number, length: number): number => {
      const events = Array.from({ length: count }, (_, i) => sized(i, length)).flat();
      return JSON.stringify(snapshot(run(engine, events).states.at(-1)!, engine)).length;
    };
    expect(size(40, 5000)).toBeLessThan(64_000);
    expect(size(360, 60)).toBeLessThan(size(280, 60) * 1.1 + 1000);
    fc.assert(
      fc.property(fc.array(event, { minLength: 400, maxLength: 400 }), (events) => {
        expect(JSON.stringify(snapshot(run(engine, events).states.at(-1)!, engine)).length).toBeLessThan(
          64_000,
        );
      }),
      { numRuns: 10 },
    );
  });
});
