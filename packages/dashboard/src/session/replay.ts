import type { StoredEvent } from '../contract.js';
import type { GatewayConfig } from '../contract-admin.js';
import { omit } from '../omit.js';
import { bodyOf, isStep } from './event-rows.js';

/** How things stood after one event. */
export interface Point {
  readonly seq: number;
  /** Distinct steps in the window; null where there are no steps. */
  readonly entropy: number | null;
  /** How sure the detectors were; null where they were not asked. */
  readonly score: number | null;
  readonly status: 'healthy' | 'suspicious' | 'looping';
}

/** From this score on, one detector alone is a loop. Most presets have no such score; that of `default` differs by detector. */
const LOOP_SCORES: Readonly<Record<string, number>> = { votes: 0.9 };

export function loopScore(preset: string): number | undefined {
  return Object.hasOwn(LOOP_SCORES, preset) ? LOOP_SCORES[preset] : undefined;
}

type EntropyLimits = GatewayConfig['entropy'];

/** The entropy window of DecisionLog steps: distinct tuples among the last ones. */
export function entropyPoints(events: readonly StoredEvent[], limits: EntropyLimits): readonly Point[] {
  const window: string[] = [];
  return events.flatMap((event) => {
    const body = bodyOf(event);
    if (!isStep(body)) return [];
    window.push(tupleOf(body));
    if (window.length > limits.window) window.shift();
    const entropy = Math.round((new Set(window).size / window.length) * 10_000) / 10_000;
    return [{ seq: event.seq, entropy, score: null, status: statusOf(entropy, limits) }];
  });
}

function tupleOf(body: Readonly<Record<string, unknown>>): string {
  const cognition = body['cognition'] as Readonly<Record<string, unknown>>;
  const action = body['action'] as Readonly<Record<string, unknown>>;
  return JSON.stringify([cognition['intent'], action['tool_call'] ?? '', action['status']]);
}

export function statusOf(entropy: number, limits: EntropyLimits): Point['status'] {
  if (entropy < limits.loopBelow) return 'looping';
  const isWarning = limits.warningInclusive ? entropy <= limits.warningUpTo : entropy < limits.warningUpTo;
  return isWarning ? 'suspicious' : 'healthy';
}

/** Native events through the very core that the gateway runs, in this browser. Loaded when it is needed. */
async function scorePoints(
  events: readonly StoredEvent[],
  { preset, detectors, options, models }: GatewayConfig['events'],
  model: string,
): Promise<readonly Point[]> {
  const core = await import('@rutbreak/core');
  const own = Object.hasOwn(models, model) ? models[model] : undefined;
  const whole = core.presetOf(preset);
  // One in shadow decides nothing, so it is left out like one that is off.
  const isOn = (id: string): boolean => !Object.hasOwn(detectors, id) || detectors[id] === 'on';
  const away = new Set(whole.detectors.map(({ meta }) => meta.id).filter((id) => !isOn(id)));
  const engine = core.configure(
    { ...whole, detectors: whole.detectors.filter(({ meta }) => !away.has(meta.id)) },
    omit(mergeOptions(options, own), [...away]) as Options,
  );
  let state = core.start(engine);
  return events.flatMap(({ seq, body }) => {
    const next = core.reduce(state, body, engine);
    state = next.state;
    if (next.decision.kind === 'refused') return [];
    const { score, status } = next.decision.verdict;
    return [{ seq, entropy: null, score, status }];
  });
}

type Options = GatewayConfig['events']['options'];

function mergeOptions(base: Options, more: Options | undefined): Options {
  const merged: Record<string, Readonly<Record<string, unknown>>> = { ...base };
  for (const [owner, values] of Object.entries(more ?? {})) merged[owner] = { ...merged[owner], ...values };
  return merged;
}

/** One line for each door; a session usually has one. */
export async function pointsOf(
  events: readonly StoredEvent[],
  config: GatewayConfig,
  model: string,
): Promise<readonly Point[]> {
  const isNative = (event: StoredEvent): boolean => !isStep(bodyOf(event)) && 'kind' in bodyOf(event);
  const native = config.events.mode === 'off' ? [] : events.filter(isNative);
  const steps = config.entropy.mode === 'off' ? [] : entropyPoints(events, config.entropy);
  const scores = native.length === 0 ? [] : await scorePoints(native, config.events, model);
  return [...steps, ...scores].toSorted((a, b) => a.seq - b.seq);
}
