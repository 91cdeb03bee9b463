/** `npm run e2e:agents`: the real coding agents, offline, with the guard and without. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REAL_AGENTS } from './agents/index.js';
import type { RealAgent } from './real-agent.js';
import { type Case, CASES } from './cases.js';
import type { Result } from './judge.js';
import { matrixOf } from './matrix.js';
import { mergedPage } from './matrix-page.js';
import { chosenBy, HELP } from './options.js';
import type { Setting } from './play.js';
import { record } from './record.js';

export interface E2e {
  readonly root: string;
  readonly path: string;
  /** Installs a package into a folder; returns the error, if any. */
  readonly install: (folder: string, spec: string) => Promise<string | undefined>;
  readonly print: (line: string) => void;
  readonly args: readonly string[];
  /** The state of this program: its version and commit. */
  readonly state: string;
}

/** Fewer cases prove nothing. */
const LEAST = 3;

type Row = ReadonlyMap<string, Result>;

/** One after the other: they share two cores with everything else. Returns the exit code. */
export async function main(e2e: E2e): Promise<number> {
  const { args, print } = e2e;
  const chosen = chosenBy(args);
  if (typeof chosen === 'string') {
    print(chosen);
    return chosen === HELP ? 0 : 1;
  }
  const { agents, cases, writes, records } = chosen;
  if (records) return recordAll(agents, e2e);
  const results = new Map<RealAgent, Row>();
  for (const real of agents) {
    const setting = await prepared(real, e2e);
    if (typeof setting === 'string') print(`SKIPPED ${titleOf(real)}: ${setting}`);
    else results.set(real, await playAll(real, setting, cases, print));
    if (writes) writePage(e2e, results);
  }
  const columns = [...results.keys()].map(({ agent }) => agent);
  const rows = [...results.values()];
  print(
    matrixOf(
      columns,
      cases.map(({ name }) => ({ name, cells: rows.map((row) => row.get(name)?.cell ?? '') })),
    ),
  );
  print(
    'Cells: calls until the model was told / until the run ended. "same": as without the guard. "–": not possible.',
  );
  return verdictOf(rows, agents.length, print);
}

async function recordAll(agents: readonly RealAgent[], e2e: E2e): Promise<number> {
  let left = 0;
  for (const real of agents) {
    const setting = await prepared(real, e2e);
    const files = typeof setting === 'string' ? [] : await record(real, setting, e2e.root);
    const trouble = typeof setting === 'string' ? setting : 'it left no text to keep';
    for (const file of files) e2e.print(`RECORDED ${titleOf(real)}: ${file}`);
    if (files.length === 0) e2e.print(`SKIPPED ${titleOf(real)}: ${trouble}`);
    if (typeof setting === 'string') left += 1;
  }
  return left === 0 ? 0 : 1;
}

const titleOf = ({ agent, version }: RealAgent): string => `${agent} ${version}`;

/** After each agent: a run of all of them takes long, and may be broken off. */
function writePage({ root, state }: E2e, results: ReadonlyMap<RealAgent, Row>): void {
  const file = join(root, 'docs', 'agents-matrix.md');
  const columns = [...results].map(([real, row]) => ({
    title: titleOf(real),
    cells: new Map([...row].map(([name, { cell }]) => [name, cell])),
  }));
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const names = CASES.map(({ name }) => name);
  const measured = `${state}, ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync(file, mergedPage(page, columns, REAL_AGENTS.map(titleOf), names, measured));
}

function verdictOf(rows: readonly Row[], wanted: number, print: (line: string) => void): number {
  const all = rows.flatMap((row) => [...row.values()]);
  const count = (kind: Result['kind']): number => all.filter((one) => one.kind === kind).length;
  const hasEnough = rows.length >= Math.min(LEAST, wanted);
  if (!hasEnough) print(`Too few agents could be run: at least ${LEAST} must.`);
  print(
    `${rows.length} agents: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} not possible`,
  );
  return hasEnough && count('failed') === 0 ? 0 : 1;
}

async function playAll(
  real: RealAgent,
  setting: Setting,
  cases: readonly Case[],
  print: (line: string) => void,
): Promise<Row> {
  const row = new Map<string, Result>();
  for (const { name, check } of cases) {
    const startedAt = Date.now();
    const result = await check(real, setting);
    row.set(name, result);
    const took = ((Date.now() - startedAt) / 1000).toFixed(0);
    print(`${result.kind.toUpperCase()} ${titleOf(real)}, ${name}: ${result.cell} (${took} s)`);
    if (result.kind === 'failed') print(result.why);
  }
  return row;
}

/** Installs the agent if needed; returns why it cannot run, if so. */
async function prepared(real: RealAgent, { root, path, install, print }: E2e): Promise<Setting | string> {
  const folder = join(root, '.cache', 'agents', `${real.agent}-${real.version}`);
  const modules = join(folder, 'node_modules');
  if (!existsSync(join(modules, ...real.package.split('/')))) {
    print(`… installing ${real.package}@${real.version}`);
    const trouble = await install(folder, `${real.package}@${real.version}`);
    if (trouble !== undefined) return `it could not be installed: ${trouble}`;
  }
  const { command } = real.start({ home: '', project: '', url: '', modules }, '');
  if (!existsSync(command)) return `it has no program for this system: ${command}`;
  return { modules, path, cli: join(root, 'packages', 'cli', 'dist', 'cli.js') };
}
