import { failureOf } from './failure.js';
import type { Call, Outcome, Run } from './run.js';

/** How a framework runs a call. */
export interface CallHandlers<T> {
  readonly work: () => T | Promise<T>;
  /** The result of a vetoed call; the model reads the text in it. */
  readonly veto: (text: string) => T;
  /** Converts a result for core. Default: unchanged. */
  readonly read?: (result: T) => Outcome;
  /** Whether an error means that the call failed. Default: every error. */
  readonly isFailure?: (error: unknown) => boolean;
  /** The caller's value if the call throws. Default: throws the same error. */
  readonly failed?: (error: unknown) => T;
}

/** Runs a call under the guard: a vetoed call does not run, and core receives the outcome of every other call. */
export async function guardCall<M, T>(run: Run<M>, call: Call, handlers: CallHandlers<T>): Promise<T> {
  const { work, veto, read = asItIs, isFailure = () => true, failed = rethrow } = handlers;
  const passage = await run.before(call);
  if (passage.kind === 'veto') return veto(passage.text);
  let result: T;
  try {
    result = await work();
  } catch (error) {
    if (isFailure(error)) run.after(call, failureOf(error));
    return failed(error);
  }
  run.after(call, read(result));
  return result;
}

function asItIs(result: unknown): Outcome {
  return { result };
}

function rethrow(error: unknown): never {
  throw error;
}
