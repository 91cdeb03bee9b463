import type { RealAgent } from './real-agent.js';
import { masked } from './model.js';
import type { Played, ReadBack } from './play.js';
import { asksIn, runsOf, type Scenario } from './scenarios.js';

/** The result of one case. `cell` appears in the matrix. */
export type Result =
  | { readonly kind: 'passed'; readonly cell: string }
  | { readonly kind: 'failed'; readonly cell: string; readonly why: string }
  | { readonly kind: 'skipped'; readonly cell: string };

export type Ability = Pick<RealAgent, 'canEnd' | 'canDeny' | 'tellsUser'>;
type Check = readonly [isWrong: boolean, text: string, run: Played];

/** A run without the guard, for comparison. */
export function judgeBare({ steps, kind }: Scenario, bare: Played): Result {
  const asked = Array.from({ length: runsOf(kind) }, () => asksIn(steps)).flat();
  const read = bare.transcripts;
  const failed = asked.filter(({ fails }) => fails).length;
  const isWhole = kind !== 'obedient' && kind !== 'resumed';
  return firstWrong('', [
    [bare.hasTimedOut, 'the run without the guard took too long', bare],
    [
      !bare.isFinished || (isWhole && bare.calls !== asked.length),
      `without the guard it ended after ${bare.calls} of ${asked.length} calls`,
      bare,
    ],
    [bare.toldAt !== undefined, 'the run without the guard was guarded', bare],
    [
      isWhole && read !== undefined && !isReadWell(read, asked.length, failed),
      `the model asked for ${asked.length} calls, of which ${failed} fail; its transcripts were read as ${JSON.stringify(read)}`,
      bare,
    ],
  ]);
}

function isReadWell({ calls, failed, open, notes }: ReadBack, asked: number, failing: number): boolean {
  return calls === asked && failed === failing && open === 0 && !notes.includes('not understood');
}

/** A run with the guard. */
export function judgeGuarded(real: Ability, scenario: Scenario, bare: Played, guarded: Played): Result {
  const late: Check = [guarded.hasTimedOut, 'the run with the guard took too long', guarded];
  const checks = [late, ...CHECKS[scenario.kind](real, scenario, bare, guarded)];
  return firstWrong(cellOf(scenario, guarded), checks);
}

const CHECKS: Readonly<
  Record<
    Scenario['kind'],
    (real: Ability, scenario: Scenario, bare: Played, guarded: Played) => readonly Check[]
  >
> = {
  loop: (real, scenario, _, run) => [
    ...told(scenario, run),
    ...(scenario.isEnded ? ended(real, scenario, run) : []),
  ],
  obedient: (_, scenario, __, run) => [
    ...told(scenario, run),
    [!run.isFinished, 'a model that obeyed did not come to its end', run],
    [run.denials > 0, `${run.denials} calls of a model that obeyed were denied`, run],
  ],
  resumed: (_, scenario, __, run) => [
    ...told(scenario, run),
    [!run.isFinished, 'the resumed run did not come to its end', run],
  ],
  'sub-agent': (_, scenario, __, run) => [
    ...told(scenario, run),
    [!run.isFinished, 'the parent of the sub-agent did not come to its end', run],
  ],
  healthy: (_, __, bare, run) => sameAs(bare, run),
  repeated: (_, __, bare, run) => [
    [run.toldAt !== undefined, `a healthy job was told something after ${run.toldAt} calls`, run],
    [run.calls !== bare.calls, `${run.calls} calls instead of ${bare.calls}`, run],
    [!run.isFinished, 'not every run came to its end', run],
  ],
  finishes: (_, __, ___, run) => [
    [!run.isFinished, 'the run did not come to its end', run],
    [run.denials > 0, `${run.denials} calls were denied`, run],
  ],
};

function told({ toldBy = Infinity }: Scenario, run: Played): readonly Check[] {
  const { toldAt = Infinity } = run;
  const { deniedAt = Infinity } = run;
  return [
    [toldAt > toldBy, `the model was told after ${toldAt} calls, and not within ${toldBy}`, run],
    [deniedAt <= toldAt, 'the model first heard of it when a call was denied', run],
  ];
}

/** The reason, or the command that lifts the block. */
const WAY_BACK = /rutbreak session \w+|LOOP_DETECTED/;

function ended(real: Ability, { steps }: Scenario, run: Played): readonly Check[] {
  const most = asksIn(steps).length;
  return [
    [real.canDeny !== false && run.denials === 0, 'no call was denied', run],
    [real.canEnd && (run.isFinished || run.calls >= most), 'the run was not ended early', run],
    [!real.canEnd && run.denials < most / 3, `only ${run.denials} calls were denied`, run],
    [real.tellsUser === true && !WAY_BACK.test(run.printed), 'the user does not learn how to go on', run],
  ];
}

/** Everything except time: the model's input, the output, the exit code and the files. */
function sameAs(bare: Played, run: Played): readonly Check[] {
  return [
    [run.calls !== bare.calls, `${run.calls} calls instead of ${bare.calls}`, run],
    [run.conversation !== bare.conversation, `the model read something else: ${difference(bare, run)}`, run],
    [run.code !== bare.code, `exit code ${run.code} instead of ${bare.code}`, run],
    [run.files !== bare.files, 'the files of the project differ', run],
    [!run.isFinished, 'the run did not come to its end', run],
  ];
}

function difference(bare: Played, run: Played): string {
  const before = bare.conversation.split('\n');
  const line = run.conversation.split('\n').findIndex((text, i) => text !== before[i]);
  return `${run.conversation.split('\n')[line] ?? 'nothing'}\ninstead of\n${before[line] ?? 'nothing'}`;
}

/**
 * The doctor must report that the hook fired; for Codex, whose trust check was bypassed here, that it is not
 * trusted.
 */
export function judgeDiagnosis(agent: string, { diagnosis }: Played): string | undefined {
  if (!diagnosis.includes('it last fired')) return 'the doctor did not see that the hook fired';
  const isUntrusted = diagnosis.includes('does not trust the hook yet');
  if (isUntrusted !== (agent === 'codex')) return 'the doctor is wrong about trust';
  const wrongs = diagnosis.split('\n').filter((line) => line.includes('WRONG')).length;
  return wrongs === (isUntrusted ? 1 : 0) ? undefined : 'the doctor finds something wrong';
}

/** The hook stands in the settings of another agent: its sessions must still be those of the one that runs. */
export function judgeSender(agent: string, { sessions }: Played): string | undefined {
  const names = sessions.split('\n').filter((line) => line.startsWith('{'));
  const others = names.filter((line) => !(JSON.parse(line) as { id: string }).id.startsWith(agent));
  return names.length > 0 && others.length === 0 ? undefined : 'its sessions are kept under another name';
}

/**
 * Calls until the model got a message, and until the run ended or, if that is impossible, until calls were
 * denied.
 */
function cellOf({ kind }: Scenario, run: Played): string {
  if (kind === 'healthy' || kind === 'repeated') return 'same';
  const first = run.toldAt === undefined ? '–' : String(run.toldAt);
  if (!run.isFinished) return `${first} / ${run.calls}`;
  return run.deniedAt === undefined ? first : `${first} / denied ${run.deniedAt}`;
}

const MOST = 3000;

function firstWrong(cell: string, checks: readonly Check[]): Result {
  const found = checks.find(([isWrong]) => isWrong);
  if (!found) return { kind: 'passed', cell };
  const [, text, { printed, code }] = found;
  const why = `${text}\nexit code ${code}, and it printed: ${masked(printed).slice(-MOST)}`;
  return { kind: 'failed', cell: 'FAILED', why };
}
