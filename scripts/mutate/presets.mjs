// `npm run mutate:presets`: moves every constant of the five source designs by one and expects a test to
// fail, so that each number is held in place by a test. Nothing on disk changes (see vitest.config.ts).
//   --only TEXT   only constants whose line in the table contains TEXT
//   --sample N    only N constants, spread evenly and always the same ones
//   --default     instead: constants, comparisons and logic of the preset `default`; prints the score
//   --least N     with --default: the score in percent that is asked for, default 85
//   --own         with --default: only a file's own tests; a quick lower bound of the score
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { constants, partsOfDefault } from './mutants.mjs';
import { fail, ROOT, tool } from '../tools.mjs';

const AT_ONCE = 2;
/** The first run shows how long the tests take here; a loaded machine may take many times as long as an idle one. */
const FIRST_PATIENCE = 1_200_000;
const LEAST_PATIENCE = 120_000;
/** A mutant may turn a loop endless. A run that takes this many times as long as the tests alone has noticed. */
const PATIENCE_FACTOR = 5;
let patience = FIRST_PATIENCE;

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    default: { type: 'boolean', default: false },
    least: { type: 'string', default: '85' },
    own: { type: 'boolean', default: false },
  },
});
const scratch = mkdtempSync(join(tmpdir(), 'rutbreak-mutate-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** What the tests say with one mutation in place: killed, SURVIVED, or why the run proves nothing. */
async function verdictOf(tests, mutation) {
  const { timedOut, result, output } = await vitest(tests, mutation);
  if (timedOut) return 'killed (endless)';
  if (!result) return `NO RESULT ${lastLine(output)}`;
  if (result.numFailedTests > 0) return 'killed';
  const crash = result.testResults.find(({ status }) => status === 'failed');
  // A file that throws when it is imported fails without asking a single question.
  if (crash) return `NO TEST RAN ${lastLine(crash.message)}`;
  return result.numPassedTests > 0 ? 'SURVIVED' : 'NO TEST RAN';
}

let runs = 0;
function vitest(tests, mutation) {
  const report = join(scratch, `${++runs}.json`);
  // Threads, so that ending the process also ends a test that never returns.
  const flagsOfRun = [
    '--pool=threads',
    '--maxWorkers=1',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  const env = mutation ? { ...process.env, RUTBREAK_MUTATE: JSON.stringify(mutation) } : process.env;
  const child = spawn(process.execPath, [tool('vitest'), 'run', ...flagsOfRun, ...tests], { cwd: ROOT, env });
  return new Promise((done) => {
    let output = '';
    let timedOut = false;
    const timer = setTimeout(() => (timedOut = child.kill('SIGKILL')), patience);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('close', () => {
      clearTimeout(timer);
      done({ timedOut, output, result: readReport(report) });
    });
  });
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const lastLine = (text = '') => text.trim().split('\n').at(-1).slice(0, 200);

function choose(all) {
  const named = all.filter(({ label }) => label.includes(flags.only ?? ''));
  const count = Math.min(Number(flags.sample ?? named.length), named.length);
  return Array.from({ length: count }, (_, i) => named[Math.floor((i * named.length) / count)]);
}

/** Asks a file's own tests first: they take a tenth of the time. */
async function staged(tests, more, mutation) {
  const verdict = await verdictOf(tests, mutation);
  return verdict === 'SURVIVED' && more.length > 0 && !flags.own ? verdictOf(more, mutation) : verdict;
}

async function tryConstant({ label, value, moves, tests, more = [] }) {
  const verdicts = [];
  for (const { to, allowed, mutation } of moves) {
    verdicts.push({ to, verdict: allowed ? await staged(tests, more, mutation) : 'out of range' });
  }
  const cells = verdicts.map(({ to, verdict }) => `${to} ${verdict}`.padEnd(20));
  console.log(`${label.padEnd(62)} ${String(value).padStart(7)} → ${cells.join(' ')}`.trimEnd());
  return verdicts.map(({ verdict }) => verdict);
}

function isEnough(killed, survived) {
  const score = (100 * killed) / Math.max(1, killed + survived);
  console.log(`Mutation score of default: ${score.toFixed(1)} % (at least ${flags.least} % is asked for)`);
  return score >= Number(flags.least);
}

async function main() {
  const chosen = choose(flags.default ? partsOfDefault() : constants());
  if (chosen.length === 0) fail('No such constant.');
  const every = [
    ...new Set(chosen.flatMap(({ tests, more = [] }) => (flags.own ? tests : [...tests, ...more]))),
  ];
  const start = Date.now();
  const before = await verdictOf(every);
  patience = Math.max(LEAST_PATIENCE, PATIENCE_FACTOR * (Date.now() - start));
  if (before !== 'SURVIVED')
    fail(
      `The tests must pass before anything is moved, but: ${before}. Run: npx vitest run ${every.join(' ')}`,
    );

  console.log(`${chosen.length} places, each moved one down and one up, or turned round:`);
  const verdicts = [];
  const queue = chosen.values();
  const work = async () => {
    for (const constant of queue) verdicts.push(...(await tryConstant(constant)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  const count = (start) => verdicts.filter((verdict) => verdict.startsWith(start)).length;
  const survived = count('SURVIVED');
  const unclear = count('NO ');
  console.log(
    `${count('killed')} killed, ${survived} survived, ${unclear} without a test run, ${count('out')} out of range`,
  );
  if (!flags.default) process.exitCode = survived + unclear > 0 ? 1 : 0;
  else process.exitCode = isEnough(count('killed'), survived) && unclear === 0 ? 0 : 1;
}

await main();
