import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { type Detector, DetectorError, type GivenVerdict } from './detector.js';

/** A detector that takes longer for one event counts as hung. */
const PATIENCE = 30_000;
/** How much of its standard error is shown when it fails. */
const TAIL = 500;

interface Waiting {
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A detector in any language: a process that reads JSON lines and answers each event with one.
 * `{"type":"start","id":"…"}` begins a trace, `{"type":"event","event":{…}}` expects a reply,
 * `{"type":"end"}` ends it.
 */
export function commandDetector(command: readonly string[], patience = PATIENCE): Detector {
  const [file, ...args] = command;
  if (file === undefined) throw new DetectorError('Name the command that is the detector.');
  const name = basename(args.find((arg) => !arg.startsWith('-')) ?? file);
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ask = conversation(child, name, patience);
  return {
    name,
    start: ({ id }) => {
      tell(child, { type: 'start', id });
      return {
        observe: async (event) => {
          const line = await ask(() => tell(child, { type: 'event', event }));
          return answerOf(line, name);
        },
        end: () => tell(child, { type: 'end' }),
      };
    },
    close: () => ended(child),
  };
}

function tell(child: ChildProcessWithoutNullStreams, message: object): void {
  child.stdin.write(`${JSON.stringify(message)}\n`);
}

/** Sends a message and resolves to the next line of output. */
function conversation(
  child: ChildProcessWithoutNullStreams,
  name: string,
  patience: number,
): (send: () => void) => Promise<string> {
  let waiting: Waiting | undefined;
  let failure: DetectorError | undefined;
  let tail = '';
  const fail = (what: string): void => {
    failure ??= new DetectorError(`${name} ${what}${tail === '' ? '' : `: ${tail.trim()}`}`);
    waiting?.reject(failure);
  };
  createInterface({ input: child.stdout }).on('line', (line) => waiting?.resolve(line));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-TAIL)));
  child.on('error', ({ code, message }: NodeJS.ErrnoException) =>
    fail(`cannot be started: ${code === 'ENOENT' ? 'there is no such program on the PATH' : message}`),
  );
  child.on('close', (code, signal) => fail(`ended with ${code ?? signal ?? 'nothing'} before it answered`));
  // The end of the process says more than a broken pipe.
  child.stdin.on('error', () => undefined);
  return async (send) => {
    if (failure) throw failure;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<string>((resolve, reject) => {
        waiting = { resolve, reject };
        timer = setTimeout(() => fail(`gave no answer within ${patience / 1000} s`), patience);
        send();
      });
    } finally {
      clearTimeout(timer);
      waiting = undefined;
    }
  };
}

function answerOf(line: string, name: string): GivenVerdict {
  try {
    return JSON.parse(line) as GivenVerdict;
  } catch {
    throw new DetectorError(`${name} answered a line that is not JSON: ${line.slice(0, 200)}`);
  }
}

/** Closes its input, which should end it; if not, it is killed. */
async function ended(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = once(child, 'close');
  child.stdin.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), 1000);
  await closed;
  clearTimeout(timer);
}
