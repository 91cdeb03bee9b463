import type { Act, Category } from '@rutbreak/core';

/** Why the guard ended a run, as data for programs. */
export interface Stop {
  readonly status: 'LOOP_DETECTED' | 'BUDGET_EXHAUSTED';
  /** Null if a budget is used up. */
  readonly category: Category | null;
  /** A message for people. */
  readonly text: string;
  readonly session: string;
}

/** Thrown if a framework's run can only be ended by an error. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  constructor(readonly stop: Stop) {
    super(stop.text);
  }
}

export function stopFor({ status = 'LOOP_DETECTED', verdict, text }: Act, session: string): Stop {
  return { status, category: verdict.primary?.category ?? null, text, session };
}
