import { defineDetector, says } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { integer } from '../options.js';
import { type KnownError, note } from '../weights/reported-error.js';

const options = {
  limit: integer(4, { min: 2, meaning: 'reports of one error, or of one fix, that make a loop' }),
};

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
      error: says('ERROR_REPETITION', 'redirect', 'the same error {{count}}x: {{error}}'),
      fix: says('FIX_REPETITION', 'redirect', 'the same fix {{count}}x: {{error}}'),
    },
  },

  init: (): readonly KnownError[] => [],

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
