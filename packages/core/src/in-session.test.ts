import { describe, expect, it } from 'vitest';
import type { CallEvent } from './event/event.js';
import { configure } from './configure.js';
import type { CallProgress } from './session/progress/call-progress.js';
import { newSession } from './session/session.js';
import { advanceSession } from './session/with-ledger.js';
import { play } from './testing/play.js';
import { delta, deltas, turn } from './testing/trace.js';

/** What changed with each call, as the default preset sees it. */
function changes(calls: readonly Omit<CallEvent, 'kind'>[], prompt?: string): readonly CallProgress[] {
  const { observation } = configure('default');
  let session = newSession();
  if (prompt !== undefined)
    ({ session } = advanceSession(session, { kind: 'turn', role: 'user', text: prompt }, observation));
  return calls.map((call) => {
    const context = advanceSession(session, { kind: 'call', ...call }, observation);
    session = context.session;
    return context.progress!;
  });
}

const POD = (id: string): string => `NAME READY STATUS RESTARTS\nworker-${id} 0/1 CrashLoopBackOff 3`;
const LOG = 'FATAL config: environment variable SECRET_TOKEN is required, the worker gives up';
const PODS = ['2b0776f7f', '78d37177e', 'eb885c87c', 'd91fa4980'];

describe('ids that refer to earlier results', () => {
  const crash = PODS.flatMap((id) => [
    { tool: 'kubectl', args: { args: 'get pods -n pay' }, result: POD(id) },
    { tool: 'kubectl', args: { args: `logs -n pay worker-${id} --tail=3` }, result: LOG },
  ]);

  it('count as the same call in the next round', () => {
    const logs = changes(crash).filter((_, i) => i % 2 === 1);
    expect(logs.slice(2).every(({ isStale }) => isStale)).toBe(true);
  });

  it('count as the same call beside an id that the agent named first', () => {
    const logsOf = (id: string) => ({
      tool: 'kubectl',
      args: { args: `logs -n pay worker-6c9d7b5f4-${id} --tail=3` },
      result: LOG,
    });
    const named = PODS.slice(1).flatMap((id) => [
      { tool: 'kubectl', args: { args: 'get pods -n pay' }, result: POD(`6c9d7b5f4-${id}`) },
      logsOf(id),
    ]);
    const logs = changes([logsOf(PODS[0]!), ...named]).filter((_, i) => i % 2 === 0);
    expect(logs.slice(2).every(({ isStale }) => isStale)).toBe(true);
  });

  it('count as another call if the result that named them was new', () => {
    const mails = PODS.flatMap((id, i) => [
      {
        tool: 'next_mail',
        args: { box: 'in' },
        result: `${id} from ${'abcd'[i]!.repeat(6)}: ${'wxyz'[i]!.repeat(5)} is late`,
      },
      {
        tool: 'read_mail',
        args: { id },
        result: 'Please see the attachment and answer until Friday, thank you.',
      },
    ]);
    const read = changes(mails).filter((_, i) => i % 2 === 1);
    expect(read.every(({ change }) => change === 'first')).toBe(true);
  });

  it('count as another call if jobs are only taken and acknowledged', () => {
    const jobs = PODS.flatMap((id) => [
      { tool: 'pop_job', args: { queue: 'thumbs' }, result: { job_id: `${id}a1`, state: 'leased' } },
      { tool: 'ack', args: { job_id: `${id}a1` }, result: 'ok' },
    ]);
    const acks = changes(jobs).filter((_, i) => i % 2 === 1);
    expect(acks.every(({ change }) => change === 'first')).toBe(true);
  });
});

describe('an id of something that was made', () => {
  const rounds = (title: (i: number) => string) =>
    PODS.flatMap((id, i) => [
      { tool: 'create_event', args: { title: title(i), room: 'Atlas' }, result: { id, status: 'confirmed' } },
      { tool: 'delete_event', args: { event: id }, result: { deleted: true } },
    ]);

  it('is the same thing where it was made from the same arguments', () => {
    const deleted = changes(rounds(() => 'Weekly')).filter((_, i) => i % 2 === 1);
    expect(deleted.slice(2).every(({ isStale }) => isStale)).toBe(true);
  });

  it('is another thing where it was made from others', () => {
    const deleted = changes(rounds((i) => ['Weekly', 'Budget', 'Review', 'Party'][i]!));
    expect(deleted.every(({ change }) => change === 'first')).toBe(true);
  });
});

describe('pages of records', () => {
  const page = (from: number) => ({
    tool: 'list_issues',
    args: { repo: 'viewer', page: from },
    result: [1, 2, 3].map((i) => ({
      number: 9000 - 3 * from - i,
      title: ['crash on start', 'slow scroll'][i % 2],
    })),
  });

  it('are new as long as their numbers are, though every title was seen before', () => {
    expect(changes([1, 2, 3, 4, 5].map(page)).map(({ isNews }) => isNews)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });
});

describe('what a person asked for so many times', () => {
  const run = { tool: 'bash', args: { command: 'pytest -k flaky' }, result: 'no pong', isError: true };

  it('may fail', () => {
    const runs = changes(
      Array.from({ length: 5 }, () => run),
      'Run the flaky test 25 times.',
    );
    expect(runs.every(({ isAsked }) => isAsked)).toBe(true);
  });
});

describe('what a harness writes around results', () => {
  const frame = '\n[The command completed with exit code 0.]\n[Current working directory: /workspace/app]';
  const run = (command: string, output: string) => ({
    tool: 'execute_bash',
    args: { command },
    result: `${output}${frame}`,
  });

  it('is not new information once other results have shown it', () => {
    const files = ['cat a.txt', 'cat b.txt', 'cat c.txt', 'cat d.txt'].map((command, i) =>
      run(
        command,
        `${'pqrs'[i]!.repeat(4)} ${'tuvw'[i]!.repeat(5)} ${'efgh'[i]!.repeat(6)} ${'ijkl'[i]!.repeat(7)}`,
      ),
    );
    const [empty] = changes([...files, run('ls void', '')]).slice(-1);
    expect(empty!.isNews).toBe(false);
  });

  it('shows that the command failed', () => {
    const failing = {
      tool: 'execute_bash',
      args: { command: 'make' },
      result: 'No rule to make target.\n[Command finished with exit code 2]',
    };
    expect(changes([failing, failing]).at(-1)!.change).toBe('same');
    expect(changes([failing])[0]!.isNews).toBe(false);
    expect(
      changes([
        {
          ...failing,
          result: 'Built all targets, nothing else to do here.\n[Command finished with exit code 0]',
        },
      ])[0]!.isNews,
    ).toBe(true);
  });
});

describe('reworded searches', () => {
  const hits = [
    'Heat pump sales in the north: figures of the association',
    'Energy balance of households by source of heat',
    'Market report on heating with sales of twenty countries',
  ];
  const search = (query: string, order: readonly number[]) => ({
    tool: 'web_search',
    args: { query },
    result: { results: order.map((i) => ({ title: hits[i] })) },
  });

  it('bring nothing new if the same hits come in another order', () => {
    const all = changes([
      search('heat pumps north', [0, 1, 2]),
      search('number of pumps sold', [2, 0, 1]),
      search('installed heating devices', [1, 2, 0]),
    ]);
    expect(all.map(({ isOld }) => isOld)).toEqual([false, true, true]);
  });

  it('bring something new if one hit is new', () => {
    const [, other] = changes([search('heat pumps', [0]), search('balance', [1])]);
    expect(other!.isOld).toBe(false);
  });
});

describe('a person who asks for a sentence twelve times', () => {
  const LINE = 'No running in the halls of this old school.\n';
  const write = (times: number) => [
    turn(`Write "${LINE.trim()}" twelve times, then the date.`),
    ...deltas(LINE.repeat(times), LINE.length),
    delta('\nDate:\n'),
  ];
  const acts = (times: number) => play('default', write(times)).filter(({ kind }) => kind === 'act');

  it('gets it', () => {
    expect(acts(12)).toEqual([]);
  });

  it('does not get it for ever', () => {
    expect(acts(40).length).toBeGreaterThan(0);
  });
});

it('a person who asks for twenty runs gets them', () => {
  const run = { tool: 'bash', args: { command: 'pytest -q' }, result: '1 passed' };
  const twice = Array.from({ length: 22 }, () => run);
  const asked = changes(twice, 'Run it 20 times.').map(({ isAsked }) => isAsked);
  expect(asked.slice(1, 20)).toEqual(Array.from({ length: 19 }, () => true));
  expect(asked.slice(20)).toEqual([false, false]);
  expect(changes(twice, 'Run it.').some(({ isAsked }) => isAsked)).toBe(false);
});
