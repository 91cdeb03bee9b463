import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ago, plain, when, words } from '../format.js';
import { wishOf } from '../keys.js';
import { readRoute, writeRoute } from '../route.js';

describe('the address of a view', () => {
  it.each([
    ['', { view: 'fleet', id: '', query: {} }],
    ['#/', { view: 'fleet', id: '', query: {} }],
    ['#/nowhere', { view: 'fleet', id: '', query: {} }],
    ['#/session', { view: 'fleet', id: '', query: {} }],
    ['#/sessions?q=a%20b&state=paused', { view: 'sessions', id: '', query: { q: 'a b', state: 'paused' } }],
    ['#/sessions/run-1?event=4', { view: 'session', id: 'run-1', query: { event: '4' } }],
    ['#/sessions/%E0%A4%A', { view: 'session', id: '%E0%A4%A', query: {} }],
    ['#/sessions/%ED%A0%80', { view: 'session', id: '%ED%A0%80', query: {} }],
    ['#/settings', { view: 'settings', id: '', query: {} }],
  ])('%j is read', (hash, route) => expect(readRoute(hash)).toEqual(route));

  it('an unpaired surrogate does not break the URL', () =>
    expect(writeRoute({ view: 'session', id: 'a\ud800', query: {} })).toBe('#/sessions/a%EF%BF%BD'));

  it('any id and any search survive a round trip', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (id, q) => {
        const route = { view: 'session', id, query: { q } } as const;
        expect(readRoute(writeRoute(route))).toEqual(route);
      }),
    ));
});

describe('a key', () => {
  const press = (key: string, isTyping = false): Parameters<typeof wishOf>[1] => ({
    ...{ key, isTyping, hasModifier: false },
  });
  it.each([
    ['', press('?'), { kind: 'help' }],
    ['', press('/'), { kind: 'search' }],
    ['', press('j'), { kind: 'move', by: 1 }],
    ['', press('k'), { kind: 'move', by: -1 }],
    ['', press('g'), { kind: 'wait' }],
    ['g', press('s'), { kind: 'go', view: 'sessions' }],
    ['g', press('e'), { kind: 'go', view: 'settings' }],
    ['g', press('j'), { kind: 'none' }],
    ['g', press('toString'), { kind: 'none' }],
    ['', press('j', true), { kind: 'none' }],
    ['', press('Escape', true), { kind: 'leave' }],
    ['', { ...press('k'), hasModifier: true }, { kind: 'none' }],
  ])('after %j, %j asks for %j', (before, given, wish) => expect(wishOf(before, given)).toEqual(wish));
});

const HARMFUL = ['\u0000', '\u001b', '\u007f', '\u009b', '\u202e', '\u2066', '\u200f', '\u200b'];

describe('text of an agent', () => {
  it.each([
    ['<b>bold</b>', '<b>bold</b>'],
    ['\u001b[31mred', '␛1b[31mred'],
    ['abc\u202edef', 'abc⟨U+202E⟩def'],
    ['tab\tand\nline', 'tab\tand\nline'],
    ['a\rb', 'a␛0db'],
    ['ad\u200bmin', 'ad⟨U+200B⟩min'],
    ['a\u200db', 'a⟨U+200D⟩b'],
    ['👩‍👩‍👧 is one', '👩‍👩‍👧 is one'],
    ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
    ['half\ud800', 'half⟨U+D800⟩'],
  ])('%j is shown as %j', (given, shown) => expect(plain(given)).toBe(shown));

  it('a megabyte is cut, and says so', () =>
    expect(plain('x'.repeat(1_000_000), 2000)).toBe(`${'x'.repeat(2000)}… (998,000 more)`));

  it('a label is cut short', () => expect(plain('a long name', 6)).toBe('a long…'));

  it('no invisible or direction-changing character is left', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...HARMFUL, 'a', '<', '\n') }), (text) => {
        expect(plain(text)).not.toMatch(/[\u0000-\u0008\u001b\u007f\u200b\u202a-\u202e\u2066-\u2069]/);
      }),
    ));
});

describe('figures in words', () => {
  it.each([
    [0, '0 s'],
    [59_999, '59 s'],
    [61_000, '1 m'],
    [7_300_000, '2 h'],
    [200_000_000, '2 d'],
    [-5, '0 s'],
  ])('%d ms ago is %s', (age, text) => expect(ago(1e12 - age, 1e12)).toBe(text));

  it('a time of today has no date, another one has', () => {
    const noon = new Date(2026, 4, 3, 12, 30, 5).getTime();
    expect(when(noon, noon + 1000)).toBe('12:30:05');
    expect(when(noon, noon + 86_400_000)).toBe('05-03 12:30');
  });

  it('names become words', () => expect(words('TOOL_PING_PONG')).toBe('Tool ping pong'));
});
