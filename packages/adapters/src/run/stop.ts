import type { Act, Category } from '@rutbreak/core';

/** Why a run was ended, as facts that a program can act on. */
export interface Stop {
  readonly status: 'LOOP_DETECTED' | 'BUDGET_EXHAUSTED';
  /** Null where a budget is used up. */
  readonly category: Category | null;
  /** For a person. */
  readonly text: string;
  readonly session: string;
}

/** Thrown where a framework's run can only be ended by an error. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  constructor(readonly stop: Stop) {
    super(stop.text);
  }
}

export function stopFor({ status = 'LOOP_DETECTED', verdict, text }: Act, session: string): Stop {
  return { status, category: verdict.primary?.category ?? null, text, session };
}
