import { describe, expect, it } from 'vitest';
import { type Detector, type Message, type Meta, remembers, type Signal } from '../detection/detector.js';
import { readOptions, type OptionsOf, type OptionSpec } from '../detection/options.js';
import type { AgentEvent } from '../event/event.js';
import { newSession } from '../session/session.js';
import { advanceSession } from '../session/with-ledger.js';

interface HealthyCase<Spec extends OptionSpec> {
  readonly name: string;
  readonly options?: Partial<OptionsOf<Spec>>;
  readonly events: readonly AgentEvent[];
}

interface LoopingCase<Spec extends OptionSpec, MessageId> extends HealthyCase<Spec> {
  /** Every signal, by event index; omitted fields are not compared. */
  readonly signals: readonly {
    readonly at: number;
    readonly messageId: MessageId;
    readonly score?: number;
  }[];
}

export interface DetectorCases<Spec extends OptionSpec, MessageId> {
  readonly healthy: readonly HealthyCase<Spec>[];
  readonly looping: readonly LoopingCase<Spec, MessageId>[];
}

interface Run {
  readonly state: unknown;
  readonly signals: readonly (Signal & { readonly at: number })[];
}

/** Runs a detector's table, and the common laws on every trace. */
export function testDetector<State, Spec extends OptionSpec, MessageId extends string>(
  detector: Detector<State, Spec, MessageId>,
  cases: DetectorCases<Spec, MessageId>,
): void {
  const { meta } = detector;
  const play = playOf(detector);

  describe(meta.id, () => {
    it.each(cases.healthy)('healthy: $name', (one) => {
      expect(play(one).signals).toEqual([]);
    });

    it.each(cases.looping)('looping: $name', (one) => {
      const found = play(one).signals;
      expect(found.map(({ at, messageId }) => ({ at, messageId }))).toEqual(
        one.signals.map(({ at, messageId }) => ({ at, messageId })),
      );
      one.signals.forEach(({ score }, i) => {
        if (score !== undefined) expect(found[i]!.score).toBeCloseTo(score, 4);
      });
    });

    for (const { name, check } of lawsOf(detector, cases, play)) it(`laws: ${name}`, check);
  });
}

/** One law on the traces where it can fail: `check` throws if the detector breaks it. */
export interface Law {
  readonly name: string;
  readonly check: () => void;
}

type Play<Spec extends OptionSpec> = (one: HealthyCase<Spec>, restart?: boolean) => Run;

/** Plays a case; without a restart only once, because the table and several laws look at the same run. */
function playOf<State, Spec extends OptionSpec, MessageId extends string>(
  detector: Detector<State, Spec, MessageId>,
): Play<Spec> {
  const { id, options: spec } = detector.meta;
  const known = new WeakMap<HealthyCase<Spec>, Run>();
  const fresh = ({ events, options }: HealthyCase<Spec>, restart: boolean): Run =>
    run(detector, events, readOptions(id, spec, options), restart);
  return (one, restart = false) => {
    if (restart) return fresh(one, true);
    const played = known.get(one) ?? fresh(one, false);
    known.set(one, played);
    return played;
  };
}

/** The laws for every detector, each only for the traces where it can fail. */
export function lawsOf<State, Spec extends OptionSpec, MessageId extends string>(
  detector: Detector<State, Spec, MessageId>,
  cases: DetectorCases<Spec, MessageId>,
  play: Play<Spec> = playOf(detector),
): readonly Law[] {
  const { meta } = detector;
  const all: readonly HealthyCase<Spec>[] = [...cases.healthy, ...cases.looping];
  const texts = textsOf(meta.messages);
  return [
    { name: 'meta reads well', check: () => checkMeta(meta) },
    ...all.map((one) => ({
      name: `a restart at any point changes nothing: ${one.name}`,
      check: () => expect(play(one, true)).toEqual(asJson(play(one))),
    })),
    // A healthy trace has no signal that could be malformed.
    ...cases.looping.map((one) => ({
      name: `signals are well formed: ${one.name}`,
      check: () => {
        const { signals } = play(one);
        expect(signals.length).toBeGreaterThan(0);
        for (const signal of signals) checkSignal(signal, texts[signal.messageId] ?? '');
      },
    })),
    // Only a stream can be cut in other places.
    ...(meta.listens.includes('delta') ? all.filter(({ events }) => hasLongDelta(events)) : []).map(
      (one) => ({
        name: `chunk boundaries do not matter: ${one.name}`,
        check: () => expect(spoken(play, inPieces(one.events), one)).toEqual(spoken(play, one.events, one)),
      }),
    ),
    {
      name: 'memory is bounded',
      check: () =>
        checkSize(
          play,
          all.flatMap(({ events }) => events),
        ),
    },
    { name: 'every message is shown by some looping case', check: () => checkMessages(texts, cases) },
  ];
}

function textsOf(messages: Readonly<Record<string, Message>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(messages).map(([id, { text }]) => [id, text]));
}

function checkMeta({
  id,
  summary,
  options,
}: Pick<Meta<OptionSpec, string>, 'id' | 'summary' | 'options'>): void {
  expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(summary).toMatch(/^[A-Z].*\.$/);
  for (const { meaning } of Object.values(options)) expect(meaning).toMatch(/^[a-z].*[^.]$/);
}

function spoken<Spec extends OptionSpec>(
  play: Play<Spec>,
  events: readonly AgentEvent[],
  one: HealthyCase<Spec>,
): readonly string[] {
  return [...new Set(play({ ...one, events }).signals.map(({ messageId }) => messageId))];
}

function checkSize<Spec extends OptionSpec>(play: Play<Spec>, events: readonly AgentEvent[]): void {
  const size = (rounds: number): number => {
    const repeated = Array.from({ length: rounds }, () => events).flat();
    return JSON.stringify(play({ name: '', events: repeated }).state).length;
  };
  expect(size(12)).toBeLessThan(size(6) * 1.25 + 64);
}

function checkMessages<Spec extends OptionSpec>(
  texts: Readonly<Record<string, string>>,
  { looping }: DetectorCases<Spec, string>,
): void {
  const shown = new Set(looping.flatMap(({ signals }) => signals).map(({ messageId }) => messageId));
  expect([...shown].sort()).toEqual(Object.keys(texts).sort());
}

function hasLongDelta(events: readonly AgentEvent[]): boolean {
  return events.some((event) => event.kind === 'delta' && event.text.length > 1);
}

const OBSERVATION = { window: 40, hasFeatures: false, tools: {} };
const OBSERVATION_WITH_FEATURES = { ...OBSERVATION, hasFeatures: true };

function run<State, Spec extends OptionSpec, MessageId extends string>(
  detector: Detector<State, Spec, MessageId>,
  events: readonly AgentEvent[],
  options: OptionsOf<Spec>,
  restart: boolean,
): Run {
  let state = deepFreeze(detector.init());
  let session = newSession();
  const observation = detector.meta.needs === 'features' ? OBSERVATION_WITH_FEATURES : OBSERVATION;
  const signals: (Signal & { at: number })[] = [];
  for (const [at, event] of events.entries()) {
    const context = deepFreeze(advanceSession(session, deepFreeze(event), observation));
    session = restart ? { ...context.session, ledger: asJson(context.session.ledger) } : context.session;
    if (!remembers(detector.meta, context.boundary)) state = deepFreeze(detector.init());
    if (!detector.meta.listens.includes(event.kind)) continue;
    const next = detector.step(state, context, options);
    state = deepFreeze(restart ? asJson(next.state) : next.state);
    if (next.signal) signals.push({ at, ...next.signal });
  }
  return { state: asJson(state), signals };
}

function checkSignal(signal: Run['signals'][number], text: string): void {
  expect(signal.score).toBeGreaterThan(0);
  expect(signal.score).toBeLessThanOrEqual(1);
  const { events, first, last, count } = signal.evidence;
  expect(events.length).toBeGreaterThan(0);
  expect([...events].sort((a, b) => a - b)).toEqual(events);
  expect(events.every((seq) => Number.isInteger(seq) && seq >= 0 && seq <= signal.at)).toBe(true);
  expect(first).toBeLessThanOrEqual(last);
  expect(last).toBe(signal.at);
  expect(count).toBeGreaterThan(0);
  for (const [, hole] of text.matchAll(/{{(\w+)}}/g)) expect(signal.data).toHaveProperty(hole!);
}

/** Every delta split into single characters. */
function inPieces(events: readonly AgentEvent[]): AgentEvent[] {
  return events.flatMap((event): AgentEvent[] =>
    event.kind === 'delta'
      ? Array.from({ length: event.text.length }, (_, i) => ({ ...event, text: event.text.charAt(i) }))
      : [event],
  );
}

function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Without the tables behind a symbol, which move from state to state. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
