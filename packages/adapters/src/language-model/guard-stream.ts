import type { Channel } from '@rutbreak/core/edge';
import type { Run } from '../run/run.js';
import type { Runs } from '../runs/runs.js';
import { type Message, type Part, tokensOf } from './parts.js';

const CHANNELS: Readonly<Record<string, Channel>> = {
  'text-delta': 'text',
  'reasoning-delta': 'reasoning',
  'tool-input-delta': 'arguments',
};

/** Passes everything through. A text that only repeats itself is ended in a form that the SDK accepts as complete. */
export function watchStream(run: Run<Message>, runs: Runs<Message>): TransformStream<Part, Part> {
  const open = new Map<unknown, string>();
  let text = '';
  return new TransformStream({
    transform(part, controller) {
      const { type, id, delta } = part as {
        readonly type: string;
        readonly id?: unknown;
        readonly delta?: unknown;
      };
      follow(open, type, id);
      if (type === 'tool-call') runs.learn(run, [part['toolCallId'] as string]);
      if (type === 'finish') run.answered(text, tokensOf(part['usage']));
      const channel = CHANNELS[type];
      controller.enqueue(part);
      if (channel === undefined || typeof delta !== 'string') return;
      if (channel === 'text') text += delta;
      if (!run.delta(delta, channel)) return;
      for (const end of endsOf(open)) controller.enqueue(end);
      run.answered('');
      controller.enqueue(halted(run));
      controller.terminate();
    },
  });
}

/** The texts, reasoning and arguments that are open. */
function follow(open: Map<unknown, string>, type: string, id: unknown): void {
  if (type.endsWith('-start') && id !== undefined) open.set(id, type.replace(/-start$/, '-end'));
  else if (type.endsWith('-end')) open.delete(id);
}

function endsOf(open: ReadonlyMap<unknown, string>): Part[] {
  return [...open].map(([id, type]) => ({ type, id }));
}

const NO_USAGE = { inputTokens: { total: undefined }, outputTokens: { total: undefined } };

function halted(run: Run<Message>): Part {
  const stop = run.stopped();
  return {
    ...{ type: 'finish', finishReason: { unified: 'other', raw: 'LOOP_DETECTED' }, usage: NO_USAGE },
    ...(stop && { providerMetadata: { rutbreak: { stop } } }),
  };
}

interface Answer {
  readonly content: readonly Part[];
  readonly finishReason: unknown;
  readonly usage?: unknown;
  readonly providerMetadata: unknown;
}

/** Converts a complete answer to a stream. */
export function endedStream(answer: Answer): ReadableStream<Part> {
  const { content, finishReason, usage, providerMetadata } = answer;
  const texts = content.flatMap(({ text }, at) => [
    { type: 'text-start', id: `${at}` },
    { type: 'text-delta', id: `${at}`, delta: text },
    { type: 'text-end', id: `${at}` },
  ]);
  const finish = { type: 'finish', finishReason, usage, providerMetadata };
  return ReadableStream.from([{ type: 'stream-start', warnings: [] }, ...texts, finish]);
}
