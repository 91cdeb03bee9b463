import { describe, expect, it } from 'vitest';
import { play } from '../testing/play.js';
import { call, deltas, edit, error, failure, message, state, step, times, turn } from '../testing/trace.js';
import type { Finding } from '../verdict/verdict.js';
import { type Archive, createArchive } from './archive.js';
import { preventionHint } from './hint.js';

/** The loops that a preset finds in these events. */
const loopsOf = (events: readonly object[], preset = 'votes'): Finding[] =>
  play(preset, events).flatMap((decision) =>
    decision.kind === 'refused' ? [] : [...decision.verdict.findings],
  );
const loopOf = (events: readonly object[]): Finding => loopsOf(events).at(-1)!;

const status = loopOf(times(3, call('Bash', { command: 'git status' }, 'clean')));
const statusShort = loopOf(times(3, call('Bash', { command: 'git status --short' }, 'clean')));
const search = loopOf(times(3, call('web_search', { query: 'weather in Berlin' }, 'sunny')));

describe('R15 the archive recognises loops', () => {
  it('counts the same loop from two sessions as one pattern', () => {
    const archive = createArchive();
    archive.record({ kind: 'seen', loop: status, at: 10 });
    archive.record({
      kind: 'seen',
      loop: loopOf(times(3, call('Bash', { command: 'git status' }, 'clean'))),
      at: 20,
    });
    expect(archive.rows()).toMatchObject([{ seen: 2, firstAt: 10, lastAt: 20, category: 'TOOL_REPETITION' }]);
  });

  it('finds the same loop first, then similar ones, and none of another kind', () => {
    const archive = createArchive();
    for (const loop of [statusShort, search, status]) archive.record({ kind: 'seen', loop });
    const known = archive.known(status);
    expect(known.map(({ likeness }) => likeness)[0]).toBe(1);
    expect(known).toHaveLength(2);
    expect(known[1]!.likeness).toBeGreaterThan(0.5);
    expect(known[1]!.likeness).toBeLessThan(1);
  });

  it.each([
    ['at most as many as asked for', { most: 1 }, 1],
    ['all, where little likeness is enough', { least: 0.01 }, 3],
    ['the same only', { least: 1 }, 1],
  ])('gives %s', (_, query, count) => {
    const archive = createArchive();
    for (const loop of [statusShort, search, status]) archive.record({ kind: 'seen', loop });
    expect(archive.known(status, query)).toHaveLength(count);
  });

  it('drops the least recently used pattern', () => {
    const archive = createArchive({ maxPatterns: 2 });
    for (const loop of [status, search, status, statusShort]) archive.record({ kind: 'seen', loop });
    expect(archive.rows()).toHaveLength(2);
    expect(archive.known(search)).toEqual([]);
  });

  it.each([5, null, 'rows', [5], [{ id: 'x' }]])('refuses values that are not rows: %j', (rows) => {
    expect(() => createArchive({ rows: rows as never })).toThrow(/OPTION_TYPE.*rows/);
  });

  it('survives through its rows', () => {
    const archive = createArchive();
    archive.record({ kind: 'outcome', loop: status, strategy: 'hint', isRecovered: true });
    const again = createArchive({ rows: JSON.parse(JSON.stringify(archive.rows())) });
    expect(again.known(status)).toEqual(archive.known(status));
  });

  it('refuses a bad size', () => {
    expect(() => createArchive({ maxPatterns: 0 })).toThrow(/maxPatterns/);
  });
});

describe('R15 personal patterns need consent', () => {
  it('without consent nothing is kept', () => {
    const archive = createArchive();
    expect(archive.record({ kind: 'seen', loop: status, user: 'ada' })).toBe(false);
    expect(archive.rows()).toEqual([]);
  });

  it('with consent they are kept under a digest, and shown to nobody else', () => {
    const archive = createArchive({ consent: true });
    expect(archive.record({ kind: 'seen', loop: status, user: 'ada' })).toBe(true);
    expect(JSON.stringify(archive.rows())).not.toContain('ada');
    expect(archive.known(status)).toEqual([]);
    expect(archive.known(status, { user: 'bob' })).toEqual([]);
    expect(archive.known(status, { user: 'ada' })).toHaveLength(1);
  });

  it('withdrawn consent leaves them behind; a person can be forgotten', () => {
    const archive = createArchive({ consent: true });
    archive.record({ kind: 'seen', loop: status, user: 'ada' });
    archive.record({ kind: 'seen', loop: status });
    expect(createArchive({ rows: archive.rows() }).rows()).toHaveLength(1);
    archive.forget('ada');
    expect(archive.rows()).toMatchObject([{ seen: 1 }]);
    archive.forget();
    expect(archive.rows()).toEqual([]);
  });
});

describe('R16 a hint from earlier sessions', () => {
  const tried = (...outcomes: readonly (readonly [string, boolean])[]): Archive => {
    const archive = createArchive();
    for (const [strategy, isRecovered] of outcomes) {
      archive.record({ kind: 'seen', loop: status });
      archive.record({ kind: 'outcome', loop: status, strategy, isRecovered });
    }
    return archive;
  };
  const hint = (archive: Archive, loop = status): string | undefined =>
    preventionHint(archive, { primary: loop })?.text;

  it.each([
    ['nothing known', tried(), undefined],
    [
      'what ended it',
      tried(['forbid-call', true], ['forbid-call', true], ['hint', false]),
      'A loop like this one was seen 3 times before (100 % alike). It was ended by forbidding the call in 2 of 2 cases. It came back after a hint (once).',
    ],
    [
      'one lucky case is no better than five of six',
      tried(['hint', true], ...Array.from({ length: 5 }, () => ['switch-model', true] as const), [
        'switch-model',
        false,
      ]),
      'A loop like this one was seen 7 times before (100 % alike). It was ended by another model in 5 of 6 cases.',
    ],
    [
      'a strategy of another name',
      tried(['my own trick', true]),
      'A loop like this one was seen once before (100 % alike). It was ended by something else in 1 of 1 cases.',
    ],
  ])('%s', (_, archive, expected) => expect(hint(archive)).toBe(expected));

  it('appears for a loop that only resembles a known one', () => {
    expect(hint(tried(['reset', true]), statusShort)).toMatch(
      /^A loop like this one was seen once before \([5-9]\d % alike\)/,
    );
  });

  it('says when people disagreed', () => {
    const archive = tried(['hint', false]);
    archive.record({ kind: 'override', loop: status });
    expect(preventionHint(archive, { primary: status })).toMatchObject({
      isDisputed: true,
      text: expect.stringContaining('People let it go on or called it a false alarm once.'),
    });
  });

  it('appears at an early sign, before the loop is complete', () => {
    const decisions = play('default', times(5, call('Bash', { command: 'git status' }, 'clean')));
    const signs = decisions.flatMap((one) => (one.kind === 'refused' ? [] : [one.verdict]));
    const closed = signs.find((verdict) => verdict.status === 'looping')!;
    const early = signs.find((verdict) => verdict.status === 'suspicious')!;
    const archive = createArchive();
    archive.record({ kind: 'seen', loop: closed.primary! });
    archive.record({ kind: 'outcome', loop: closed.primary!, strategy: 'redirect', isRecovered: true });
    expect(preventionHint(archive, early)).toMatchObject({ strategy: 'redirect', isDisputed: false });
    expect(signs.indexOf(early)).toBeLessThan(signs.indexOf(closed));
  });

  it('does not appear for a healthy verdict', () => {
    expect(preventionHint(tried(['reset', true]), {})).toBeUndefined();
  });
});

describe('R15 nothing in the archive can be decoded', () => {
  const SECRETS = [
    'hunter2',
    'Tr0ub4dor&3',
    ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_'),
    ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLWhlcmU',
    '4111111111111111',
    'alice@example.com',
    '/home/alice/clients/acme/merger.docx',
    'correct horse battery staple',
    'postgres://app:s3cr3t@db.internal/prod',
    'пароль-секрет',
  ];
  const eventsWith = (secret: string): readonly object[] => [
    turn(`please use ${secret}`),
    ...times(6, call(`tool-${secret}`, { command: secret, [secret]: [secret] }, `got ${secret}`)),
    ...times(6, failure('Bash', { command: `login ${secret}` }, `denied for ${secret}`)),
    ...[1, 2, 3, 4, 5, 6].map((n) =>
      failure('Bash', { command: `login ${n} ${secret}` }, `denied for ${secret}`),
    ),
    ...times(6, [call('Read', { path: secret }, 'a'), call('Edit', { path: secret, text: secret }, 'b')]),
    ...times(5, message(`I will now try to sign in with ${secret} once more, as before.`)),
    ...times(5, error('AuthError', `rejected ${secret}`, { fix: `set ${secret}` })),
    ...times(4, [edit(secret, 'a', secret), edit(secret, secret, 'a')]),
    ...times(4, [state({ goal: secret, files: [secret] }), state({ goal: 'other', todos: [secret] })]),
    ...times(6, step(`use ${secret}`, secret, 'failure')),
    ...deltas(`${secret} `.repeat(200), 40),
  ];
  const everywhere = (secret: string): string[] => {
    const bytes = Buffer.from(secret);
    const base64 = [0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift, 65), bytes])
        .toString('base64')
        .slice(shift === 0 ? 0 : 4, -4),
    );
    return [
      ...[secret, secret.toLowerCase(), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
      ...[bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url'), ...base64],
      Array.from(secret).reverse().join(''),
    ].filter((form) => form.length >= 6);
  };

  it.each(SECRETS)('in every position of %s', (secret) => {
    const archive = createArchive({ consent: true });
    for (const preset of ['default', 'entropy', 'matrix', 'drift', 'votes', 'cycles']) {
      for (const loop of loopsOf(eventsWith(secret), preset)) {
        archive.record({ kind: 'seen', loop });
        archive.record({ kind: 'override', loop, user: secret });
        archive.record({ kind: 'outcome', loop, strategy: secret, isRecovered: true });
      }
    }
    const written = JSON.stringify(archive.rows());
    const decoded = JSON.parse(`"${written.replaceAll('"', ' ').replaceAll('\\', '')}"`) as string;
    expect(archive.rows().length).toBeGreaterThan(10);
    for (const form of everywhere(secret)) {
      expect(written.toLowerCase()).not.toContain(form.toLowerCase());
      expect(decoded).not.toContain(form);
    }
  });
});
