import {
  type Act,
  type Capabilities,
  type Decision,
  type Guard,
  type GuardSession,
  observeWithDerived,
} from '@rutbreak/core';
import { type Channel, ONLY_A_PERSON, OWN_MARK } from '@rutbreak/core/edge';
import { createEarlierRuns } from './earlier-runs.js';
import { failOpen, failOpenLater } from './fail-open.js';
import { createHistory, type EditedHistory, type MessageDialect, type QueuedText } from './history.js';
import { carryOut, isForUserOnly, placeOf } from './actions.js';
import { refusesLift } from './lift.js';
import { type AdapterOptions, type Answer, sessionOptions } from './options.js';
import type { Call, Outcome, Passage, Request, Run } from './run-types.js';
import { createSaid, hintOf, queue, type Said, textFor } from './said.js';
import { type Stop, stopFor } from './stop.js';

export { RunStopped, type Stop } from './stop.js';

export type { Call, Outcome, Passage, Run } from './run-types.js';

interface State<M> {
  readonly session: GuardSession;
  readonly dialect: MessageDialect<M>;
  readonly options: AdapterOptions;
  readonly capabilities: Capabilities;
  /** Host callbacks still in progress. */
  readonly waiting: Promise<unknown>[];
  readonly history: EditedHistory<M>;
  readonly texts: QueuedText[];
  readonly said: Said;
  stop: Stop | undefined;
  /** What earlier runs know of the loops of this one. */
  readonly earlier: ReturnType<typeof createEarlierRuns>;
  /** A pause decided when nobody could be asked. It takes effect before the next request. */
  question: Act | undefined;
  round: number;
  /** A failed request is retried; a retry is neither a new round nor a new turn. */
  isOpen: boolean;
  length: number;
  tokens: number;
}

const RUNS: Passage = { kind: 'run' };

interface RunSettings<M> {
  readonly capabilities: Capabilities;
  readonly dialect: MessageDialect<M>;
  readonly options: AdapterOptions;
}

export function openRun<M>(
  guard: Guard,
  id: string,
  { capabilities, dialect, options }: RunSettings<M>,
): Run<M> {
  const settings = sessionOptions(options, capabilities);
  return createRun(guard.session(id, settings), dialect, options, settings.capabilities);
}

export function createRun<M>(
  session: GuardSession,
  dialect: MessageDialect<M>,
  options: AdapterOptions,
  capabilities: Capabilities = {},
): Run<M> {
  const run: State<M> = {
    ...{ session, dialect, options, capabilities, history: createHistory(dialect), texts: [], waiting: [] },
    ...{
      said: createSaid(),
      earlier: createEarlierRuns(options.archive),
      stop: undefined,
      question: undefined,
      round: 0,
      isOpen: false,
      length: -1,
      tokens: 0,
    },
  };
  return {
    id: session.id,
    stopped: () => run.stop,
    request: (given) => failOpenLater(options, { kind: 'go', messages: given }, () => request(run, given)),
    delta: (text, channel) => failOpen(options, false, () => onDelta(run, text, channel)),
    answered: (text, tokens = 0) => failOpen(options, undefined, () => onAnswer(run, text, tokens)),
    before: (call) => failOpen(options, RUNS, () => onCall(run, call)),
    after: (call, outcome) => failOpen(options, undefined, () => onOutcome(run, call, outcome)),
    takeTexts: () =>
      run.texts
        .splice(0)
        .map(({ text }) => text)
        .join('\n\n'),
  };
}

function onAnswer<M>(run: State<M>, text: string, tokens: number): void {
  run.isOpen = false;
  run.tokens += tokens;
  if (text !== '') queueFor(run, run.session.message({ text, at: Date.now(), ...spent(run) }), 'message');
}

function onCall<M>(run: State<M>, call: Call): Passage | Promise<Passage> {
  const act = take(run, run.session.before({ ...call, round: run.round, at: Date.now() }));
  if (refusesLift(call.args, run.session.id, run.options, run.capabilities))
    return { kind: 'veto', text: ONLY_A_PERSON };
  return act ? passageOf(run, act) : RUNS;
}

function onOutcome<M>(run: State<M>, call: Call, outcome: Outcome): void {
  const about = {
    kind: 'call',
    ...call,
    ...outcome,
    round: run.round,
    at: Date.now(),
    ...spent(run),
  } as const;
  queueFor(run, observeWithDerived(run.session, about), 'result');
}

async function request<M>(run: State<M>, given: readonly M[]): Promise<Request<M>> {
  const isRetry = run.isOpen && given.length === run.length;
  if (!isRetry) {
    onTurn(run, given);
    run.round++;
  }
  run.isOpen = true;
  run.length = given.length;
  await Promise.all(run.waiting.splice(0));
  await settleQuestion(run);
  if (run.stop) return { kind: 'stop', stop: run.stop };
  return { kind: 'go', messages: run.history.edit(given, run.texts) };
}

/** A person's newest message starts a new task. */
function onTurn<M>(run: State<M>, given: readonly M[]): void {
  const newest = given.at(-1);
  const text = newest === undefined ? undefined : run.dialect.userText(newest);
  if (text === undefined || run.said.isOwn(text)) return;
  run.stop = undefined;
  take(run, run.session.turn({ role: 'user', reason: 'prompt', text, at: Date.now() }));
}

function onDelta<M>(run: State<M>, text: string, channel: Channel): boolean {
  const act = take(run, run.session.delta({ text, channel, at: Date.now() }));
  if (!act || act.rung === 'observe') return false;
  if (act.rung !== 'stop') queueText(run, act, 'message');
  return act.rung === 'block' || act.rung === 'pause' || act.rung === 'stop';
}

/** Reports a decision. A stop takes effect here. */
function take<M>(run: State<M>, decision: Decision): Act | undefined {
  if (decision.kind === 'refused') return undefined;
  const { session, options } = run;
  if (decision.kind === 'act' || decision.wouldBe)
    failOpen(options, undefined, () => options.onDecision?.(decision, session.id));
  const advice = failOpen(options, undefined, () => run.earlier(decision));
  if (decision.kind !== 'act') return undefined;
  const act = advice === undefined ? decision : { ...decision, text: `${decision.text}\n${advice}` };
  const waiting = carryOut(act, session.id, options, run.capabilities);
  if (waiting) run.waiting.push(waiting);
  if (act.rung === 'stop') run.stop ??= stopFor(act, session.id);
  return act;
}

/** The call has already run, so the model reads the text with its next request. */
function queueFor<M>(run: State<M>, decision: Decision, place: 'result' | 'message'): void {
  const act = take(run, decision);
  if (act && act.rung !== 'observe' && act.rung !== 'stop') queueText(run, act, place);
}

function queueText<M>(run: State<M>, act: Act, place: 'result' | 'message'): void {
  if (act.rung === 'pause') run.question = act;
  else if (act.text !== '' && !isForUserOnly(act, run.options))
    queue(run, textFor(act, placeOf(act) ?? place, run.options.keepsHistory === true));
}

function passageOf<M>(run: State<M>, act: Act): Passage | Promise<Passage> {
  if (act.rung === 'block' || act.rung === 'stop') return { kind: 'veto', text: act.text };
  if (act.rung === 'pause') return passageAfterAsking(run, act);
  queueText(run, act, 'message');
  return RUNS;
}

/** The call waits for a person. If the person lets the agent continue, that lifts the block. */
async function passageAfterAsking<M>(run: State<M>, act: Act): Promise<Passage> {
  const answer = await askPerson(run, act);
  if (answer === 'continue') return RUNS;
  if (answer === 'end') return { kind: 'veto', text: act.text };
  const what = answer === 'skip' ? 'decided to leave this step out.' : `says: ${hintOf(answer)}`;
  return { kind: 'veto', text: `${OWN_MARK} This call was not run. A person was asked, and ${what}` };
}

/** The pause was decided when nobody could be asked, so a person is asked before the next request. */
async function settleQuestion<M>(run: State<M>): Promise<void> {
  const act = run.question;
  if (!act) return;
  run.question = undefined;
  const answer = await askPerson(run, act);
  if (typeof answer === 'string') return;
  queue(run, { place: 'message', text: `${OWN_MARK} A person was asked, and says: ${hintOf(answer)}` });
}

async function askPerson<M>(run: State<M>, act: Act): Promise<Answer> {
  const { options, session } = run;
  // If the person cannot be asked, the pause stays.
  const answer = await failOpenLater<Answer>(
    options,
    'skip',
    async () => (await options.ask?.(act, session.id)) ?? 'skip',
  );
  if (answer === 'end') run.stop ??= stopFor(act, run.session.id);
  else if (answer !== 'skip') take(run, run.session.reset(Date.now()));
  return answer;
}

/** Adds tokens to the next event that can carry them, so that budgets count them once. */
function spent<M>(run: State<M>): { readonly tokens?: number } {
  const { tokens } = run;
  run.tokens = 0;
  return tokens > 0 ? { tokens } : {};
}
