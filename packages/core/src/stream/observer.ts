/** How often one stream may be interrupted. Time comes with the delta. */
export interface Observer {
  readonly count: number;
  readonly last: number | null;
}

export interface Pace {
  /** Milliseconds from one intervention to the next. */
  readonly minInterval: number;
  readonly maxInterventions: number;
}

export function newObserver(): Observer {
  return { count: 0, last: null };
}

/** The first intervention is never delayed; without timestamps, a second one cannot prove the interval. */
export function mayIntervene(observer: Observer, at: number | undefined, pace: Pace): boolean {
  if (observer.count === 0) return pace.maxInterventions > 0;
  if (observer.count >= pace.maxInterventions) return false;
  return at !== undefined && observer.last !== null && at - observer.last >= pace.minInterval;
}

export function countIntervention(observer: Observer, at: number | undefined): Observer {
  return { count: observer.count + 1, last: at ?? null };
}
