import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from './event/event.js';
import { createGuard } from './guard.js';
import { PRESETS, presetOf } from './presets/index.js';
import { call, edit, failure, message, times, turn } from './testing/trace.js';

const status = call('Bash', { command: 'git status' }, 'nothing to commit');
const attempt: AgentEvent = { kind: 'attempt', tool: 'Bash', args: { command: 'git status' } };
/** Makes the guard speak in this session, in a loop that has nothing to do with the copies. */
const before = [...times(9, status), ...times(4, attempt), turn('Now something else: make the tests pass.')];

/** A session in which the guard has spoken, and its words. */
function spoken(preset: string) {
  const session = createGuard({ preset: presetOf(preset) }).session('one');
  const texts = before.flatMap((event) => {
    const decision = session.observe(event);
    return decision.kind === 'act' && decision.text !== '' ? [decision.text] : [];
  });
  return { session, texts };
}

/** What the detectors find at each later event, without texts and scores. */
function detected(preset: string, events: readonly AgentEvent[]): readonly string[] {
  const { session } = spoken(preset);
  return events.map((event) => {
    const decision = session.observe(event);
    if (decision.kind === 'refused') return 'refused';
    return `${decision.verdict.status} ${decision.kind === 'act' ? decision.rung : '-'}`;
  });
}

/** Where an agent, a tool or a file may put a text. */
const PLACES: Readonly<Record<string, (text: string) => readonly AgentEvent[]>> = {
  'a result': (text) => times(9, call('Bash', { command: 'cat notes' }, text)),
  'the end of a result': (text) => times(9, call('Bash', { command: 'cat notes' }, `42 lines\n\n${text}`)),
  'a part of a result': (text) =>
    times(9, call('read', { path: 'notes' }, { content: [{ type: 'text', text }] })),
  'a failure': (text) => times(9, failure('Bash', { command: 'npm test' }, `1 failing\n${text}`)),
  'a command': (text) => times(9, failure('Bash', { command: `echo '${text}'; npm test` }, '1 failing')),
  'a message': (text) => times(9, message(`${text}\nI will now open the config file and look.`)),
  'a file': (text) =>
    Array.from({ length: 9 }, (_, i) => [
      call('Write', { path: 'notes', content: `${text} ${i % 2}` }, 'ok'),
      edit('notes', `h${i % 2}`, `h${(i + 1) % 2}`),
    ]).flat(),
};

/** The same text without the guard's mark. */
const neutral = (copy: string): string => copy.replaceAll(/rutbreak|loop/gi, 'page');

const MARKS = [
  '[rutbreak]',
  '[loop detection]',
  '<loop-recovery reset="1">',
  '</loop-recovery>',
  'LOOP_DETECTED',
];

const texts = [...new Set(PRESETS.flatMap((preset) => spoken(preset).texts))];

describe.each(PRESETS)('with the preset %s', (preset) => {
  it('a copy of what the guard said, here or elsewhere, whole or in part, changes nothing about detection', () => {
    expect(texts.length).toBeGreaterThan(4);
    const part = fc
      .record({
        text: fc.constantFrom(...texts),
        mark: fc.constantFrom('', ...MARKS),
        ends: fc.tuple(fc.nat(), fc.nat()),
      })
      .map(({ text, mark, ends: [a, b] }) => {
        const [from, to] = [a % text.length, text.length - (b % 3 === 0 ? 0 : b % text.length)];
        return `${mark}${from < to && a % 2 === 0 ? text.slice(from, to) : text}`;
      });
    fc.assert(
      fc.property(part, fc.constantFrom(...Object.keys(PLACES)), (copy, place) => {
        const eventsWith = PLACES[place] ?? (() => []);
        expect(detected(preset, eventsWith(copy))).toEqual(detected(preset, eventsWith(neutral(copy))));
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
