import type { Category } from '../../detection/category.js';
import type { Facts, QuotedCall } from './facts.js';

/** Checks and tests may run again once there is something new to check. */
const UNLESS = 'unless something that it depends on has changed since';

/** `` Bash with `git status` `` */
export function callName({ tool, args }: QuotedCall): string {
  return args === '' ? tool : `${tool} with ${args}`;
}

const ofSubject = (text: (subject: string) => string, other: string) => (facts: Facts) => [
  facts.subject === '' ? other : text(facts.subject),
];

const ofCalls = (facts: Facts): readonly string[] =>
  facts.calls.length > 0
    ? facts.calls.map((call) => `Do not call ${callName(call)} again, ${UNLESS}.`)
    : [`Do not repeat ${facts.subject === '' ? 'these steps' : `the step ${facts.subject}`}, ${UNLESS}.`];

const ofText = (): readonly string[] => ['Do not continue the repeated text, and do not quote it.'];

const ofErrors = (facts: Facts): readonly string[] =>
  facts.calls.length > 0
    ? facts.calls.map(
        (call) => `Do not call ${callName(call)} again before the cause of the error is removed.`,
      )
    : ['Do not try again, with this or another tool, before the cause of the error is removed.'];

const CONSTRAINTS: Readonly<Record<Category, (facts: Facts) => readonly string[]>> = {
  TOOL_REPETITION: ofCalls,
  TOOL_PING_PONG: ofCalls,
  TOOL_PARAMETER_DRIFT: ({ calls }) =>
    calls.length > 0
      ? calls.map((call) => `Do not call ${callName(call)} again, in these or other words.`)
      : ['Do not ask for the same thing again in other words.'],
  OUTPUT_VERBATIM: ofSubject(
    (text) => `Do not send the message ${text} again.`,
    'Do not send the same message again.',
  ),
  OUTPUT_PARAPHRASE: () => ['Do not announce the same step again, in these or other words.'],
  OUTPUT_STRUCTURAL: () => ['Do not fill in the same form again for entries that say nothing new.'],
  STATE_OSCILLATION: ofSubject(
    (what) => `Do not change ${what} again before it is settled which value it is to have.`,
    'Do not go back to an earlier state before it is settled which one is to stay.',
  ),
  STATE_REGRESSION: ofSubject(
    (what) => `Do not write an earlier content of ${what} again.`,
    'Do not write an earlier content again.',
  ),
  GOAL_DRIFT: () => ['Do not change the goal again unless the user does.'],
  ERROR_REPETITION: ofErrors,
  ERROR_WHACK_A_MOLE: () => ['Do not apply either of the earlier cures again on its own.'],
  FIX_REPETITION: () => ['Do not apply the same fix again.'],
  TOKEN_REPETITION: ofText,
  PHRASE_LOOP: ofText,
  STRUCTURAL_LOOP: ofText,
};

/** The forbidden repetitions, one sentence each. */
export function constraintsOf(facts: Facts): readonly string[] {
  return CONSTRAINTS[facts.category](facts);
}
