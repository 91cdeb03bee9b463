import type { Category } from '../detection/category.js';
import type { Rung } from '../escalation/ladder.js';
import { turnsOff } from '../escalation/override.js';
import { describeLoop } from '../recovery/render/describe.js';
import { personText } from '../recovery/render/person.js';
import { redact } from '../redact/redact.js';
import { explain } from '../verdict/explain.js';
import type { Verdict } from '../verdict/verdict.js';
import { type Decided, type DecidedAct, isReset } from './decided.js';
import { overridePrompt, type OverridePrompt } from './override-prompts.js';

export type Severity = 'info' | 'warning' | 'error';

/** What a person sees of a decision. Plain texts without secrets, cut to length; the display escapes them. */
export interface Notification extends OverridePrompt {
  readonly statusLine: string;
  readonly toast: Toast;
  /** For readers who want more. */
  readonly details: string;
  /** What the edge records and does when the person overrides; a design would have a callback here. */
  readonly override: OverrideEffect;
}

interface Toast {
  readonly title: string;
  readonly body: string;
  readonly severity: Severity;
  /** How long it stays, in milliseconds; 0 for no toast. */
  readonly duration: number;
}

export interface OverrideEffect {
  /** The category of the loop. */
  readonly type?: Category;
  readonly resets: number;
  /** From the third override on: detection is off for this session. */
  readonly switchesOff: boolean;
}

export interface NotificationContext {
  /** The command to type. */
  readonly session?: string;
  /**
   * How often the session was reset, or this loop had an intervention, if the edge counts; otherwise the
   * decision's own count.
   */
  readonly resets?: number;
  /** What repeats, in a sentence or two for a person, if the preset has such a text. */
  readonly summary?: string;
  /** `notifications.*` of the configuration: an unwanted status line is empty. */
  readonly shows?: {
    readonly statusLine?: boolean;
    readonly toast?: boolean;
    readonly toastDuration?: number;
  };
}

const TOAST_DURATION = 5000;

function durationOf({
  shows: { toast = true, toastDuration = TOAST_DURATION } = {},
}: NotificationContext): number {
  return toast ? toastDuration : 0;
}

function lineOf(text: string, { shows }: NotificationContext): string {
  return shows?.statusLine === false ? '' : text;
}

const HELD = 'An earlier decision refused this call.';
const STATUS_LINE = 120;
const BODY = 400;
const DETAILS = 4000;

const SEVERITY: Readonly<Record<Rung, Severity>> = {
  observe: 'info',
  nudge: 'warning',
  redirect: 'warning',
  block: 'warning',
  pause: 'error',
  stop: 'error',
};

const DONE: Readonly<Record<Rung, string>> = {
  observe: 'Nothing was done.',
  nudge: 'The agent was told.',
  redirect: 'The agent was told to try something else.',
  block: 'It was blocked.',
  pause: 'The agent waits for a person.',
  stop: 'The run was stopped.',
};

/** `undefined` if there is nothing to report: no finding, or the event was refused. */
export function notificationOf(
  decision: Decided,
  context: NotificationContext = {},
): Notification | undefined {
  if (decision.kind !== 'act') return undefined;
  if (decision.status === 'BUDGET_EXHAUSTED') return limitNotification(decision, context);
  const { rung, verdict } = decision;
  const resets = context.resets ?? decision.count;
  const session = context.session === undefined ? {} : { session: short(context.session, 80) };
  const brief = short(verdict.primary?.brief ?? 'a loop', STATUS_LINE - 30);
  return {
    statusLine: lineOf(`⟳ ${titleOf(verdict)}: ${brief}`, context),
    toast: {
      title: toastTitle(verdict, isReset(decision) ? resets : 0),
      body: short(bodyOf(decision, brief, context.summary), BODY),
      severity: SEVERITY[rung],
      duration: durationOf(context),
    },
    details: redact(detailsOf(decision, context.session), { limit: DETAILS }),
    ...overridePrompt(resets, { brief, ...session, countsResets: isReset(decision) }),
    override: {
      ...(verdict.primary && { type: verdict.primary.category }),
      ...{ resets, switchesOff: turnsOff(resets) },
    },
  };
}

/** A budget or a limit of a preset is not a loop; the way to continue is to raise it. */
function limitNotification(decision: DecidedAct, context: NotificationContext): Notification {
  const { budget, verdict, rung } = decision;
  const [what, title] = budget ? ['Budget used up', 'Budget Used Up'] : ['Limit reached', 'Limit Reached'];
  const reached = budget ? `${budget.name}, ${budget.spent} of ${budget.limit}` : verdict.primary?.brief;
  const brief = short(reached ?? 'a limit of the preset', STATUS_LINE - 30);
  return {
    statusLine: lineOf(`⏹ ${what}: ${brief}`, context),
    toast: {
      title,
      body: short(`${brief}. ${DONE[rung]}`, BODY),
      severity: 'error',
      duration: durationOf(context),
    },
    details: redact(partsOf(decision, [`${what}: ${brief}.`]), { limit: DETAILS }),
    ...{ friction: 'permission', allowOverride: false },
    overrideWarning: `Raise the ${budget ? 'budget' : 'limit'} to go on.`,
    override: { resets: decision.count, switchesOff: false },
  };
}

function titleOf({ status }: Verdict): string {
  return status === 'looping' ? 'Loop detected' : 'Possible loop';
}

function toastTitle({ status }: Verdict, resets: number): string {
  const title = status === 'looping' ? 'Loop Detected' : 'Possible Loop';
  return resets > 1 ? `${title} (Reset #${resets})` : title;
}

function bodyOf({ rung }: DecidedAct, brief: string, summary: string | undefined): string {
  return `${summary ?? `${brief}.`} ${DONE[rung]}`;
}

function detailsOf(decision: DecidedAct, session?: string): string {
  const { verdict } = decision;
  return partsOf(decision, [
    ...(verdict.primary ? [aboutOf(decision, session)] : []),
    verdict.findings.length > 0 ? explain(verdict) : HELD,
  ]);
}

function partsOf({ text, actions }: DecidedAct, about: readonly string[]): string {
  return [
    ...about,
    ...(text === '' ? [] : [`Told to the agent:\n${text}`]),
    ...(actions.length === 0 ? [] : [`To do, in this order: ${actions.join(', ')}.`]),
  ].join('\n\n');
}

/** With the commands that lift it, if the session has a name. */
function aboutOf(decision: DecidedAct, session: string | undefined): string {
  return session === undefined ? describeLoop(decision).summary : personText(decision, session);
}

/** One line, without secrets. */
function short(text: string, limit: number): string {
  const line = redact(text.replaceAll(/\s+/g, ' ').trim(), { limit: 10 * limit });
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
