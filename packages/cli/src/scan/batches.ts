import { type Input, inspect, type Inspection } from './inspect.js';
import type { Finding } from './finding.js';
import type { Batch } from './worker-protocol.js';

const MAX_FINDINGS = 256;
/** Parts of the HTML report are much larger than other findings. */
const MAX_PAGES = 1024 * 1024;
/** Sent even without findings, so that progress is visible. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The most batches that may wait for the receiver. */
const MAX_UNTAKEN = 16;

/** Sends batches, and waits while too many are unread. */
export interface Sender {
  readonly send: (batch: Batch) => void;
  readonly taken: () => void;
  /** There is room for more. */
  readonly room: () => Promise<void>;
}

export function senderTo(post: (batch: Batch) => void): Sender {
  let untaken = 0;
  let wake: () => void = () => undefined;
  return {
    send(batch) {
      untaken++;
      post(batch);
    },
    taken() {
      untaken--;
      wake();
    },
    async room() {
      while (untaken >= MAX_UNTAKEN) await new Promise<void>((go) => (wake = go));
    },
  };
}

/** Processes one input and sends its findings. */
export async function inspectInBatches(
  input: Input,
  how: Omit<Inspection, 'onBytes'>,
  { send, room }: Sender,
): Promise<void> {
  let findings: Finding[] = [];
  let bytes = 0;
  let pages = 0;
  const flush = (isLast: boolean): void => {
    send({ findings, bytes, isLast });
    findings = [];
    bytes = 0;
    pages = 0;
  };
  const onBytes = (count: number): void => {
    bytes += count;
    if (bytes >= MAX_BYTES) flush(false);
  };
  for await (const finding of inspect(input, { ...how, onBytes })) {
    findings.push(finding);
    if (finding.kind === 'trace') pages += finding.session?.html.length ?? 0;
    if (findings.length < MAX_FINDINGS && pages < MAX_PAGES) continue;
    flush(false);
    await room();
  }
  flush(true);
}
