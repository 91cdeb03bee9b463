import { describe, expect, it } from 'vitest';
import { CATEGORIES, type Category } from './detection/category.js';
import { type Rung, RUNGS } from './escalation/ladder.js';
import { createGuard } from './guard.js';
import type { GuardOptions } from './guard/types.js';
import type { Act } from './pipeline.js';
import { firstAct } from './testing/loops.js';
import { LOOP_SCRIPTS } from './testing/scripts.js';
import { call, times } from './testing/trace.js';
import { liftCommands, personText } from './recovery/render/person.js';
import type { DecisionContext } from './recovery/message-renderer.js';
import { presetOf } from './presets/index.js';
import { defaultTexts } from './recovery/texts/default.js';

const MOST: Partial<Record<Rung, number>> = { nudge: 60, redirect: 150 };
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const EDGES: Readonly<Record<string, GuardOptions>> = {
  everything: {},
  'an MCP proxy': { capabilities: { appendToResult: true, veto: true } },
  'an edge that only speaks': { capabilities: { appendToResult: true, injectMessage: true } },
};

/** The guard's texts in 60 steps of a loop that nobody ends. */
function said(category: Category, options: GuardOptions): readonly Act[] {
  const session = createGuard(options).session('one');
  const script = LOOP_SCRIPTS.find((one) => one.category === category)!;
  return Array.from({ length: 60 }, (_, n) => script.step(n))
    .flat()
    .map((event) => session.observe(event))
    .flatMap((one) => (one.kind === 'act' && one.text !== '' ? [one] : []));
}

describe.each(Object.entries(EDGES))('texts about real loops, for %s', (_, options) => {
  it.each(CATEGORIES)('%s: short, and no text repeats the one before', (category) => {
    const acts = said(category, options);
    // A text has no result to append to.
    const isSilent = !options.capabilities?.injectMessage && options.capabilities !== undefined;
    expect(acts.length > 0 || isSilent).toBe(true);
    for (const { rung, text } of acts)
      expect([text, wordsIn(text) <= (text.startsWith('<') ? 150 : (MOST[rung] ?? 200))]).toEqual([
        text,
        true,
      ]);
    const texts = acts.map(({ text }) => text);
    expect(texts.filter((text, i) => text === texts[i - 1])).toEqual([]);
  });
});

/** Facts of maximum length. */
const LONG: Partial<DecisionContext> = {
  ...{ result: 'a b '.repeat(500), firstError: 'e f '.repeat(500), count: 2 },
  attempts: Array.from({ length: 9 }, () => ({ approach_summary: 'x y '.repeat(99), failed_at: 'now' })),
  tally: { ran: 12_345, refused: 6789, since: 0 },
};

describe('the limits hold whatever is quoted', () => {
  it.each(CATEGORIES)('%s', (category) => {
    const { verdict } = firstAct(category);
    const { signal } = verdict.primary!;
    const calls = [{ tool: 'Bash', args: 'a b '.repeat(40), key: 1 }];
    const data = { ...signal.data, call: `Bash(${'a b '.repeat(40)})`, text: 'q r '.repeat(90) };
    const primary = {
      ...{ ...verdict.primary!, category, brief: 'so many words '.repeat(40) },
      signal: { ...signal, data, evidence: { ...signal.evidence, calls } },
    };
    for (const rung of ['nudge', 'redirect'] as const) {
      const { text } = defaultTexts({ ...LONG, count: 2, rung, verdict: { ...verdict, primary } });
      expect([text, wordsIn(text) <= MOST[rung]!]).toEqual([text, true]);
    }
  });
});

const status = call('Bash', { command: 'git status' }, 'nothing to commit', {
  at: Date.UTC(2026, 0, 5, 12, 40),
});

describe('numbers are true', () => {
  it('every decision counts calls that ran and refused calls separately', () => {
    const session = createGuard({ capabilities: { appendToResult: true, veto: true } }).session('one');
    for (const event of times(7, status)) session.observe(event);
    const attempt = { tool: 'Bash', args: { command: 'git status' } };
    const tallies = [1, 2, 3].map(() => session.before(attempt)).map((one) => (one as Act).tally);
    expect(tallies).toEqual([1, 2, 3].map((refused) => ({ ran: 7, refused, since: status.at })));
  });

  it('calls count even while the guard is silent', () => {
    const session = createGuard({ capabilities: { appendToResult: true } }).session('one');
    const acts = times(485, status).map((event) => session.observe(event));
    const last = acts.findLastIndex((one) => one.kind === 'act' && one.rung !== 'observe');
    expect((acts[last] as Act).tally).toEqual({ ran: last + 1, refused: 0, since: status.at });
  });

  it.each([
    ['votes: a reset clears the windows, and the count goes on', 'votes', 12],
    ['cycles: calls that run in spite of a stop count', 'cycles', 9],
    ['matrix: calls that run in spite of a block count', 'matrix', 9],
  ])('%s', (_, preset, calls) => {
    const session = createGuard({ preset: presetOf(preset) }).session('one');
    const last = times(calls, status)
      .map((event) => session.observe(event))
      .at(-1) as Act;
    expect(last.tally).toMatchObject({ ran: calls, refused: 0 });
    session.observe(call('Bash', { command: 'ls' }, 'a.ts'));
    expect((session.observe(status) as Partial<Act>).tally?.ran ?? calls + 1).toBe(calls + 1);
  });

  it('an override keeps the count', () => {
    const session = createGuard().session('one');
    for (const event of times(5, status)) session.observe(event);
    session.override({});
    const acts = times(5, status).map((event) => session.observe(event));
    expect((acts.at(-1) as Partial<Act>).tally?.ran).toBe(10);
  });

  it('a refusal contains both numbers', () => {
    const session = createGuard({ capabilities: { veto: true } }).session('one');
    for (const event of times(7, status)) session.observe(event);
    const attempt = { tool: 'Bash', args: { command: 'git status' } };
    session.before(attempt);
    expect(session.before(attempt)).toMatchObject({
      text: expect.stringContaining('It ran 7 times and was refused 2 times.'),
    });
  });
});

describe('a person learns how to lift it, and the model does not', () => {
  const acts = said('TOOL_REPETITION', {});

  it('no text for the model names a command', () => {
    for (const { text } of acts) expect(text).not.toMatch(/rutbreak session/);
    expect(acts.at(-1)?.text).toContain('A person can lift this.');
  });

  it('the text for a person names both commands, the count and the time', () => {
    const session = createGuard().session('one');
    const act = times(7, status)
      .map((event) => session.observe(event))
      .at(-1) as Act;
    const text = personText(act, 'claude:42');
    expect(text).toContain('rutbreak session reset claude:42');
    expect(text).toContain('rutbreak session override claude:42');
    expect(text).toContain('Seen 7 times, at events 0 to 6, noticed at 12:40 UTC.');
  });

  it.each([
    ['my session', "rutbreak session reset 'my session'"],
    ["it's; rm -rf x", String.raw`rutbreak session reset 'it'\''s; rm -rf x'`],
    ['-f', "rutbreak session reset '-f'"],
  ])('the id %j is quoted for a shell', (id, command) => {
    expect(liftCommands(id).reset).toBe(command);
  });
});

it('the page of all texts is up to date', async () => {
  const rows = CATEGORIES.flatMap((category) =>
    RUNGS.filter((rung) => rung !== 'observe').map((rung) => {
      const { verdict } = firstAct(category);
      const named = { ...verdict, primary: { ...verdict.primary!, category } };
      const count = RUNGS.indexOf(rung);
      const { text, actions } = defaultTexts({ rung, verdict: named, count });
      const shown = text
        .replaceAll('|', String.raw`\|`)
        .replaceAll('<', '&lt;')
        .replaceAll('\n', '<br>');
      return `| ${category} | ${rung} | ${shown} | ${actions.join(', ')} |`;
    }),
  );
  const page = [
    '# Texts of the default preset',
    '',
    'Made from the code: `npx vitest run packages/core/src/text-lengths.test.ts -u` writes this page anew.',
    'A nudge has at most 60 words and a redirect at most 150. Which next step is named depends on how often the loop was',
    'spoken of, so that no text repeats the one before. Text for a person names the commands that lift a block; text for',
    'the model only says that a person can.',
    '',
    '<!-- prettier-ignore-start -->',
    '',
    '| category | rung | text | actions |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '<!-- prettier-ignore-end -->',
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot('./../../../docs/texts.md');
});
