import { failureOf } from '../run/failure.js';
import type { Call, Passage, Run } from '../run/run.js';
import type { Runs } from '../runs/runs.js';
import type { Message } from './parts.js';

type Execute = (input: unknown, options: CallOptions) => unknown;

interface CallOptions {
  readonly toolCallId: string;
  readonly messages?: readonly Message[];
}

/**
 * A vetoed call throws an error with the guard's text, so that the model reads it and the tool's result type stays the
 * same.
 */
export function guardExecute(tool: string, execute: Execute, runs: Runs<Message>): Execute {
  return (input, options) => {
    const run = runs.ofCall(options.toolCallId, options.messages);
    const call = { tool, args: input };
    const go = (passage: Passage): unknown => {
      if (passage.kind === 'veto') return veto(passage.text);
      return observed(run, call, () => execute(input, options));
    };
    const passage = run.before(call);
    // Not async, because the SDK recognises a streaming tool by its immediate return value.
    return passage instanceof Promise ? passage.then(go).then(settled) : go(passage);
  };
}

async function veto(text: string): Promise<never> {
  return Promise.reject(new Error(text));
}

function observed(run: Run<Message>, call: Call, work: () => unknown): unknown {
  const failed = (error: unknown): never => {
    run.after(call, failureOf(error));
    throw error;
  };
  const done = (result: unknown): unknown => {
    run.after(call, { result });
    return result;
  };
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    return failed(error);
  }
  return isStream(result) ? watched(result, done, failed) : Promise.resolve(result).then(done, failed);
}

/** For a tool that streams, the last chunk is the result. */
async function* watched(
  pieces: AsyncIterable<unknown>,
  done: (result: unknown) => unknown,
  failed: (error: unknown) => never,
): AsyncGenerator {
  let last: unknown;
  try {
    for await (const piece of pieces) yield (last = piece);
  } catch (error) {
    failed(error);
  }
  done(last);
}

/** After a pause it is too late to return a stream, so this returns its last chunk. */
async function settled(result: unknown): Promise<unknown> {
  const value = await result;
  if (!isStream(value)) return value;
  let last: unknown;
  for await (const piece of value) last = piece;
  return last;
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
