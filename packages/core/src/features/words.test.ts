import { describe, expect, it } from 'vitest';
import { askedTimes } from './asked-times.js';
import { type CallFeatures, extractFeatures } from './call-features.js';
import type { Outcome } from './outcome/outcome.js';

// One behaviour for each word that no larger test would miss: `npm run mutate:presets -- --words` takes every word out.

function featuresOf(tool: string, args: unknown): CallFeatures {
  return extractFeatures({ tool, args, result: 'ok' });
}

function outcomeOf(result: unknown): Outcome {
  return extractFeatures({ tool: 'run', args: {}, result }).outcome;
}

describe('words of tools and commands', () => {
  it.each<[string, unknown, CallFeatures['effect']]>([
    ['rename', { from: 'a', to: 'b' }, 'write'],
    ['message', { to: 'ana' }, 'send'],
    ['yield', { result: 'x' }, 'send'],
    ['ls', { path: '.' }, 'read'],
    ['bash', { command: 'mv a.ts b.ts' }, 'write'],
    ['bash', { command: 'mkdir -p out' }, 'write'],
    ['bash', { command: 'chmod +x run.sh' }, 'write'],
    ['bash', { command: 'sudo mv a.ts b.ts' }, 'write'],
    ['bash', { command: 'git commit -m done' }, 'write'],
    ['bash', { command: 'sed -n 1,9p a.ts' }, 'read'],
    ['bash', { command: 'rg needle src' }, 'read'],
  ])('%s %j: %s', (tool, args, effect) => {
    expect(featuresOf(tool, args).effect).toBe(effect);
  });
});

describe('names of arguments', () => {
  it.each(['file', 'url'])('%s names what a call is about', (name) => {
    expect(featuresOf('run', { [name]: 'a/b' }).path).toBe('a/b');
  });

  it.each(['file_text', 'body', 'code'])('%s is the content of a write', (name) => {
    expect(featuresOf('write', { path: 'a', [name]: 'let x' }).contentHash).not.toBe(0);
  });

  it('a number of milliseconds may be a wait', () => {
    expect(featuresOf('check', { block_ms: 500 }).hasWait).toBe(true);
  });
});

describe('words of failure', () => {
  it.each<[unknown, Outcome['failure']]>([
    [{ exitCode: 2, out: 'x' }, 'hard'],
    [{ returncode: 1, out: 'x' }, 'hard'],
    ['NullPointerException at line 3', 'soft'],
    ['unable to open the door', 'soft'],
    ['invalid size', 'soft'],
    ['rejected by the server', 'soft'],
    ['the request timed out', 'soft'],
    ['finished with no error', 'no'],
  ])('%j: %s', (result, failure) => {
    expect(outcomeOf(result).failure).toBe(failure);
  });
});

describe('words of success and of nothing', () => {
  it.each(['all tests pass', 'success'])('%s', (result) => {
    expect(outcomeOf(result).passes).toBe(true);
  });

  it.each(['null', 'empty set', 'there is no matching key'])('%s', (result) => {
    expect(outcomeOf(result).kind).toBe('nothing');
  });
});

describe('numbers with a unit', () => {
  it.each(['h', ' min', ' minutes'])('3%s and 4 of them are durations', (unit) => {
    expect(outcomeOf(`the copy took 4${unit}`).content).toBe(outcomeOf(`the copy took 3${unit}`).content);
  });

  it('a rate is no duration', () => {
    const [slow, fast] = [12, 40].map((rate) => outcomeOf({ mb_per_s: rate, disk: 'sda' }));
    expect(fast!.content).not.toBe(slow!.content);
  });

  it('times in other languages', () => {
    expect(askedTimes('Relance le test 5 fois.')).toBe(5);
    expect(askedTimes('テストを10回')).toBe(10);
  });
});

it('a list of content blocks is read alike with its frame and without', () => {
  const blocks = [{ type: 'text', text: 'rows: 12 of 40' }];
  expect(outcomeOf({ content: blocks }).slotNames).toEqual(outcomeOf(blocks).slotNames);
  expect(outcomeOf({ lines: blocks }).slotNames).not.toEqual(outcomeOf(blocks).slotNames);
});
