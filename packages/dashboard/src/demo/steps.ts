import { api } from '../api/client.js';
import { type Order, runAgent, type World } from './agent.js';
import { pause, untilResumed } from './resume.js';

type Event = Readonly<Record<string, unknown>>;

const step = (intent: string, tool: string, status: string): Event => ({ intent, tool, status });

const PLAN = [
  'read the ticket',
  'find the module',
  'write a test',
  'fix the parser',
  'run the tests',
  'write notes',
];
const WORK = PLAN.map((intent, i) =>
  step(intent, ['read', 'grep', 'edit', 'edit', 'npm test', 'write'][i] ?? 'read', 'success'),
);
const STUCK = [
  ...WORK.slice(0, 2),
  ...Array.from({ length: 8 }, () => step('run the tests', 'npm test', 'failure')),
];
const TASKS = [
  'the log',
  'the port',
  'the fixture',
  'the parser',
  'the docs',
  'the pull request',
  'the changelog',
];
const VERBS = [
  ['read', 'read'],
  ['repair', 'edit'],
  ['test', 'npm test'],
  ['describe', 'write'],
] as const;
/** No step like another one. */
const MORE = VERBS.flatMap(([verb, tool]) =>
  TASKS.map((task) => step(`${verb} ${task}`, `${tool} ${task}`, 'success')),
);

/** Agents that tell their steps as DecisionLogs: a planner, three workers that follow from it, one of them stuck. */
export function stepAgents(run: string, isOver: () => boolean): readonly (() => Promise<void>)[] {
  return ['planner', 'worker-1', 'worker-2', 'worker-3'].map((name, i) => async () => {
    const isStuck = name === 'worker-2';
    const world = worldOf(`demo-${run}-${name}`, name, run, isOver, () =>
      pause(isStuck ? 420 : 560 + i * 70),
    );
    const script = isStuck
      ? STUCK
      : [...WORK, ...MORE, ...MORE.map((one) => ({ ...one, intent: `${String(one['intent'])}, elsewhere` }))];
    await runAgent(script, { patience: Infinity, wayOut: MORE, isEndless: isStuck }, world);
  });
}

function worldOf(
  session: string,
  name: string,
  run: string,
  isOver: () => boolean,
  rest: () => Promise<void>,
): World {
  let count = 0;
  const message = ({ intent, tool, status }: Event, isLast: boolean): object => {
    const parent =
      count === 0 ? (name === 'planner' ? null : `${run}-planner-0`) : `${run}-${name}-${count - 1}`;
    return {
      meta: {
        ...{
          trace_id: `${run}-${name}-${count++}`,
          timestamp: Date.now(),
          session_id: session,
          cluster_id: 'team',
        },
        ...(parent !== null && { parent_step_id: parent }),
      },
      identity: { agent_id: name, agent_type: 'decision-log', capability_version: '1.0' },
      cognition: { intent, confidence_score: 0.8 },
      action: { tool_call: tool, status },
      state_delta: { tokens_consumed: 420, cumulative_session_cost: count * 0.004 },
      ...(isLast && { control: { is_terminal: true } }),
    };
  };
  return {
    ...{ isOver, rest, untilResumed: () => untilResumed(session, isOver) },
    send: async (event) => (await api.sendStep(message(event, false))) as unknown as Order,
    end: async () => {
      await api.sendStep(message(step('done', '', 'success'), true));
    },
  };
}
