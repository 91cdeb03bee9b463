// `npm run mutate:presets`: changes one place after another and expects a test to fail. Nothing on disk changes (see
// mutating.mjs).
import { parseArgs } from 'node:util';
import { fail } from '../tools.mjs';
import { constants, partsOfDefault, wordsOfDefault } from './mutants.mjs';
import { createRunner, DECISIONS } from './pool.mjs';
import { byFile, scoreOf } from './score.mjs';

const AT_ONCE = 2;
/** The first run shows how long the tests take here; a loaded machine may take many times as long as an idle one. */
const FIRST_PATIENCE = 1_200_000;
const LEAST_PATIENCE = 30_000;
/** A mutant may turn a loop endless. A run that takes this many times as long as the tests alone has noticed. */
const PATIENCE_FACTOR = 5;

const HELP = `npm run mutate:presets -- [options]

Moves every constant of the five source designs by one and expects a test to fail, so that a test holds each number.

  --default    instead: constants, comparisons and logic of the preset \`default\`; prints the score
  --words      instead: every word that \`default\` knows, taken out of its list; each must be missed
  --only TEXT  only places whose line in the table contains TEXT
  --sample N   only N places, spread evenly and always the same ones
  --least N    with --default: the score in percent that is asked for, default 85
  --own        with --default: only a file's own tests; a quick lower bound of the score`;

const flags = readFlags();

function readFlags() {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean', default: false }];
  try {
    const { values } = parseArgs({
      options: {
        ...{ only: text, sample: text, least: { ...text, default: '85' } },
        ...{ default: flag, words: flag, own: flag, help: flag },
      },
    });
    return values;
  } catch (error) {
    fail(`${error.message}\n\n${HELP}`);
  }
}

if (flags.help) {
  console.log(HELP);
  process.exit(0);
}

function choose(all) {
  const named = all.filter(({ label }) => label.includes(flags.only ?? ''));
  const count = Math.min(Number(flags.sample ?? named.length), named.length);
  return Array.from({ length: count }, (_, i) => named[Math.floor((i * named.length) / count)]);
}

const isOfDefault = flags.default || flags.words;

/** How long tests may take: a multiple of what they took without a mutation, measured once per list of tests. */
const patiences = new Map();
async function patienceFor(tests, runner) {
  const key = tests.join(' ');
  if (!patiences.has(key)) {
    const start = Date.now();
    const verdict = await runner.ask(tests, undefined, FIRST_PATIENCE);
    if (verdict !== 'SURVIVED')
      fail(`The tests must pass before anything is moved, but: ${verdict}. Run: npx vitest run ${key}`);
    patiences.set(key, Math.max(LEAST_PATIENCE, PATIENCE_FACTOR * (Date.now() - start)));
  }
  return patiences.get(key);
}

/** Asks the quickest first, until one notices: the pinned decisions, a file's own tests, the tests of the whole. */
async function staged({ tests, more = [] }, mutation, { decisions, runner }) {
  if (decisions && !flags.own) {
    const verdict = await decisions.ask([], mutation, await patienceFor(['decisions'], decisions));
    if (verdict !== 'SURVIVED') return verdict;
  }
  const verdict = await runner.ask(tests, mutation, await patienceFor(tests, runner));
  if (verdict !== 'SURVIVED' || more.length === 0 || flags.own) return verdict;
  return runner.ask(more, mutation, await patienceFor(more, runner));
}

async function tryConstant({ label, value, moves, ...asked }, runners) {
  const verdicts = [];
  for (const { to, allowed, mutation } of moves) {
    const verdict = allowed ? await staged(asked, mutation, runners) : 'out of range';
    verdicts.push({ file: mutation.file, to, verdict });
  }
  const cells = verdicts.map(({ to, verdict }) => `${to} ${verdict}`.padEnd(20));
  console.log(`${label.padEnd(62)} ${String(value).padStart(7)} → ${cells.join(' ')}`.trimEnd());
  return verdicts;
}

/** A mutation that every test must notice: a runner that still has the old file would call all mutants survivors. */
async function expectNoticed({ tests, moves }, runner) {
  const [{ mutation }] = moves;
  const broken = { file: mutation.file, start: 0, end: 0, text: "throw new Error('noticed');\n" };
  const verdict = await runner.ask(tests, broken, await patienceFor(tests, runner));
  if (!verdict.endsWith('noticed')) fail(`A broken ${mutation.file} goes unnoticed: ${verdict}`);
}

async function tryAll(chosen) {
  const results = [];
  const queue = chosen.values();
  const work = async () => {
    const runner = createRunner();
    const decisions = isOfDefault ? createRunner(DECISIONS) : undefined;
    try {
      await expectNoticed(chosen[0], runner);
      for (const constant of queue) results.push(...(await tryConstant(constant, { decisions, runner })));
    } finally {
      runner.end();
      decisions?.end();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

const chosen = choose(flags.words ? wordsOfDefault() : flags.default ? partsOfDefault() : constants());
if (chosen.length === 0) fail('No such constant.');
console.log(`${chosen.length} places, each moved one down and one up, or turned round:`);
const results = await tryAll(chosen);
for (const line of byFile(results)) console.log(line);
const { killed, survived, unclear, outside, score } = scoreOf(results);
console.log(
  `${killed} killed, ${survived} survived, ${unclear} without a test run, ${outside} out of range: score ${score.toFixed(1)} %`,
);
if (flags.default) console.log(`At least ${flags.least} % is asked for.`);
const isEnough = flags.default ? score >= Number(flags.least) : survived === 0;
process.exitCode = isEnough && unclear === 0 ? 0 : 1;
