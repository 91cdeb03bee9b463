import { describe, expect, it } from 'vitest';
import { defineDetector, type Signal } from '../detection/detector.js';
import { integer } from '../detection/options.js';
import type { EventContext } from '../session/session.js';
import { lawsOf } from './test-detector.js';
import { call, delta, message } from './trace.js';

interface State {
  readonly seen: readonly string[];
}

const options = { limit: integer(2, { meaning: 'messages before a signal' }) };

function signalAt({ seq }: EventContext): Signal<'again'> {
  const evidence = {
    ...{ events: [seq], elements: ['x'], count: 2, window: 2, first: seq, last: seq },
    ...{ examples: ['x'], variations: [] },
  };
  return { messageId: 'again', score: 0.9, urgency: 'warn', identity: 'x', data: { text: 'x' }, evidence };
}

const text = ({ event }: EventContext): string =>
  event.kind === 'message' || event.kind === 'delta' ? event.text : '';

/** A valid detector: it signals when the last character of a text is `!`. */
const sound = defineDetector<State, typeof options, 'again'>({
  meta: {
    ...{ id: 'made-up', summary: 'Texts that shout.', listens: ['message', 'delta'], options },
    messages: { again: { text: '{{text}} again', category: 'OUTPUT_VERBATIM' } },
  },
  init: () => ({ seen: [] }),
  step: (_state, context) => ({
    state: { seen: [text(context)] },
    ...(text(context).endsWith('!') && { signal: signalAt(context) }),
  }),
});

const cases = {
  healthy: [
    { name: 'calm', events: [message('Hello.'), call('ls', {}, 'a')] },
    { name: 'a calm stream', events: [delta('Hello.')] },
  ],
  looping: [
    { name: 'loud', events: [message('Hello!')], signals: [{ at: 0, messageId: 'again' as const }] },
    {
      name: 'loud at last',
      events: [message('Hi.'), message('Hello!')],
      signals: [{ at: 1, messageId: 'again' as const }],
    },
    { name: 'a loud stream', events: [delta('Hello!')], signals: [{ at: 0, messageId: 'again' as const }] },
  ],
};

type Made = typeof sound;
type Given = Parameters<typeof lawsOf<State, typeof options, 'again'>>[1];

const broken = (detector: Made, given: Given = cases): readonly string[] =>
  lawsOf(detector, given).flatMap(({ name, check }) => {
    try {
      check();
      return [];
    } catch {
      return [name];
    }
  });

const withSignal = (change: (signal: Signal<'again'>, context: EventContext) => Signal<'again'>): Made => ({
  ...sound,
  step: (state, context, limits) => {
    const step = sound.step(state, context, limits);
    return step.signal ? { ...step, signal: change(step.signal, context) } : step;
  },
});

describe('laws of detectors', () => {
  it('a valid detector breaks none', () => {
    expect(broken(sound)).toEqual([]);
  });

  it.each<[mutant: string, detector: Made, law: string]>([
    ['a summary without an end', { ...sound, meta: { ...sound.meta, summary: 'Texts' } }, 'meta reads well'],
    [
      'a state that JSON cannot carry',
      {
        ...sound,
        step: (state, context) => ({
          state: { seen: [undefined as never] },
          // After a restart, `undefined` in a list has become null.
          ...(text(context).endsWith('!') &&
            (state.seen[0] as unknown) !== null && { signal: signalAt(context) }),
        }),
      },
      'a restart at any point changes nothing: loud at last',
    ],
    ['a score above 1', withSignal((signal) => ({ ...signal, score: 2 })), 'signals are well formed: loud'],
    [
      'a fact that is missing',
      withSignal((signal) => ({ ...signal, data: {} })),
      'signals are well formed: loud',
    ],
    [
      'evidence from the future',
      withSignal((signal) => ({ ...signal, evidence: { ...signal.evidence, events: [99] } })),
      'signals are well formed: loud',
    ],
    [
      'a decision by chunks',
      {
        ...sound,
        step: (state, context) => ({
          state,
          ...(text(context).length > 5 && text(context).endsWith('!') && { signal: signalAt(context) }),
        }),
      },
      'chunk boundaries do not matter: a loud stream',
    ],
    [
      'a state that grows',
      {
        ...sound,
        step: (state, context, limits) => ({
          ...sound.step(state, context, limits),
          state: { seen: [...state.seen, `${text(context)} and more`] },
        }),
      },
      'memory is bounded',
    ],
    [
      'a message that no case shows',
      {
        ...sound,
        meta: {
          ...sound.meta,
          messages: {
            ...sound.meta.messages,
            ...{ never: { text: 'never', category: 'OUTPUT_VERBATIM' as const } },
          },
        },
      },
      'every message is shown by some looping case',
    ],
  ])('%s breaks its law', (_, detector, law) => {
    expect(broken(detector)).toContain(law);
  });

  it('a law runs only where it can fail', () => {
    const names = lawsOf(sound, cases).map(({ name }) => name);
    expect(names).not.toContain('signals are well formed: calm');
    expect(names).not.toContain('chunk boundaries do not matter: calm');
    expect(names).not.toContain('chunk boundaries do not matter: loud');
    const deaf = { ...sound, meta: { ...sound.meta, listens: ['message' as const] } };
    const heard = lawsOf(deaf, cases).map(({ name }) => name);
    expect(heard.filter((name) => name.startsWith('chunk boundaries'))).toEqual([]);
  });
});
