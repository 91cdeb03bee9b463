import type { Evidence, Report, Signal } from '../../detection/detector.js';
import { integer, type OptionsOf, ratio } from '../../detection/options.js';

/** How often a pattern fired recently, and when it last raised an alert. */
export interface Trend {
  /** Events so far. */
  readonly count: number;
  /** Exponentially weighted: recent firings weigh more, so it is not a share of the events. */
  readonly ema: number;
  readonly last: number | null;
  /** A hard alert was reported, and the average has not fallen to half of `saturation` since. */
  readonly escalated: boolean;
}

export const trendOptions = {
  alpha: ratio(0.3, { min: 0.01, meaning: 'weight of the newest event in the moving average' }),
  cooldown: integer(5, { min: 0, meaning: 'events after an alert in which that pattern stays silent' }),
  longCooldown: integer(10, { min: 0, meaning: 'the same, while the average is above `saturation`' }),
  saturation: ratio(0.5, { meaning: 'an average above this turns a soft alert into a hard escalation' }),
};

export function newTrend(): Trend {
  return { count: 0, ema: 0, last: null, escalated: false };
}

/** Advances by one event: did the pattern fire, and should it raise an alert? */
export function followTrend(
  trend: Trend,
  fired: boolean,
  options: OptionsOf<typeof trendOptions>,
): { trend: Trend; alert?: 'soft' | 'hard' } {
  const count = trend.count + 1;
  const ema = options.alpha * (fired ? 1 : 0) + (1 - options.alpha) * trend.ema;
  const saturated = ema > options.saturation;
  // Half, not `saturation` itself: a pattern that fires every other time would cross that line, and alert,
  // again and again.
  const isCalm = ema < options.saturation / 2;
  const quiet = { count, ema, last: trend.last, escalated: trend.escalated && !isCalm };
  if (!fired) return { trend: quiet };

  const rest = saturated ? options.longCooldown : options.cooldown;
  const rested = trend.last === null || count - trend.last > rest;
  const isFirstHard = saturated && !quiet.escalated;
  if (!rested && !isFirstHard) return { trend: quiet };
  return { trend: { count, ema, last: count, escalated: saturated }, alert: saturated ? 'hard' : 'soft' };
}

/**
 * For sinks: whether an alert is a blip or a trend. Readers would mistake the average itself for a share of
 * time.
 */
export function alertReport(pattern: string, alert: 'soft' | 'hard'): readonly Report[] {
  return [{ event_type: 'drift_alert', pattern, course: alert === 'hard' ? 'trend' : 'blip' }];
}

/** The signal of a pattern: soft, or hard once it has become a trend. */
export function alertSignal(
  alert: 'soft' | 'hard',
  identity: string,
  data: Signal['data'],
  evidence: Evidence,
): Signal<'soft' | 'hard'> {
  const hard = alert === 'hard';
  return {
    messageId: alert,
    score: hard ? 0.95 : 0.8,
    urgency: hard ? 'hard' : 'warn',
    identity,
    data,
    evidence,
  };
}
