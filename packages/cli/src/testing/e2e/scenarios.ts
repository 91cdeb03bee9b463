/** The requests of the scripted model. All of them use the shell, which every agent has. */

/** One call. `fails` is known in advance, so that transcripts can be compared with it. */
export type Ask =
  | { readonly command: string; readonly fails?: true }
  /** A tool of the MCP server, by the end of its name. */
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  /** A sub-agent, and the steps of its own model. */
  | { readonly delegate: readonly Step[] };

/** The calls of one answer of the model. */
export type Step = readonly Ask[];

type Kind =
  /** Loops and ignores all notes. */
  | 'loop'
  /** Loops until it gets a note. */
  | 'obedient'
  /** Loops; then its user resumes the run, and it works. */
  | 'resumed'
  /** Its sub-agent loops. */
  | 'sub-agent'
  /** Must not notice the guard. */
  | 'healthy'
  /** A healthy job, started several times, one after the other and at once: each is a conversation of its own. */
  | 'repeated'
  /** May be told something, and must come to its end. */
  | 'finishes';

export interface Scenario {
  readonly name: string;
  readonly kind: Kind;
  readonly steps: readonly Step[];
  /** After the message to the model, or after the run was resumed. */
  readonly then?: readonly Step[];
  /** Calls after which the model must have got a message. */
  readonly toldBy?: number;
  /** The evidence is strong enough to deny calls and to end the run. */
  readonly isEnded?: true;
}

const run = (command: string): Step => [{ command }];
const failing = (command: string): Step => [{ command, fails: true }];
const times = <Item>(count: number, make: (i: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, i) => make(i));

const WORDS = [
  'river',
  'stone',
  'cloud',
  'apple',
  'glass',
  'horse',
  'paper',
  'tower',
  'night',
  'field',
  'chair',
];

/** The files of the project. */
export const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    WORDS.map((word, i) => [`part-${i}.txt`, `The ${word} is ${word.length * 7 + i} long.\n`]),
  ),
  'settings.ini': 'timeout = 30\nretries = 2\n',
  'value.txt': 'one\n',
  'check.sh':
    'grep -q three value.txt || { echo "check failed: value.txt is not three"; exit 1; }\necho ok\n',
};

const LOOP = times(14, () => failing('cat missing-config.yaml'));
/** The same request in other words. */
const REWORDED = [
  ...[
    'cat',
    'cat ./',
    'head',
    'tail',
    'cat -n',
    'head -n 5',
    'tail -n 5',
    'head ./',
    'tail ./',
    'wc -l',
    'sort',
  ],
  ...['cat -A', 'head -c 80', 'tail -c 80'],
].map((start) => (start.endsWith('/') ? start : `${start} `));

/** Reads, writes, a check that fails and is fixed: nothing twice without a change in between. */
const WORK: readonly Step[] = [
  run('ls'),
  ...times(11, (i) => [run(`cat part-${i}.txt`), run(`wc -c part-${i}.txt`)]).flat(),
  failing('sh check.sh'),
  run('printf "three\\n" > value.txt'),
  run('sh check.sh'),
  ...times(9, (i) => run(`cat part-${i}.txt part-${i + 1}.txt > pair-${i}.txt && cat pair-${i}.txt`)),
  run('ls -1 pair-*.txt'),
];
const SHORT_WORK = [...WORK.slice(0, 3), ...WORK.slice(23, 26)];

export const HEALTHY: Scenario = { name: 'healthy, 36 calls', kind: 'healthy', steps: WORK };
/** For a broken guard. */
export const SHORT_HEALTHY: Scenario = { name: 'healthy, 6 calls', kind: 'healthy', steps: SHORT_WORK };
/** For a guard whose hooks take seconds each. */
export const SHORTEST: Scenario = {
  name: 'healthy, 2 calls',
  kind: 'healthy',
  steps: SHORT_WORK.slice(1, 3),
};
export const FAILING_LOOP: Scenario = {
  ...{ name: 'same failure, 14 times', kind: 'loop', steps: LOOP, toldBy: 6, isEnded: true },
};

/** Runs of the same job one after the other, and then at once. */
export const REPEATS = { inTurn: 7, atOnce: 3 };
export const runsOf = (kind: Kind): number => (kind === 'repeated' ? REPEATS.inTurn + REPEATS.atOnce : 1);
export const SAME_JOB: Scenario = {
  name: `the same job, ${REPEATS.inTurn} times and ${REPEATS.atOnce} at once`,
  kind: 'repeated',
  steps: SHORT_WORK.slice(0, 3),
};

export const ONE_STEP: Scenario = {
  ...{ name: '9 failures in one step', kind: 'finishes' },
  steps: [times(9, (i) => ({ command: `cat missing-${i}.txt`, fails: true })), ...SHORT_WORK.slice(0, 2)],
};

export const SCENARIOS: readonly Scenario[] = [
  FAILING_LOOP,
  {
    ...{ name: 'same success, 16 times', kind: 'loop', toldBy: 8, isEnded: true },
    steps: times(16, () => run('cat settings.ini')),
  },
  {
    ...{ name: 'A-B-A-B, 20 calls', kind: 'loop', toldBy: 10, isEnded: true },
    steps: times(20, (i) => run(i % 2 === 0 ? 'cat settings.ini' : 'cat value.txt')),
  },
  {
    ...{ name: 'edit and revert, 28 calls', kind: 'loop', toldBy: 20 },
    steps: times(14, (i) => [
      run(`printf "${i % 2 === 0 ? 'two' : 'one'}\\n" > value.txt`),
      failing('sh check.sh'),
    ]).flat(),
  },
  {
    ...{ name: 'reworded, 14 calls', kind: 'loop', toldBy: 10 },
    steps: REWORDED.map((start) => failing(`${start}missing-config.yaml`)),
  },
  HEALTHY,
  ONE_STEP,
  SAME_JOB,
  {
    ...{ name: 'sub-agent in circles', kind: 'sub-agent', toldBy: 6 },
    steps: [[{ delegate: LOOP }], ...SHORT_WORK.slice(0, 3)],
  },
  { name: 'told once, obeys', kind: 'obedient', steps: LOOP, then: SHORT_WORK, toldBy: 6 },
  { name: 'resumed after the end', kind: 'resumed', steps: LOOP, then: SHORT_WORK, toldBy: 6 },
];

/** Its results are structured; some agents show their model nothing else. */
export const STRUCTURED_LOOP: Scenario = {
  ...{ name: 'same structured result, 14 times', kind: 'loop', toldBy: 8, isEnded: true },
  steps: times(14, () => [{ tool: 'get-structured-content', args: { location: 'Chicago' } }]),
};

/** For recordings. Claude Code keeps the calls of a sub-agent in a file of its own. */
export function recordedScenario(agent: string): Scenario {
  const steps = [...LOOP.slice(0, 4), [{ command: 'echo first-of-two' }, { command: 'echo second-of-two' }]];
  const delegated: Step = [{ delegate: LOOP.slice(0, 2) }];
  const name = 'four failures, and two calls in one step';
  return { name, kind: 'finishes', steps: agent === 'claude-code' ? [...steps, delegated] : steps };
}

export function usesServer({ steps }: Scenario): boolean {
  return steps.flat().some((ask) => 'tool' in ask);
}

/** The calls of these steps, including those of sub-agents. */
export function asksIn(steps: readonly Step[]): readonly { readonly fails: boolean }[] {
  return steps
    .flat()
    .flatMap((ask) =>
      'delegate' in ask ? [{ fails: false }, ...asksIn(ask.delegate)] : [{ fails: 'fails' in ask }],
    );
}
