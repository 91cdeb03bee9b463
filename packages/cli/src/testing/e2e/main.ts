/** `npm run e2e:agents`: the real coding agents, offline, with the guard and without. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RealAgent, REAL_AGENTS } from './agents.js';
import { LOOPS, type Played, play, type ReadBack } from './play.js';

export interface E2e {
  readonly root: string;
  readonly path: string;
  /** Installs a package into a folder; what went wrong, if something did. */
  readonly install: (folder: string, spec: string) => Promise<string | undefined>;
  readonly print: (line: string) => void;
  /** Names of agents; none: all. */
  readonly only: readonly string[];
}

/** Fewer than this prove nothing. */
const LEAST = 3;

type Result = { readonly kind: 'passed' | 'failed' | 'skipped'; readonly why: string };

/** One after the other: they share two cores with everything else. Returns the exit code. */
export async function main(e2e: E2e): Promise<number> {
  const { only, print } = e2e;
  const chosen = REAL_AGENTS.filter(({ agent }) => only.length === 0 || only.includes(agent));
  const results: Result[] = [];
  for (const real of chosen) {
    const result = await check(real, e2e);
    results.push(result);
    print(`${result.kind.toUpperCase()} ${real.agent} ${real.version}: ${result.why}`);
  }
  const count = (kind: Result['kind']): number => results.filter((one) => one.kind === kind).length;
  const hasEnough = count('passed') >= Math.min(LEAST, chosen.length);
  if (!hasEnough && count('failed') === 0) print(`Too few agents could be run: at least ${LEAST} must.`);
  print(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  return hasEnough && count('failed') === 0 ? 0 : 1;
}

async function check(real: RealAgent, { root, path, install, print }: E2e): Promise<Result> {
  const folder = join(root, '.cache', 'agents', `${real.agent}-${real.version}`);
  const modules = join(folder, 'node_modules');
  if (!existsSync(join(modules, ...real.package.split('/')))) {
    print(`… installing ${real.package}@${real.version}`);
    const trouble = await install(folder, `${real.package}@${real.version}`);
    if (trouble !== undefined) return { kind: 'skipped', why: `it could not be installed: ${trouble}` };
  }
  const setting = { modules, path, cli: join(root, 'packages', 'cli', 'dist', 'cli.js') };
  const { command } = real.start({ home: '', project: '', url: '', modules }, '');
  if (!existsSync(command)) return { kind: 'skipped', why: `it has no program for this system: ${command}` };
  print(`… ${real.agent} without the guard`);
  const bare = await play(real, setting);
  print(`… ${real.agent} with the guard`);
  const result = judge(real, bare, await play(real, { ...setting, guard: 'command' }));
  if (real.agent !== 'claude-code' || result.kind !== 'passed') return result;
  print(`… ${real.agent} with hooks that go to a gateway`);
  const other = judge(real, bare, await play(real, { ...setting, guard: 'gateway' }));
  const why =
    other.kind === 'passed' ? `${result.why}; with a gateway: the same` : `with a gateway: ${other.why}`;
  return { ...other, why };
}

const WARNED = /\[rutbreak\] Notice of the loop guard/;
const DENIED = /This call was not run: the loop guard blocked it|\[rutbreak\] Stopped: LOOP_DETECTED/g;

function judge({ canEnd, canDeny, agent }: RealAgent, bare: Played, guarded: Played): Result {
  const denials = denialsIn(guarded.told);
  const wrong: readonly (readonly [boolean, string, Played])[] = [
    [bare.hasTimedOut, 'the run without the guard took too long', bare],
    [guarded.hasTimedOut, 'the run with the guard took too long', guarded],
    [
      !bare.isFinished || bare.calls < LOOPS,
      `without the guard it ended after ${bare.calls} of ${LOOPS} calls`,
      bare,
    ],
    [
      bare.transcripts !== undefined && !isReadWell(bare.transcripts),
      `its transcripts were read wrongly: ${JSON.stringify(bare.transcripts)}`,
      bare,
    ],
    [WARNED.test(bare.told), 'the run without the guard was guarded', bare],
    [!WARNED.test(guarded.told), 'the warning did not reach the model', guarded],
    [canDeny !== false && denials === 0, 'no call was denied', guarded],
    [canEnd && (guarded.isFinished || guarded.calls >= LOOPS), 'the run was not ended early', guarded],
    [!canEnd && denials < LOOPS / 2, `only ${denials} calls were denied`, guarded],
  ];
  const trouble = diagnosisOf(agent, guarded);
  if (trouble !== undefined) return { kind: 'failed', why: `${trouble}\n${guarded.diagnosis}` };
  const [found] = wrong.filter(([isWrong]) => isWrong);
  if (found) return { kind: 'failed', why: `${found[1]}\n${found[2].printed.slice(-3000)}` };
  const end = canEnd
    ? `run ended after ${guarded.calls} calls`
    : `${denials} calls denied, no way to end the run`;
  const read = bare.transcripts ? `${bare.transcripts.calls} read in its transcripts` : 'no transcripts';
  return {
    kind: 'passed',
    why: `${bare.calls} calls without the guard, ${read}; with it: warned, ${denials > 0 ? 'denied, ' : ''}${end}`,
  };
}

/** Every call of the model failed, and each has its result. */
function isReadWell({ calls, failed, open, notes }: ReadBack): boolean {
  return calls === LOOPS && failed === LOOPS && open === 0 && !notes.includes('not understood');
}

/** The doctor must see that the hook fired; of Codex, whose trust was passed over here, that it is not trusted. */
function diagnosisOf(agent: string, { diagnosis }: Played): string | undefined {
  if (!diagnosis.includes('it last fired')) return 'the doctor did not see that the hook fired';
  const isUntrusted = diagnosis.includes('does not trust the hook yet');
  if (isUntrusted !== (agent === 'codex')) return 'the doctor is wrong about trust';
  const wrongs = diagnosis.split('\n').filter((line) => line.includes('WRONG')).length;
  return wrongs === (isUntrusted ? 1 : 0) ? undefined : 'the doctor finds something wrong';
}

/** Every request holds the whole history: the last one that has any tells how many there were. */
function denialsIn(told: string): number {
  return Math.max(0, ...told.split('\n').map((request) => request.match(DENIED)?.length ?? 0));
}
