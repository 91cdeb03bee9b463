import { failureOf } from '../run/failure.js';
import type { Call, Passage, Run } from '../run/run.js';
import type { Runs } from '../run/runs.js';
import type { Message } from './parts.js';

type Execute = (input: unknown, options: CallOptions) => unknown;

interface CallOptions {
  readonly toolCallId: string;
  readonly messages?: readonly Message[];
}

/** A vetoed call fails with the guard's words: so the model reads them, and the tool's type stays what it is. */
export function guardExecute(tool: string, execute: Execute, runs: Runs<Message>): Execute {
  return (input, options) => {
    const run = runs.ofCall(options.toolCallId, options.messages);
    const call = { tool, args: input };
    const go = (passage: Passage): unknown => {
      if (passage.kind === 'veto') return veto(passage.text);
      return observed(run, call, () => execute(input, options));
    };
    const passage = run.before(call);
    // Not async throughout: the SDK knows a tool that streams its result by what it returns at once.
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

/** A tool that streams: its last piece is its result. */
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

/** Behind a pause a stream comes too late: its last piece stands for it. */
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
