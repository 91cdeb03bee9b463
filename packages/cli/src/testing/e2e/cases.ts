import type { RealAgent } from './real-agent.js';
import { type Fault, FAULTS } from './faults.js';
import { type Ability, judgeBare, judgeDiagnosis, judgeGuarded, judgeSender, type Result } from './judge.js';
import { play, type Played, type Setting } from './play.js';
import {
  FAILING_LOOP,
  HEALTHY,
  ONE_STEP,
  SAME_JOB,
  type Scenario,
  SCENARIOS,
  SHORT_HEALTHY,
  SHORTEST,
  STRUCTURED_LOOP,
} from './scenarios.js';

/** One row of the matrix. */
export interface Case {
  readonly name: string;
  readonly check: (real: RealAgent, setting: Setting) => Promise<Result>;
}

type Guarded = Pick<Setting, 'guard' | 'fault'>;
type Bare = { readonly run: Played; readonly result: Result };

/** The LLM proxy ends a run with its own answer, and denies no calls. */
const BEHIND_PROXY = { canEnd: true, canDeny: false, tellsUser: true } as const;

/** The MCP proxy answers calls, and knows nothing of the run. */
const AT_SERVER = { canEnd: false } as const;

const NOT_POSSIBLE: Result = { kind: 'skipped', cell: '–' };

/** Runs without the guard; several cases share one for comparison. */
const bareRuns = new Map<string, Promise<Bare>>();

const keyOf = ({ agent }: RealAgent, { name }: Scenario): string => `${agent} ${name}`;

function bareRun(real: RealAgent, scenario: Scenario, setting: Setting): Promise<Bare> {
  const key = keyOf(real, scenario);
  const made =
    bareRuns.get(key) ??
    play(real, scenario, setting).then((run) => ({ run, result: judgeBare(scenario, run) }));
  bareRuns.set(key, made);
  return made;
}

async function compare(
  real: RealAgent,
  scenario: Scenario,
  setting: Setting,
  guarded: Guarded,
): Promise<Result> {
  const result = await compareOnce(real, scenario, setting, guarded);
  if (result.kind !== 'failed' || scenario.kind !== 'healthy') return result;
  // On a busy machine some agents lose the output of a command, with and without the guard. A fault of ours
  // is reproducible.
  bareRuns.delete(keyOf(real, scenario));
  return compareOnce(real, scenario, setting, guarded);
}

async function compareOnce(
  real: RealAgent,
  scenario: Scenario,
  setting: Setting,
  guarded: Guarded,
): Promise<Result> {
  const bare = await bareRun(real, scenario, setting);
  if (bare.result.kind === 'failed') return bare.result;
  const run = await play(real, scenario, { ...setting, ...guarded });
  const result = judgeGuarded(abilityOf(real, guarded), scenario, bare.run, run);
  const trouble = result.kind === 'passed' && !guarded.fault ? troubleIn(real, guarded, run) : undefined;
  if (trouble === undefined) return result;
  return { kind: 'failed', cell: 'FAILED', why: `${trouble}\n${run.diagnosis}\n${run.sessions}` };
}

function abilityOf(real: RealAgent, { guard }: Guarded): Ability {
  if (guard === 'llm') return BEHIND_PROXY;
  return guard === 'mcp' ? AT_SERVER : real;
}

/** What our own program says of a run that went well. */
function troubleIn(real: RealAgent, { guard }: Guarded, run: Played): string | undefined {
  if (guard === 'hooks' || guard === 'gateway') return judgeDiagnosis(real.agent, run);
  return guard === 'hooks of Claude Code' ? judgeSender(real.agent, run) : undefined;
}

function isPossible({ subAgentCall, resume }: RealAgent, { kind }: Scenario): boolean {
  return (kind !== 'sub-agent' || subAgentCall !== undefined) && (kind !== 'resumed' || resume !== undefined);
}

function withHooks(scenario: Scenario): Case {
  return {
    name: scenario.name,
    check: async (real, setting) =>
      isPossible(real, scenario) ? compare(real, scenario, setting, { guard: 'hooks' }) : NOT_POSSIBLE,
  };
}

/** The agent's healthy run must be the same as without the guard. */
function withFault(fault: Fault): Case {
  return {
    name: `healthy, ${fault.name}`,
    check: async (real, setting) =>
      fault.canBefall?.(real.agent) === false
        ? NOT_POSSIBLE
        : compare(real, fault.isSlow ? SHORTEST : SHORT_HEALTHY, setting, {
            guard: fault.gateway ? 'gateway' : 'hooks',
            fault,
          }),
  };
}

function withProxy(scenario: Scenario): Case {
  return {
    name: `rutbreak llm: ${scenario.name}`,
    check: (real, setting) => compare(real, scenario, setting, { guard: 'llm' }),
  };
}

function withGateway(scenario: Scenario): Case {
  return {
    name: `hooks to a gateway: ${scenario.name}`,
    check: async (real, setting) =>
      real.agent === 'claude-code' ? compare(real, scenario, setting, { guard: 'gateway' }) : NOT_POSSIBLE,
  };
}

/** Some agents run the hooks of another one's settings, and must be known by what they send. */
function withClaudeHooks(scenario: Scenario): Case {
  return {
    name: `hooks of Claude Code: ${scenario.name}`,
    check: async (real, setting) =>
      real.runsClaudeHooks
        ? compare(real, scenario, setting, { guard: 'hooks of Claude Code' })
        : NOT_POSSIBLE,
  };
}

function withServer(scenario: Scenario): Case {
  return {
    name: `rutbreak mcp: ${scenario.name}`,
    check: async (real, setting) =>
      real.addServer ? compare(real, scenario, setting, { guard: 'mcp' }) : NOT_POSSIBLE,
  };
}

export const CASES: readonly Case[] = [
  ...SCENARIOS.map(withHooks),
  ...[FAILING_LOOP, HEALTHY].map(withClaudeHooks),
  withServer(STRUCTURED_LOOP),
  ...[FAILING_LOOP, HEALTHY].map(withGateway),
  ...[FAILING_LOOP, HEALTHY, SAME_JOB].map(withProxy),
  ...FAULTS.map(withFault),
];

/**
 * A few minutes: a loop, healthy work, one step with many failures, and the faults that once disabled an
 * agent.
 */
export const SHORT_CASES: readonly Case[] = [
  ...[FAILING_LOOP, SHORT_HEALTHY, ONE_STEP].map(withHooks),
  withGateway(FAILING_LOOP),
  ...FAULTS.filter(({ isShort }) => isShort).map(withFault),
];
