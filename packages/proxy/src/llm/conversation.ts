import { type Act, type Guard, RUNGS } from '@rutbreak/core';
import { catchUp, isCalm } from './calm.js';
import type { Entry } from './entry.js';
import type { Gone } from './going-on.js';
import { type Keyed, keyed, nameOf, newSince } from './history.js';
import type { Json } from './json.js';
import { judge, LOOP_DETECTED } from './judge.js';
import { addNote, noteText, withNotes } from './notes.js';
import type { Settings } from './options.js';
import type { Protocol, RequestFacts } from './protocol.js';
import { scopeOf, type Thread, type Threads } from './threads.js';

/** What to do with a request. */
export interface Plan {
  readonly thread: Thread;
  readonly scope: string;
  /** What goes on instead of what came; nothing where that is not changed. */
  readonly edited?: Json;
  /** What was decided, where the model is told or answered for. */
  readonly decision?: Act;
  /** Instead of sending it on. */
  readonly answer?: string;
}

/** A request whose history is to be looked at. */
export interface Asking {
  readonly protocol: Protocol;
  readonly body: Json;
  readonly facts: RequestFacts;
  readonly header: string | undefined;
}

export interface Judges {
  readonly threads: Threads;
  readonly guard: Guard;
  readonly settings: Pick<Settings, 'clock' | 'guard'>;
}

/** Looks at the history of a request: what is new goes to core, and what core decides becomes a plan. */
export function planRequest(asking: Asking, judges: Judges): Plan {
  const taken = takeIn(asking, judges, judges.settings.clock());
  const { thread, scope, history, fresh, decide } = taken;
  const entries = fresh.flatMap((i) => history[i]?.entry ?? []);
  if (isCalm(thread, entries) && maySendFirst(judges)) {
    thread.unjudged = () => (thread.late = decide());
    return { thread, scope, ...(taken.body !== asking.body && { edited: taken.body }) };
  }
  const { body, ...plan } = planFor(taken, asking.protocol);
  return { thread, scope, ...plan, ...(body !== asking.body && { edited: body }) };
}

/**
 * The same for a request that only adds something to the last one: if that is calm, it goes on before the rest is even
 * read. `read` is called later.
 */
export function planGoingOn(
  { thread, scope, protocol, facts, header }: Gone,
  added: readonly Entry[],
  read: () => Json,
  judges: Judges,
): Plan | undefined {
  const isKnown = thread.unjudged === undefined && facts.previous === undefined;
  if (!isKnown || !maySendFirst(judges) || !isCalm(thread, added)) return undefined;
  const at = judges.settings.clock();
  thread.unjudged = () => {
    const taken = takeIn({ protocol, facts, header, body: read() }, judges, at);
    taken.thread.late = taken.decide();
  };
  return { thread, scope };
}

/** A budget is a promise: what goes over it is not sent first. */
const maySendFirst = ({ settings }: Judges): boolean => settings.guard.budgets === undefined;

/** A request that has become part of its conversation, and is not judged yet. */
interface Taken {
  readonly thread: Thread;
  readonly scope: string;
  readonly body: Json;
  /** What stands in the request, and that with what stands before it. */
  readonly own: readonly Keyed[];
  readonly history: readonly Keyed[];
  readonly fresh: readonly number[];
  readonly decide: () => Act | undefined;
}

function takeIn(asking: Asking, { threads, guard, settings }: Judges, at: number): Taken {
  const { protocol, facts, header } = asking;
  const body = protocol.repair?.(asking.body, threads.forged) ?? asking.body;
  const { scope, previous, model } = facts;
  const own = keyed(protocol.readHistory(body));
  const clues = { header, scope, previous, system: protocol.readSystem(body), history: own };
  const thread = threads.find(clues);
  catchUp(thread);
  // What the upstream keeps for the agent is not in the request; we saw it pass.
  const kept = thread.answers.find(({ id }) => id === previous)?.entries ?? [];
  const history = kept.length === 0 ? own : keyed([...kept, ...protocol.readHistory(body)]);
  const fresh = newSince(thread.known, history);
  thread.known = new Set(history.map(nameOf));
  const { models } = settings.guard;
  const decide = (): Act | undefined => {
    const isOwn = models !== undefined && Object.hasOwn(models, model);
    const session = guard.session(thread.session, isOwn ? { model } : undefined);
    const { decision, rounds } = judge(session, history, fresh, { at, rounds: thread.rounds });
    thread.rounds = rounds;
    return decision;
  };
  return { thread, scope: scopeOf(clues), body, own, history, fresh, decide };
}

/** What is to be judged before it goes on, and what has been said already. */
function planFor(
  { thread, body, own, history, fresh, decide }: Taken,
  protocol: Protocol,
): Pick<Plan, 'decision' | 'answer'> & { readonly body: Json } {
  const isLifted = fresh.some((i) => history[i]?.entry.kind === 'user');
  const late = isLifted ? undefined : thread.late;
  thread.late = undefined;
  const decision = stronger(late, decide());

  // A run that was stopped stays so until somebody speaks.
  const blocked = isAnswered(decision) ? decision : isLifted ? undefined : thread.blocked;
  thread.blocked = blocked;
  if (blocked) return { body, decision: blocked, answer: answerText(blocked) };

  const told = tellModel(thread, own, decision);
  const edited = withNotes(body, thread.notes, own, protocol.edit);
  return { body: edited, ...(told && decision && { decision }) };
}

const rank = (rung: Act['rung']): number => RUNGS.indexOf(rung);

function stronger(a: Act | undefined, b: Act | undefined): Act | undefined {
  return a && b && rank(a.rung) > rank(b.rung) ? a : (b ?? a);
}

function isAnswered(decision: Act | undefined): decision is Act {
  return decision !== undefined && rank(decision.rung) >= rank('block');
}

/** Notes what the model should know; returns whether the decision is part of it. */
function tellModel(
  thread: Thread,
  history: Parameters<typeof addNote>[1],
  decision: Act | undefined,
): boolean {
  const { pending } = thread;
  thread.pending = undefined;
  const isTold = decision !== undefined && rank(decision.rung) >= rank('nudge') && decision.text !== '';
  const text = pending ?? (isTold ? decision.text : undefined);
  if (text === undefined) return false;
  const form = decision?.rung === 'redirect' ? 'insert' : 'append';
  thread.notes = addNote(thread.notes, history, form, noteText(text));
  return isTold;
}

function answerText({ text, verdict }: Act): string {
  return `${LOOP_DETECTED}: ${text === '' ? (verdict.primary?.brief ?? 'a loop') : text}`;
}
