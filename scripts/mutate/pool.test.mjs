import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createRunner, ENDLESS } from './pool.mjs';
import { byFile, scoreOf } from './score.mjs';

/** Stands in for the runner of tests: says what it is asked to say, ends, or never answers. */
const SCRIPT = `process.on('message', ({ tests: [word] }) => {
  if (word === 'end') process.exit(3);
  if (word !== 'hang') process.send({ verdict: word });
});
process.send({ isReady: true });`;
const folder = mkdtempSync(join(tmpdir(), 'rutbreak-runner-'));
const script = join(folder, 'runner.mjs');
writeFileSync(script, SCRIPT);
const runner = createRunner(script);
afterEach(() => runner.end());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('one runner answers several questions', async () => {
  expect(await runner.ask(['killed'], undefined, 10_000)).toBe('killed');
  expect(await runner.ask(['SURVIVED'], undefined, 10_000)).toBe('SURVIVED');
});

it.each([
  ['a run without end counts as killed, and the next question gets an answer', 'hang', 300, ENDLESS],
  [
    'a runner that ends proves nothing, and the next question gets an answer',
    'end',
    10_000,
    'NO RESULT the runner ended with 3',
  ],
])('%s', async (_, word, patience, verdict) => {
  expect(await runner.ask([word], undefined, patience)).toBe(verdict);
  expect(await runner.ask(['killed'], undefined, 10_000)).toBe('killed');
});

const result = (file, verdict) => ({ file, verdict });
const RESULTS = [
  ...[result('a.ts', 'killed'), result('a.ts', ENDLESS), result('a.ts', 'SURVIVED')],
  ...[result('b.ts', 'killed'), result('b.ts', 'NO TEST RAN x'), result('c.ts', 'out of range')],
];

it('the score counts mutants that a test has judged', () => {
  expect(scoreOf(RESULTS)).toEqual({ killed: 3, survived: 1, unclear: 1, outside: 1, score: 75 });
});

it('files with survivors are listed', () => {
  expect(byFile(RESULTS)).toEqual(['a.ts: 1 of 3 survived']);
});
