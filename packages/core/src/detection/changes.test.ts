import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../event/event.js';
import { absorb, newSession } from '../session/session.js';
import { call, edit, failure, message, state } from '../testing/index.js';
import { type Change, changesOf } from './changes.js';
import { type Trail, visit } from './trail.js';

const LENS = { window: 5, isClose: true, tools: {} };

/** What the last of these events changes, the earlier ones having left their trails. */
function changes(...events: readonly AgentEvent[]): readonly Change[] {
  let session = newSession();
  let trails: readonly Trail[] = [];
  let found: readonly Change[] = [];
  for (const event of events) {
    const moment = absorb(session, event, LENS);
    session = moment.session;
    found = changesOf(moment, trails);
    for (const { key, after } of found) trails = visit(trails, key, after, moment.seq).trails;
  }
  return found;
}
const change = (...events: readonly AgentEvent[]): Change => changes(...events)[0]!;
const replace = (from: string, to: string, path = 'a.yml'): AgentEvent =>
  call('Edit', { path, old_string: from, new_string: to }, 'ok');
const flag = (on: boolean): AgentEvent => call('flag_set', { on }, { on });

describe('changesOf', () => {
  it.each([
    ['an edit', edit('./src//a.css', '1', '2'), ['file src/a.css']],
    ['a replacement', replace('x', 'y'), ['file a.yml']],
    ['a written file', call('Write', { path: 'b.ts', content: 'x' }, 'ok'), ['file b.ts']],
    ['a setting', flag(true), ['setting flag_set']],
    ['a goal', state({ goal: 'ship it' }), ['goal ship it']],
    [
      'all parts of a snapshot',
      state({ goal: 'ship it', todos: { a: 'open', b: 'done' }, files: { 'x.ts': '1' } }),
      ['goal ship it', 'todo a', 'todo b', 'file x.ts'],
    ],
    ['a message', message('done'), []],
    ['a read', call('Read', { path: 'a' }, 'x'), []],
    ['a call that sets nothing', call('Bash', { command: 'ls' }, 'x'), []],
    ['an edit that failed', failure('Edit', { path: 'a', old: 'x', new: 'y' }, 'no match'), []],
    ['a setting that failed', failure('flag_set', { on: true }, 'denied'), []],
    ['a patch that says neither old nor new', call('apply_patch', { path: 'a', patch: '@@' }, 'ok'), []],
  ])('%s', (_, event, expected) => {
    expect(changes(event).map(({ kind, what }) => `${kind} ${what}`)).toEqual(expected);
  });

  it('knows from an edit what was there before, where it says so', () => {
    expect(change(edit('a', '1', '1'))).toMatchObject({ before: change(edit('a', '1', '1')).after });
    expect(change(edit('a', undefined, '1')).before).toBeNull();
    expect(change(edit('a', '1', '2')).after).toBe(change(edit('a', '2', '2')).before);
  });

  it('what is undone brings the old sum back, in whatever order', () => {
    const start = change(replace('x', 'x'));
    expect(start.after).toBe(0);
    const events = [
      ...[replace('x', 'y'), replace('long text', 'another'), replace('1', '2')],
      ...[replace('another', 'long text'), replace('2', '1')],
    ];
    expect(change(...events).after).toBe(change(replace('x', 'y')).after);
    expect(change(...events, replace('y', 'x')).after).toBe(0);
  });

  it('sums stay exact however many there are', () => {
    const there = Array.from({ length: 300 }, (_, i) => replace(`from ${i}`, `to ${i}`));
    const back = Array.from({ length: 300 }, (_, i) => replace(`to ${i}`, `from ${i}`));
    expect(change(...there, ...back).after).toBe(0);
  });

  it('each file has a sum of its own', () => {
    expect(change(replace('x', 'y', 'a.yml'), replace('y', 'x', 'b.yml')).after).not.toBe(0);
  });

  const look = (result: string): AgentEvent => call('rate', {}, result);
  it.each([
    ['nothing in between', [], false],
    ['an old answer', [look('value 1')], false],
    ['the same answer with other figures', [look('value 2')], false],
    ['a new answer', [look('page of the ledger')], true],
    ['a message', [message('page of the ledger')], false],
  ])('knows whether something was learned since: %s', (_, between, expected) => {
    const learned = (...events: readonly AgentEvent[]) => change(look('value 1'), ...events).hasLearned;
    expect(learned(flag(true), ...between, flag(false))).toBe(expected);
    expect(learned(replace('a', 'b'), ...between, replace('b', 'a'))).toBe(expected);
  });
});
