import type { Channel } from '@rutbreak/core/edge';
import { type Message, tokensOf } from '../language-model/parts.js';
import type { Run } from '../run/run.js';
import type { Runs } from '../runs/runs.js';

/** A part of an answer, as Mastra's output processors receive it. */
export interface StreamPart {
  readonly type: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Tracks the answers of one run. */
export interface Listener {
  readonly run: Run<Message>;
  /** Returns whether the answer should end here. */
  readonly hear: (part: StreamPart) => boolean;
}

const DELTAS: Readonly<Record<string, readonly [channel: Channel, field: string, id: string]>> = {
  'text-delta': ['text', 'text', 'id'],
  'reasoning-delta': ['reasoning', 'text', 'id'],
  'tool-call-delta': ['arguments', 'argsTextDelta', 'toolCallId'],
};

export function listenerOf(run: Run<Message>, runs: Runs<Message>): Listener {
  let text = '';
  /** First chunks. An answer that arrives in one chunk is not streamed and cannot be cut off. */
  const firsts = new Map<unknown, string>();
  const hearDelta = ({ type, payload = {} }: StreamPart): boolean => {
    const [channel, field, name] = DELTAS[type] ?? [];
    const piece = field === undefined ? undefined : payload[field];
    if (channel === undefined || name === undefined || typeof piece !== 'string') return false;
    if (channel === 'text') text += piece;
    const id = `${channel} ${String(payload[name])}`;
    const first = firsts.get(id);
    firsts.set(id, first === undefined ? piece : '');
    return first === undefined ? false : run.delta(first + piece, channel);
  };
  /** Calls follow the text of an answer and may run before the answer is complete. */
  const answer = (tokens = 0): void => {
    run.answered(text, tokens);
    text = '';
  };
  return {
    run,
    hear(part) {
      const { type, payload } = part;
      if (type === 'step-start') {
        text = '';
        firsts.clear();
      } else if (type === 'tool-call') {
        if (typeof payload?.['toolCallId'] === 'string') runs.learn(run, [payload['toolCallId']]);
        if (text !== '') answer();
      } else if (type === 'step-finish') answer(tokensOf(usageOf(payload)));
      if (!hearDelta(part)) return false;
      text = '';
      answer();
      return true;
    },
  };
}

function usageOf(payload: StreamPart['payload']): unknown {
  return (payload?.['output'] as { readonly usage?: unknown } | undefined)?.usage;
}
