import type { Rung } from '../../escalation/ladder.js';
import { OWN_MARK } from '../../event/own-words.js';
import { callName, constraintsOf } from '../render/constraints.js';
import { describeLoop, seenOf } from '../render/describe.js';
import { type Facts, factsOf } from '../render/facts.js';
import { KINDS } from '../render/kinds.js';
import type { Occasion, Remedy, Words } from '../words.js';

const SILENCE: Remedy = { text: '', actions: [] };

type Text = (facts: Facts, occasion: Occasion) => string;

/** What is said on each rung, and to whom: nudge, redirect and block to the model, pause and stop to a person. */
const TEXTS: Readonly<Record<Exclude<Rung, 'observe'>, Text>> = {
  nudge: (facts) =>
    notice(
      `Notice of the loop guard, not of the user. ${facts.pattern}. ${unchangedOf(facts)} ${KINDS[facts.category].next[0]}`,
    ),
  redirect: (_, occasion) => describeLoop(occasion).full,
  block: (facts) => notice(`${blockedOf(facts)} ${KINDS[facts.category].next[0]}`),
  pause: (facts) =>
    [
      `${OWN_MARK} The agent is paused and waits for a person.`,
      accountOf(facts),
      ...triedOf(facts),
      'How should it go on? It can continue as it is, continue with a hint from you, leave this step out, or end.',
    ].join('\n'),
  stop: (facts) =>
    [
      `${OWN_MARK} Stopped: LOOP_DETECTED (${facts.category}).`,
      accountOf(facts),
      ...(facts.calls.length > 0 ? [`In the loop: ${facts.calls.map(callName).join(', ')}.`] : []),
      ...(facts.firstError === '' ? [] : [`First error: ${facts.firstError}.`]),
      ...triedOf(facts),
      'What was done before the loop is kept. To go on, change what the loop depends on, and start or reset the session.',
    ].join('\n'),
};

/** A rung without a loop behind it: something else holds the gate. */
const BARE: Readonly<Record<Exclude<Rung, 'observe'>, string>> = {
  nudge: notice('Notice of the loop guard, not of the user. The work repeats itself.'),
  redirect: notice('Notice of the loop guard, not of the user. The work repeats itself. Take another way.'),
  block: notice('This call was not run: the loop guard blocked it. Summarise what is known and end.'),
  pause: `${OWN_MARK} The agent is paused and waits for a person. How should it go on?`,
  stop: `${OWN_MARK} Stopped: LOOP_DETECTED.`,
};

/** The words of the default preset: short, without blame, never in the name of the user or the assistant. */
export const defaultWords: Words = (occasion) => {
  const { rung } = occasion;
  if (rung === 'observe') return SILENCE;
  const facts = factsOf(occasion);
  return {
    text: facts ? TEXTS[rung](facts, occasion) : BARE[rung],
    actions: actionsOf(rung, facts),
  };
};

function notice(text: string): string {
  return `${OWN_MARK} ${text}`;
}

/** For a person, but a program may show it to the model too: so the pattern is quoted. */
function accountOf(facts: Facts): string {
  return `${facts.pattern}. ${KINDS[facts.category].meaning} ${seenOf(facts)}`;
}

function unchangedOf({ category }: Facts): string {
  return `Still the same: ${KINDS[category].unchanged}.`;
}

/** What is not done, and why. The call that made the guard block has run; the next one meets the block. */
function blockedOf(facts: Facts): string {
  if (isOfText(facts)) return `The text was cut off by the loop guard (${facts.pattern}).`;
  if (facts.isMet)
    return `This call was not run: the loop guard blocked it (${facts.pattern}). ${constraintsOf(facts)[0]!}`;
  const notice = `Notice of the loop guard, not of the user: ${facts.pattern}.`;
  return facts.calls.length > 0 ? `${notice} From here on, the calls of this loop are not run.` : notice;
}

/** A loop inside a text, while it is written: there is no call to veto. */
function isOfText({ category }: Facts): boolean {
  return category === 'TOKEN_REPETITION' || category === 'PHRASE_LOOP' || category === 'STRUCTURAL_LOOP';
}

function triedOf({ attempts }: Facts): readonly string[] {
  return attempts.length === 0 ? [] : ['Tried so far:', ...attempts.map((line) => `- ${line}`)];
}

/** Where the text goes, then the strategies that `planRecovery` can spell out, in the order in which to try them. */
function actionsOf(rung: Exclude<Rung, 'observe'>, facts: Facts | undefined): readonly string[] {
  if (rung === 'nudge') return ['append-to-result', 'user-message'];
  if (rung === 'redirect') return ['user-message', 'append-to-result', 'drop-loop-from-context'];
  if (rung === 'block')
    return facts && isOfText(facts) ? ['halt-generation', 'user-message'] : ['forbid-call'];
  if (rung === 'pause') return ['checkpoint', 'ask-a-person'];
  return ['checkpoint', 'switch-model', 'decompose-task', 'summarise-and-stop', 'mark-blocked'];
}
