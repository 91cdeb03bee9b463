import { type Asked, conversationOf, type MockCall, type Turn } from '@rutbreak/proxy/testing';
import type { RealAgent } from './real-agent.js';
import { type Ask, runsOf, type Scenario, type Step } from './scenarios.js';

export const PROMPT = 'Print the configuration of this project.';
export const SECOND_PROMPT = 'Please look at the parts of the project now.';
export const SUB_PROMPT = 'Find the file with the settings, and print it.';
export const FINAL_TEXT = 'All done.';
export const SUB_FINAL_TEXT = 'The part is done.';

/** Anything that the guard tells a model. */
const SPOKEN = /\[rutbreak\]|<loop-recovery/;
const DENIED = /This call was not run: the loop guard blocked it|\[rutbreak\] Stopped: LOOP_DETECTED/g;

/** The reply to side requests: for a title, or for the model to use. */
const ASIDE = JSON.stringify({
  ...{ complexity_reasoning: 'x', complexity_score: 1, reasoning: 'x' },
  ...{ next_speaker: 'user', model_choice: 'flash' },
});

export interface Counted {
  /** Calls that the model asked for, including those of sub-agents. */
  readonly calls: number;
  /** Calls before the model's first message from the guard. */
  readonly toldAt: number | undefined;
  readonly deniedAt: number | undefined;
  /** Calls that did not run, according to the model's input. */
  readonly denials: number;
  /** The model reached its final message. */
  readonly isFinished: boolean;
  /** The longest history of the main conversation, without ids, numbers and times. */
  readonly conversation: string;
}

interface Cursor {
  at: number;
}

/** A model that follows a scenario. */
export function scriptedModel(
  real: RealAgent,
  { kind, steps, then = [] }: Scenario,
): { readonly script: (asked: Asked) => Turn; readonly count: () => Counted } {
  const [main, sub]: [Cursor, Cursor] = [{ at: 0 }, { at: 0 }];
  const delegated = steps.flat().flatMap((ask) => ('delegate' in ask ? ask.delegate : []));
  let calls = 0;
  let counted: Omit<Counted, 'calls'> = {
    ...{ toldAt: undefined, deniedAt: undefined, denials: 0, isFinished: false, conversation: '' },
  };
  let [hasTurned, finished] = [false, 0];
  const turnOf = (tools: readonly string[], shell: string, step: Step): Turn => ({
    calls: step.map((ask) => ({ ...callOf(real, { tools, shell }, ask, ++calls), id: `call_${calls}` })),
  });
  return {
    script(asked) {
      const shell = real.shell.find((name) => asked.tools.includes(name));
      if (shell === undefined) return { text: ASIDE };
      const text = asked.bytes.toString('utf8');
      counted = { ...counted, ...heard(text, counted, calls) };
      if (!text.includes(PROMPT) && delegated.length > 0) {
        const step = delegated[sub.at++];
        return step ? turnOf(asked.tools, shell, step) : { text: SUB_FINAL_TEXT };
      }
      // Jobs that look alike: only the history says how far one has come.
      const cursor = kind === 'repeated' ? { at: callsIn(asked) } : main;
      counted = { ...counted, conversation: longest(counted.conversation, plain(asked)) };
      const turns = kind === 'obedient' ? counted.toldAt !== undefined : text.includes(SECOND_PROMPT);
      if (turns && !hasTurned) {
        hasTurned = true;
        main.at = 0;
      }
      const step = (hasTurned ? then : steps)[cursor.at++];
      if (step) return turnOf(asked.tools, shell, step);
      counted = { ...counted, isFinished: ++finished >= runsOf(kind) };
      return { text: FINAL_TEXT };
    },
    count: () => ({ calls, ...counted }),
  };
}

function callsIn(asked: Asked): number {
  return conversationOf(asked).filter(({ kind }) => kind === 'call').length;
}

function heard(
  text: string,
  { toldAt, deniedAt, denials }: Omit<Counted, 'calls'>,
  calls: number,
): Pick<Counted, 'toldAt' | 'deniedAt' | 'denials'> {
  const now = text.match(DENIED)?.length ?? 0;
  return {
    toldAt: toldAt ?? (SPOKEN.test(text) ? calls : undefined),
    deniedAt: deniedAt ?? (now > 0 ? calls : undefined),
    denials: Math.max(denials, now),
  };
}

interface Offered {
  readonly tools: readonly string[];
  readonly shell: string;
}

function callOf(real: RealAgent, { tools, shell }: Offered, ask: Ask, step: number): MockCall {
  if ('command' in ask) return real.shellCall(shell, ask.command, step);
  if ('tool' in ask) {
    // Each agent puts the name of the server before it in its own way, and some know no dashes.
    const name = tools.find((one) => one.replaceAll('_', '-').endsWith(ask.tool)) ?? ask.tool;
    return { name, args: ask.args };
  }
  // Scenarios with sub-agents are skipped if no call starts one.
  if (!real.subAgentCall) throw new Error(`${real.agent} has no call that starts a sub-agent`);
  return real.subAgentCall(SUB_PROMPT);
}

function longest(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

function plain(asked: Asked): string {
  return conversationOf(asked)
    .map((said) => masked(JSON.stringify(said)))
    .join('\n');
}

/** Codex makes one up for each result; some have no digit that would show that. */
const CHUNK_ID = /(?<name>\bChunk ID: )[\da-f]+\b/g;

/** Without values that differ in each run: ids, times and process numbers. */
export function masked(text: string): string {
  return text
    .replaceAll(CHUNK_ID, '$<name>#')
    .replaceAll(/\b(?=\w*\d)[\da-f]{6,}\b|\d+(?:\.\d+)?/gi, '#')
    .replaceAll(/#(?:[-:.T]?[\da-f]*#)+/gi, '#');
}
