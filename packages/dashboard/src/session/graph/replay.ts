import type { StoredEvent } from '../../contract.js';
import type { GatewayConfig } from '../../contract-admin.js';
import { omit } from '../../omit.js';
import { bodyOf, isStep } from '../timeline/event-rows.js';

/** The values after one event. */
export interface Point {
  readonly seq: number;
  /** Fraction of distinct steps in the window; null for native events. */
  readonly entropy: number | null;
  /** Confidence of the detectors; null for steps. */
  readonly score: number | null;
  readonly status: 'healthy' | 'suspicious' | 'looping';
}

/** The score at which one detector alone is a loop. Most presets have no such score; in `default` it differs by detector. */
const LOOP_SCORES: Readonly<Record<string, number>> = { votes: 0.9 };

export function loopScore(preset: string): number | undefined {
  return Object.hasOwn(LOOP_SCORES, preset) ? LOOP_SCORES[preset] : undefined;
}

type EntropyLimits = GatewayConfig['entropy'];

/** The entropy of DecisionLog steps: the fraction of distinct tuples in the window. */
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

/** Runs native events through the same core as the gateway, in this browser. Loads core on demand. */
async function scorePoints(
  events: readonly StoredEvent[],
  { preset, detectors, options, models }: GatewayConfig['events'],
  model: string,
): Promise<readonly Point[]> {
  const [core, edge] = await Promise.all([import('@rutbreak/core'), import('@rutbreak/core/edge')]);
  const own = Object.hasOwn(models, model) ? models[model] : undefined;
  const whole = core.presetOf(preset);
  // A detector in shadow mode decides nothing, so it is left out like one that is off.
  const isOn = (id: string): boolean => !Object.hasOwn(detectors, id) || detectors[id] === 'on';
  const away = new Set(whole.detectors.map(({ meta }) => meta.id).filter((id) => !isOn(id)));
  const engine = edge.configure(
    { ...whole, detectors: whole.detectors.filter(({ meta }) => !away.has(meta.id)) },
    omit(mergeOptions(options, own), [...away]) as Options,
  );
  let state = edge.start(engine);
  return events.flatMap(({ seq, body }) => {
    const next = edge.reduce(state, body, engine);
    state = next.state;
    if (next.decision.kind === 'refused') return [];
    const { score, status } = next.decision.verdict;
    // Nothing has happened yet: only its call can be scored.
    if (status === 'healthy' && isQuestion(body)) return [];
    return [{ seq, entropy: null, score, status }];
  });
}

function isQuestion(body: unknown): boolean {
  return (body as { readonly kind?: unknown } | null)?.kind === 'attempt';
}

/** The configuration for a session that this preset judges: another one than the configured has its usual limits. */
export function configFor(config: GatewayConfig, preset: string | null = null): GatewayConfig {
  if (preset === null || preset === config.events.preset) return config;
  return { ...config, events: { ...config.events, preset, detectors: {}, options: {}, models: {} } };
}

type Options = GatewayConfig['events']['options'];

function mergeOptions(base: Options, more: Options | undefined): Options {
  const merged: Record<string, Readonly<Record<string, unknown>>> = { ...base };
  for (const [owner, values] of Object.entries(more ?? {})) merged[owner] = { ...merged[owner], ...values };
  return merged;
}

/** One line for steps and one for native events; a session usually has one of them. */
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
