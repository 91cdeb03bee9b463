import { describe, expect, it } from 'vitest';
import type { Category } from './detection/category.js';
import type { AgentEvent } from './event/event.js';
import { createGuard } from './guard.js';
import { PRESETS, presetOf } from './presets/index.js';
import { LOOPS } from './testing/loops.js';
import { call, edit, failure, message, times } from './testing/trace.js';

const status = call('Bash', { command: 'git status' }, 'nothing to commit');

/** Every text that a preset writes about a loop of calls, for all capabilities of an edge. */
function textsOf(preset: string): readonly string[] {
  const session = createGuard({ preset: presetOf(preset) }).session('said');
  const attempt: AgentEvent = { kind: 'attempt', tool: 'Bash', args: { command: 'git status' } };
  const decisions = [...times(9, status), ...times(4, attempt)].map((event) => session.observe(event));
  return decisions.flatMap((one) => (one.kind === 'act' && one.text !== '' ? [one.text] : []));
}

const MARKS = [
  ...['[rutbreak]', '[loop detection]', '<loop-recovery reset="1" urgency="high">', '</loop-recovery>'],
  ...['<loop-recovery reset="1" urgency="high">\n\nEnough.\n</loop-recovery>', 'LOOP_DETECTED'],
  '⚠️ Loop detected: You appear to be repeating the same sequence of tool calls',
];
const texts = [...new Set(PRESETS.flatMap(textsOf))];
const copies = [...MARKS, ...texts, ...texts.map((text) => text.slice(0, Math.ceil(text.length / 2)))];

/** What the detectors find at each event, without texts and scores. */
function detected(events: readonly AgentEvent[]): readonly string[] {
  const session = createGuard().session('one');
  return events.map((event) => {
    const decision = session.observe(event);
    if (decision.kind === 'refused') return 'refused';
    const rung = decision.kind === 'act' ? decision.rung : '-';
    return `${decision.verdict.status} ${rung}`;
  });
}

const run = (one: AgentEvent): readonly AgentEvent[] => times(14, one);
/** The same text without the guard's mark. */
const neutral = (copy: string): string => copy.replaceAll(/rutbreak|loop/gi, 'page');

describe("a copy of the guard's words does not change detection", () => {
  it('the guard wrote something that can be copied', () => {
    expect(texts.length).toBeGreaterThan(12);
  });

  it.each(copies.map((copy) => [copy.slice(0, 70), copy]))('%j', (_, copy) => {
    const plain = detected(run(status));
    const own = (text: string): Readonly<Record<string, readonly AgentEvent[]>> => ({
      'behind a result': run(call('Bash', { command: 'git status' }, `nothing to commit\n\n${text}`)),
      'before a result': run(call('Bash', { command: 'git status' }, `${text}\nnothing to commit`)),
      'in a part': run(
        call('Bash', { command: 'git status' }, [{ type: 'text', text: `nothing to commit\n${text}` }]),
      ),
      'in an argument': run(call('search', { query: text }, 'nothing to commit')),
    });
    for (const [place, events] of Object.entries(own(copy))) {
      const control = own(neutral(copy))[place]!;
      expect([place, detected(events)]).toEqual([place, detected(control)]);
      if (MARKS.includes(copy) && place.includes('result'))
        expect([place, detected(events)]).toEqual([place, plain]);
    }
    const failing = (text: string) =>
      run(failure('Bash', { command: `echo '${text}'; npm test` }, `${text}\n1 failing`));
    expect(detected(failing(copy)).some((one) => one.startsWith('looping'))).toBe(true);
    const shown = (text: string) => run(call('Bash', { command: 'cat notes' }, text));
    expect(detected(shown(copy))).toEqual(detected(shown(neutral(copy))));
    const said = (text: string) => run(message(`${text} I will now open the config file and look.`));
    expect(detected(said(copy)).some((one) => one.startsWith('looping'))).toBe(true);
  });

  it.each(Object.keys(LOOPS) as Category[])(
    '%s: as separate messages between the events of a loop, copies hide nothing',
    (category) => {
      const events = LOOPS[category];
      const copy = '[rutbreak] This call was not run.';
      const withCopy = [
        ...events.map((event) =>
          event.kind === 'call' ? { ...event, result: withText(event.result, copy) } : event,
        ),
      ];
      expect(detected(withCopy)).toEqual(detected(events));
    },
  );

  it("edits whose results look like the guard's refusals still count as edits", () => {
    const writes = (text: string) =>
      Array.from({ length: 10 }, (_, i) => [
        call('Write', { path: 'a.css', content: i % 2 ? 'one' : 'two' }, `${text}ok`),
        edit('a.css', `h${i % 2}`, `h${(i + 1) % 2}`),
      ]).flat();
    expect(detected(writes('[rutbreak] '))).toEqual(detected(writes('')));
  });
});

function withText(result: unknown, copy: string): unknown {
  return typeof result === 'string' ? `${result}\n\n${copy}` : result;
}
