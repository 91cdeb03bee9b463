import { messageFeatures } from '../../features/message-features.js';
import { defineDetector } from '../detector.js';
import { jaccard } from '../mechanisms/arguments.js';
import { signalFrom } from '../mechanisms/found.js';
import { integer } from '../options.js';

const options = {
  limit: integer(4, { min: 2, meaning: 'reports of one error, or of one fix, that make a loop' }),
};

interface Known {
  readonly words: readonly number[];
  readonly isFix: boolean;
  readonly events: readonly number[];
}

const ALIKE = 0.8;
const MAX_KNOWN = 8;
const MAX_EVENTS = 12;

/** A reported error (not the outcome of a call) comes again, or gets the same fix again. */
export const reportedError = defineDetector({
  meta: {
    id: 'reported-error',
    summary: 'The same error is reported again, or the same fix tried again.',
    listens: ['error'],
    family: 'calls',
    mechanism: 'run',
    options,
    memory: 'task',
    messages: {
      error: { text: 'the same error {{count}}x: {{error}}', category: 'ERROR_REPETITION', cap: 'redirect' },
      fix: { text: 'the same fix {{count}}x: {{error}}', category: 'FIX_REPETITION', cap: 'redirect' },
    },
  },

  init: (): readonly Known[] => [],

  step(state, context, { limit }) {
    const { event, seq } = context;
    if (event.kind !== 'error') return { state };
    const error = note(state, event.message, false, seq);
    const fix =
      event.fix === undefined || event.fix === '' ? undefined : note(error.state, event.fix, true, seq);
    const [events, messageId] =
      fix && fix.events.length > error.events.length
        ? [fix.events, 'fix' as const]
        : [error.events, 'error' as const];
    const data = { error: event.message.slice(0, 80).replaceAll('\n', ' ') };
    const identity = `error:${events[0] ?? 0}`;
    const signal =
      events.length < 2
        ? undefined
        : signalFrom(context, {
            messageId,
            share: events.length / limit,
            events,
            count: events.length,
            identity,
            data,
          });
    return { state: (fix ?? error).state, ...(signal && { signal }) };
  },
});

function note(state: readonly Known[], text: string, isFix: boolean, seq: number) {
  const { words } = messageFeatures(text);
  const known = state.find((one) => one.isFix === isFix && jaccard(one.words, words) >= ALIKE);
  const events = [...(known?.events ?? []), seq].slice(-MAX_EVENTS);
  const others = state.filter((one) => one !== known);
  return { events, state: [...others, { words: known?.words ?? words, isFix, events }].slice(-MAX_KNOWN) };
}
