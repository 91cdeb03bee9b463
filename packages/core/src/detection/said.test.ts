import { describe, expect, it } from 'vitest';
import { absorb, newSession } from '../session/session.js';
import type { Saying } from '../session/speech.js';
import { call } from '../testing/index.js';
import { isRefrain, isReport, waitsSince } from './said.js';

const saying = (seq: number, more: Partial<Saying> = {}): Saying => ({
  ...{ seq, label: `number ${seq}`, spelling: seq, print: 1, words: '', mould: 0, size: 6, novelty: 0 },
  ...{
    saysNew: false,
    namesNew: false,
    isCredited: false,
    progress: seq,
    world: 0,
    task: 0,
    deeds: 0,
  },
  ...more,
});

describe('a report', () => {
  it.each([
    ['another number each time, and something new each time', {}, true],
    ['the very same words', { spelling: 1 }, false],
    ['nothing new came of it', { progress: 1 }, false],
    ['somebody asked for it', { task: 1 }, false],
  ])('%s', (_, more, expected) => {
    expect(isReport([saying(1), saying(2, more)])).toBe(expected);
  });
});

describe('a set phrase', () => {
  const other = saying(2, { print: 2, saysNew: true });
  it.each([
    ['somebody asked, and something new was said in between', 1, [other], true],
    ['nobody asked', 0, [other], false],
    ['nothing else was said', 1, [], false],
    ['what else was said had no new word', 1, [{ ...other, saysNew: false }], false],
  ])('%s', (_, task, between, expected) => {
    const alike = [saying(1), saying(3, { task })];
    expect(isRefrain([alike[0]!, ...between, alike[1]!], alike)).toBe(expected);
  });
});

it('waits are counted from the call after the event', () => {
  const lens = { window: 8, isClose: true, tools: {} };
  const events = [
    call('sleep', { seconds: 5 }, ''),
    call('ls', {}, 'a'),
    call('bash', { command: 'sleep 9; ls' }, 'a'),
  ];
  const { history } = events.reduce((session, event) => absorb(session, event, lens).session, newSession());
  expect([-1, 0, 1, 2].map((since) => waitsSince(history, since))).toEqual([2, 1, 1, 0]);
});
