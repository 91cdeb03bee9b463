/** `npm run e2e:agents`: the real coding agents, offline, with the guard and without. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REAL_AGENTS } from './agents/index.js';
import type { RealAgent } from './real-agent.js';
import { type Case, CASES, SHORT_CASES } from './cases.js';
import type { Result } from './judge.js';
import { matrixOf } from './matrix.js';
import type { Setting } from './play.js';

export interface E2e {
  readonly root: string;
  readonly path: string;
  /** Installs a package into a folder; returns the error, if any. */
  readonly install: (folder: string, spec: string) => Promise<string | undefined>;
  readonly print: (line: string) => void;
  /** Names of agents, `--short`, and `--case` with a part of a case's name. */
  readonly args: readonly string[];
}

/** Fewer cases prove nothing. */
const LEAST = 3;

type Row = ReadonlyMap<string, Result>;

/** One after the other: they share two cores with everything else. Returns the exit code. */
export async function main(e2e: E2e): Promise<number> {
  const { args, print } = e2e;
  const only = REAL_AGENTS.filter(({ agent }) => args.includes(agent));
  const agents = only.length > 0 ? only : REAL_AGENTS;
  const cases = chosenCases(args);
  const results = new Map<string, Row>();
  for (const real of agents) {
    const setting = await prepared(real, e2e);
    if (typeof setting === 'string') print(`SKIPPED ${real.agent} ${real.version}: ${setting}`);
    else results.set(real.agent, await playAll(real, setting, cases, print));
  }
  const columns = [...results.keys()];
  print(
    matrixOf(
      columns,
      cases.map(({ name }) => ({
        ...{ name, cells: columns.map((agent) => results.get(agent)?.get(name)?.cell ?? '') },
      })),
    ),
  );
  print(
    'Cells: calls until the model was told / until the run ended. "same": as without the guard. "–": not possible.',
  );
  return verdictOf([...results.values()], agents.length, print);
}

function chosenCases(args: readonly string[]): readonly Case[] {
  const named = args.indexOf('--case');
  if (named !== -1) return CASES.filter(({ name }) => name.includes(args[named + 1] ?? ''));
  return args.includes('--short') ? SHORT_CASES : CASES;
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
    print(`${result.kind.toUpperCase()} ${real.agent} ${real.version}, ${name}: ${result.cell} (${took} s)`);
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
