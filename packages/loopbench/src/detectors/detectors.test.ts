import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { different, same } from '../data/made-up.js';
import { commandDetector } from './command-detector.js';
import { type Detector, readVerdict } from './detector.js';
import { moduleDetector } from './module-detector.js';
import { presetDetector } from './preset-detector.js';
import { referenceDetectors } from './reference.js';

const TEMPLATES = join(import.meta.dirname, '../../templates');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const open: Detector[] = [];
afterEach(async () => {
  for (const detector of open.splice(0)) await detector.close?.();
});

function started(command: readonly string[], patience?: number): Detector {
  const detector = commandDetector(command, patience);
  open.push(detector);
  return detector;
}

const node = (code: string, patience?: number): Detector => started([process.execPath, '-e', code], patience);

async function actions(detector: Detector, events: readonly unknown[]): Promise<string[]> {
  const session = detector.start({ id: 'a' });
  const seen: string[] = [];
  for (const event of events) seen.push(readVerdict(await session.observe(event), detector.name).action);
  await session.end?.();
  return seen;
}

describe('an answer', () => {
  it.each([
    ['nothing at all says nothing', undefined, { action: 'none', score: 0 }],
    ['an action without a score is sure', { action: 'stop' }, { action: 'stop', score: 1 }],
    ['a score alone warns nobody', { score: 0.4 }, { action: 'none', score: 0.4 }],
  ])('%s', (_, given, verdict) => {
    expect(readVerdict(given, 'x')).toEqual(verdict);
  });

  it.each([
    ['a bare word', 'loop', 'an answer is an object'],
    ['an unknown action', { action: 'shout' }, '`action` is one of none, warn, block, stop'],
    ['a score above 1', { score: 7 }, '`score` is a number from 0 to 1'],
  ])('%s is refused by name', (_, given, message) => {
    expect(() => readVerdict(given, 'mine')).toThrow(`mine answered ${JSON.stringify(given)}; ${message}`);
  });
});

describe('the templates', () => {
  const warnsAtThird = ['none', 'none', 'warn', 'warn'];

  it('the JavaScript module warns at the third equal call and starts each trace afresh', async () => {
    const detector = await moduleDetector(join(TEMPLATES, 'detector.mjs'));
    expect(detector.name).toBe('same-call-three-times');
    expect(await actions(detector, same(4))).toEqual(warnsAtThird);
    expect(await actions(detector, same(2))).toEqual(['none', 'none']);
    expect(await actions(detector, different(3))).toEqual(['none', 'none', 'none']);
  });

  it.skipIf(!hasPython)('the Python command does the same', async () => {
    const detector = started(['python3', join(TEMPLATES, 'detector.py')]);
    expect(detector.name).toBe('detector.py');
    expect(await actions(detector, same(4))).toEqual(warnsAtThird);
    expect(await actions(detector, same(2))).toEqual(['none', 'none']);
    expect(await actions(detector, [{ kind: 'message', text: 'ä\n"' }, ...different(2)])).toEqual([
      ...['none', 'none', 'none'],
    ]);
  });
});

describe('a command', () => {
  const ECHO = `
    let id;
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const message = JSON.parse(line);
      if (message.type === 'start') id = message.id;
      if (message.type === 'event') console.log(JSON.stringify({ action: message.event.kind === id ? 'block' : 'none' }));
    });`;

  it('receives the id of the trace, and answers each event with a line', async () => {
    expect(await actions(node(ECHO), [{ kind: 'b' }, { kind: 'a' }])).toEqual(['none', 'block']);
  });

  it.each([
    ['that says no JSON', "process.stdin.on('data', () => console.log('well'))", 'not JSON: well', undefined],
    [
      'that ends',
      "console.error('I am tired'); process.exit(3)",
      'ended with 3 before it answered: I am tired',
    ],
    ['that never answers', "process.stdin.on('data', () => undefined)", 'gave no answer within 0.3 s', 300],
  ])('%s is reported with the cause', async (_, code, message, patience?: number) => {
    await expect(actions(node(code, patience), same(1))).rejects.toThrow(message);
  });

  it('a missing one is reported', async () => {
    await expect(actions(started(['no-such-program-here']), same(1))).rejects.toThrow('cannot be started');
  });
});

describe('a module', () => {
  it('one that is missing or exports no start is reported', async () => {
    await expect(moduleDetector('nowhere.mjs')).rejects.toThrow('nowhere.mjs cannot be loaded');
    const file = join(import.meta.dirname, '../group.ts');
    await expect(moduleDetector(file)).rejects.toThrow('exports no function `start`');
  });
});

describe('the reference detectors', () => {
  it('are ours, the five designs, seven rules and two that must find nothing', () => {
    const kinds = referenceDetectors(new Map()).map(({ kind }) => kind);
    const count = (wanted: string): number => kinds.filter((kind) => kind === wanted).length;
    expect([count('ours'), count('design'), count('rule'), count('baseline')]).toEqual([1, 5, 7, 2]);
  });

  it('each has a unique name and a summary', () => {
    const all = referenceDetectors(new Map());
    expect(new Set(all.map(({ detector }) => detector.name)).size).toBe(all.length);
    expect(all.every(({ summary }) => summary.length > 5)).toBe(true);
  });

  it('a window of calls and results that occurs three times ends the run', async () => {
    const windowHash = referenceDetectors(new Map()).find(({ detector }) => detector.name === 'window-hash')!;
    expect((await actions(windowHash.detector, same(6))).indexOf('stop')).toBe(4);
    expect(await actions(windowHash.detector, different(9))).not.toContain('stop');
  });

  it('a preset uses the terms of the benchmark', async () => {
    expect(await actions(presetDetector('cycles'), same(2))).toEqual(['none', 'warn']);
    expect(await actions(presetDetector('default'), [{ kind: 'nonsense' }])).toEqual(['none']);
  });
});
