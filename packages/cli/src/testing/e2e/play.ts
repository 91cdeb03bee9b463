import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { startMockLlm } from '@rutbreak/proxy/testing';
import type { RealAgent, Server, Stage, Started } from './real-agent.js';
import type { Fault } from './faults.js';
import { type Guarding, startGuarding } from './guarding.js';
import { type Counted, PROMPT, scriptedModel, SECOND_PROMPT } from './model.js';
import { type Ran, runProcess } from './process.js';
import { FILES, REPEATS, type Scenario, usesServer } from './scenarios.js';

const RUN_LIMIT = 240_000;
const OWN_LIMIT = 120_000;

/** The result of one run. */
export interface Played extends Counted {
  readonly code: number | null;
  /** What a person sees. */
  readonly printed: string;
  readonly hasTimedOut: boolean;
  /** The files of the project afterwards. */
  readonly files: string;
  /** The output of `rutbreak doctor` afterwards. */
  readonly diagnosis: string;
  /** The output of `rutbreak session list --json` afterwards. */
  readonly sessions: string;
  /** What `rutbreak scan` reads from the transcripts, if the agent writes any. */
  readonly transcripts: ReadBack | undefined;
}

export interface ReadBack {
  readonly calls: number;
  readonly failed: number;
  /** Calls without a result. */
  readonly open: number;
  /** The messages of the scan about the files. */
  readonly notes: string;
}

export interface Setting {
  readonly modules: string;
  /** The built program. */
  readonly cli: string;
  readonly guard?: Guarding;
  readonly fault?: Fault;
  readonly path: string;
  /** Sees the folders after the run. */
  readonly take?: (stage: Stage) => void;
}

type OwnProgram = (...args: readonly string[]) => Promise<Ran>;

/** One run of a real agent, offline, against a scripted model. */
export async function play(real: RealAgent, scenario: Scenario, setting: Setting): Promise<Played> {
  const { modules, guard, fault, path } = setting;
  // The same folder for each run of an agent: prompts contain it, and runs are compared.
  const home = join(tmpdir(), `rutbreak-e2e-${process.pid}`, real.agent);
  const project = join(home, 'project');
  rmSync(home, { recursive: true, force: true });
  for (const [name, content] of Object.entries(FILES)) put(join(project, name), content);
  const { script, count } = scriptedModel(real, scenario);
  const model = await startMockLlm(script);
  const guarding = await startGuarding(real.agent, guard, model.url, fault);
  const stage: Stage = { home, project, url: guarding.modelUrl, modules };
  const env = {
    // The doctor searches the PATH for the agent.
    ...{ PATH: `${join(modules, '.bin')}${delimiter}${path}`, HOME: home, TMPDIR: tmpdir(), CI: '1' },
    ...{ XDG_STATE_HOME: join(home, 'state'), ...guarding.env },
  };
  try {
    real.prepare(stage);
    if (usesServer(scenario)) real.addServer?.(stage, serverOf(setting));
    const ran = await perform(real, scenario, { ...setting, stage, env, initArgs: guarding.initArgs });
    return { ...count(), ...ran };
  } finally {
    await model.close();
    await guarding.close();
    rmSync(dirname(home), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

interface Prepared extends Setting {
  readonly stage: Stage;
  readonly env: Readonly<Record<string, string>>;
  readonly initArgs: readonly string[] | undefined;
}

async function perform(
  real: RealAgent,
  { kind }: Scenario,
  { stage, env, initArgs, cli, guard, fault, take }: Prepared,
): Promise<Omit<Played, keyof Counted>> {
  const { home, project } = stage;
  const rutbreak: OwnProgram = (...args) =>
    runProcess({ command: process.execPath, args: [cli, ...args], env: {} }, env, project, OWN_LIMIT);
  if (initArgs) await init(rutbreak, initArgs);
  fault?.breakIt?.(stage, cli);
  const calm = fault?.disturb?.(stage);
  const runs = await startAll(real, kind, stage, (started) => runProcess(started, env, project, RUN_LIMIT));
  calm?.();
  take?.(stage);
  const written = guard === undefined ? real.transcripts : undefined;
  return {
    code: runs.map(({ code }) => code).at(-1) ?? null,
    printed: runs.map(({ printed }) => printed).join('\n'),
    hasTimedOut: runs.some(({ hasTimedOut }) => hasTimedOut),
    files: filesIn(project),
    diagnosis: initArgs && !fault ? (await rutbreak('doctor', real.agent)).printed : '',
    sessions: initArgs && !fault ? (await rutbreak('session', 'list', '--json')).printed : '',
    transcripts: written && (await readBack(join(home, ...written), join(home, 'read.jsonl'), rutbreak)),
  };
}

async function startAll(
  real: RealAgent,
  kind: Scenario['kind'],
  stage: Stage,
  start: (started: Started) => Promise<Ran>,
): Promise<readonly Ran[]> {
  const first = (): Promise<Ran> => start(real.start(stage, PROMPT));
  const runs = [await first()];
  const resumed = kind === 'resumed' ? real.resume?.(stage, SECOND_PROMPT) : undefined;
  if (resumed) runs.push(await start(resumed));
  if (kind !== 'repeated') return runs;
  while (runs.length < REPEATS.inTurn) runs.push(await first());
  return [...runs, ...(await Promise.all(Array.from({ length: REPEATS.atOnce }, first)))];
}

async function init(rutbreak: OwnProgram, args: readonly string[]): Promise<void> {
  const { code, printed } = await rutbreak('init', '--yes', ...args);
  if (code !== 0) throw new Error(`rutbreak init failed: ${printed}`);
}

/** A server of the protocol's own project, with the proxy before it if that is the guard. */
function serverOf({ cli, guard }: Setting): Server {
  const script = createRequire(cli).resolve('@modelcontextprotocol/server-everything/dist/index.js');
  const server = [process.execPath, script, 'stdio'];
  const [command = '', ...args] = guard === 'mcp' ? [process.execPath, cli, 'mcp', '--', ...server] : server;
  return { command, args };
}

function put(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Agents may leave folders of their own; the model's commands only write files. */
function filesIn(project: string): string {
  const files = readdirSync(project, { withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => `${name}: ${readFileSync(join(project, name), 'utf8')}`);
  return files.sort().join('\n');
}

/** The transcripts of the run, as the program reads them. */
async function readBack(path: string, file: string, rutbreak: OwnProgram): Promise<ReadBack> {
  const { printed } = await rutbreak('scan', path, '--quiet', '--fail-on', 'never', '--export', file);
  const traces = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const events = traces.flatMap((line) => (line === '' ? [] : (JSON.parse(line) as ReadTrace).events));
  const calls = events.filter(({ kind }) => kind === 'call');
  return {
    calls: calls.length,
    failed: calls.filter(({ isError }) => isError === true).length,
    open: events.filter(({ kind }) => kind === 'attempt').length,
    notes: printed,
  };
}

interface ReadTrace {
  readonly events: readonly { readonly kind: string; readonly isError?: boolean }[];
}
