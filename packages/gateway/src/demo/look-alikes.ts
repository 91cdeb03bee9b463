import { call, type DemoEvent, type Story } from './story.js';

const COMMITS = ['9f2c', '41ab', 'c07d', '7e19', 'b350', '2d88', 'e6f1', '0a4c'];
const NAMES = ['Ada', 'Ben', 'Cleo', 'Dai', 'Eve', 'Finn', 'Gia', 'Hugo', 'Ida', 'Jon', 'Kai', 'Lea'];
const done = { obeys: 'nudge', wayOut: [], movingOn: '', category: null } as const;

/** Honest work that repeats and makes progress. It must stay green. */
export const LOOK_ALIKES: readonly Story[] = [
  {
    ...{ ...done, id: 'polling', agent: 'deploy-watch', team: 'operations', model: 'atlas-small' },
    opening:
      'deploy-watch asks for the state of a deployment. Each answer is a little further: this is no loop.',
    step: (n) =>
      n < 20
        ? call('get_deployment', { id: 'web-118' }, `deploying: ${n + 1} of 20 instances are ready`)
        : undefined,
  },
  {
    ...{ ...done, id: 'batch', agent: 'image-batch', team: 'operations', model: 'heron-2' },
    opening: 'image-batch makes thumbnails of one picture after the other: the same tool, other work.',
    step: (n) =>
      n < 24
        ? call('thumbnail', { file: `photo-${n + 1}.jpg` }, `photo-${n + 1}.jpg: ${120 + ((n * 37) % 90)} kB`)
        : undefined,
  },
  {
    ...{ ...done, id: 'bisect', agent: 'bug-hunter', team: 'coding', model: 'atlas-large' },
    opening: 'bug-hunter halves the history to find the commit that broke the login.',
    step(n: number): DemoEvent | undefined {
      const commit = COMMITS[Math.floor(n / 2)];
      if (commit === undefined) return undefined;
      const left = 2 ** (7 - Math.floor(n / 2));
      return n % 2 === 0
        ? call(
            'Bash',
            { command: `git bisect ${n % 4 === 0 ? 'bad' : 'good'}` },
            `Bisecting: ${left} revisions left\n[${commit}] checked out`,
          )
        : call(
            'Bash',
            { command: 'npm run login-test' },
            `${commit}: ${n % 4 === 1 ? '1 failed' : 'passed'} in ${30 + n} ms`,
            n % 4 === 1,
          );
    },
  },
  {
    ...{ ...done, id: 'csv-stream', agent: 'table-writer', team: 'chat', model: 'atlas-small' },
    opening: 'table-writer writes a long table. Every row has the same form and other values.',
    step: (n) =>
      n < 24
        ? {
            kind: 'delta',
            text: `${n + 1},${NAMES[n % NAMES.length] ?? ''},${2000 + ((n * 613) % 900)},${['north', 'south', 'east'][n % 3] ?? ''}\n`,
          }
        : undefined,
  },
];
