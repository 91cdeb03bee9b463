/** The proxy between a client on standard input and output and a server that it starts. */
import type { Readable, Writable } from 'node:stream';
import { type Child, type ChildOptions, type Ending, startChild } from './child-process.js';
import type { Command } from './command.js';
import { createExchange } from '../../session/exchange/exchange.js';
import { createLineRelay, type LineRelay } from '../line-relay.js';
import type { Relay } from '../../session/relay.js';
import { sender } from './sender.js';

export interface StdioOptions extends ChildOptions {
  readonly command: Command;
  readonly relay: Relay;
  /** The client's side. */
  readonly input: Readable;
  readonly output: Writable;
  /** Aborting it ends everything, as a signal to this program does. */
  readonly abort?: AbortSignal;
  /** The proxy answers calls that have had no response for this many milliseconds. Default: never. */
  readonly timeout?: number;
  /** The longest line in bytes. Default 16 MiB. */
  readonly maxLine?: number;
  readonly session?: string;
  readonly clock?: () => number;
}

const MAX_LINE = 16 << 20;
/** Milliseconds to wait for a server to exit after its input is closed, with and without open calls. */
const LAST_WORDS = 1000;
const LAST_ANSWERS = 60_000;
const BEAT = 250;

/** Resolves to how the server ended, after all its output has been forwarded. */
export async function runStdio(options: StdioOptions): Promise<Ending> {
  const { command, relay, input, output, abort, maxLine = MAX_LINE, session = relay.server } = options;
  const child = await startChild(command, options);
  const exchange = createExchange(relay.session(session), { canAsk: true });
  const lines = createLineRelay({
    exchange,
    limit: maxLine,
    toServer: sender(child.input, input),
    toClient: sender(output, child.output),
  });
  const isWaiting = (): boolean => exchange.isWaiting();
  const stopBeat = keepBeat(options, lines);
  const stopWaiting = endWithClient(child, input, output, isWaiting);
  if (abort?.aborted === true) child.stop();
  abort?.addEventListener('abort', child.stop, { once: true });
  input.on('data', (chunk: Buffer) => lines.fromClient(chunk));
  input.once('end', () => lines.clientEnded());
  child.output.on('data', (chunk: Buffer) => lines.fromServer(chunk));
  const ending = await child.ended;
  lines.serverEnded(ending.how);
  stopBeat();
  stopWaiting();
  abort?.removeEventListener('abort', child.stop);
  // A paused pipe would keep this program alive.
  input.destroy();
  await flushed(output);
  return ending;
}

function keepBeat({ timeout, clock = Date.now }: StdioOptions, lines: LineRelay): () => void {
  if (timeout === undefined) return () => undefined;
  const timer = setInterval(() => lines.expire(timeout, clock()), Math.max(10, Math.min(BEAT, timeout / 4)));
  return () => clearInterval(timer);
}

/**
 * The client closed its input. The server is told and may exit by itself; otherwise it is ended. The client may still
 * wait for results, unless it is gone: then the output is closed or this program has a new parent.
 */
function endWithClient(
  child: Child,
  input: Readable,
  output: Writable,
  isWaiting: () => boolean,
): () => void {
  const parent = process.ppid;
  let timer: NodeJS.Timeout | undefined;
  const onEnd = (): void => {
    child.endInput();
    const since = Date.now();
    timer ??= setInterval(() => {
      const waited = Date.now() - since;
      const isGone = process.ppid !== parent || output.destroyed;
      if (isGone || waited > (isWaiting() ? LAST_ANSWERS : LAST_WORDS)) child.stop();
    }, BEAT);
  };
  input.once('end', onEnd);
  input.once('close', onEnd);
  output.once('error', child.stop);
  output.once('close', child.stop);
  return () => {
    input.off('end', onEnd);
    input.off('close', onEnd);
    clearInterval(timer);
  };
}

function flushed(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (output.destroyed || output.writableEnded) resolve();
    else output.write('', () => resolve());
  });
}
