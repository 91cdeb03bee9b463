import type { Percept } from '../../event/percept.js';
import { callsOf } from '../../session/calls.js';
import {
  type Columns,
  columnsOf,
  EMPTY,
  FAILED,
  flagsAt,
  LONG,
  NOTE,
  SOFT,
  WAIT,
  WRITE,
} from '../../session/history.js';
import { shortened } from '../../session/packed.js';
import { defineDetector } from '../detector.js';
import { signalOf } from '../finding.js';
import { integer, type OptionsOf } from '../options.js';
import { oncePerRound } from '../rounds.js';

const options = {
  near: integer(5, { min: 2, meaning: 'the same answer to calls that differ in numbers, ids or wording' }),
  sweep: integer(12, { min: 2, meaning: 'the same, where a number only rises or only falls' }),
  far: integer(6, { min: 2, meaning: 'the same answer of a tool that only looks, whatever it is asked' }),
  topic: integer(7, { min: 2, meaning: 'the same of any tool, if an argument stays or a table comes back' }),
};

type Limits = OptionsOf<typeof options>;

/** What all calls of one tool had in common, as long as its answer stayed the same. */
interface Topic {
  readonly tool: number;
  readonly answer: number;
  readonly asked: number;
  readonly parts: readonly number[];
  /** The sum of the numbers among the last arguments, and how often it rose and fell. */
  readonly amount: number;
  readonly rises: number;
  readonly falls: number;
}

const NONE: readonly Topic[] = [];
const TOPICS = 3;
/** A failure, a miss, a note and a deed are for other detectors. */
const OTHER = FAILED | SOFT | EMPTY | NOTE | WAIT | WRITE;
/** Fewer words may acknowledge one more thing of a batch, above all with a new id among them. */
const WORDS = 4;
const STAMPED_WORDS = 8;
/** Fewer different calls are for `repeated-call`. */
const VARIED = 3;

/** One tool brings one answer, whatever it is asked: the answer is not used, or the question does not matter. */
export const sameAnswer = defineDetector({
  meta: {
    id: 'same-answer',
    summary: 'A tool brings the same answer, whatever it is asked.',
    listens: ['call'],
    family: 'calls',
    cap: 'redirect',
    isClose: true,
    memory: 'task',
    calls: ({ sweep }) => sweep,
    options,
    messages: {
      same: { text: '{{count}} calls like {{call}} had one answer', category: 'TOOL_PARAMETER_DRIFT' },
    },
  },

  init: () => NONE,

  step(before, { session, percept, call }, limits) {
    if (!percept || !call) return { state: before };
    const flags = flagsAt(session.history);
    if ((flags & OTHER) !== 0 || (flags & LONG) === 0 || !isInformative(percept)) return { state: before };
    const topic = goOn(before, percept);
    const state = [...before.filter(({ tool }) => tool !== topic.tool).slice(1 - TOPICS), topic];
    // Most answers are new.
    if (topic.asked < VARIED) return { state };
    const history = columnsOf(session.history);
    const { rows, share } = judge(history, percept, topic, limits);
    if (share === 0) return { state };
    const labels = new Map(callsOf(session).map((one) => [one.seq, one.label]));
    const found = rows.map((i) => {
      const [seq, round] = [history.seq[i]!, history.round[i]!];
      return { seq, round, label: labels.get(seq) ?? '' };
    });
    const signal = signalOf({
      ...{ messageId: 'same' as const, share, found: oncePerRound(found) },
      ...{ identity: `answer:${percept.outcome.print}`, data: { call: call.label }, window: limits.sweep },
    });
    return signal ? { state, signal } : { state };
  },
});

function isInformative({ kind, outcome, isSample }: Percept): boolean {
  if (kind === 'send' || isSample) return false;
  return outcome.words.length >= (outcome.isStamped ? STAMPED_WORDS : WORDS);
}

function goOn(topics: readonly Topic[], { tool, outcome, parts, amount }: Percept): Topic {
  const own = shortened(tool);
  const answer = shortened(outcome.print);
  const before = topics.find((one) => one.tool === own && one.answer === answer);
  if (!before) return { tool: own, answer, asked: 1, parts, amount, rises: 0, falls: 0 };
  return {
    ...{ tool: own, answer, asked: before.asked + 1, amount },
    parts: before.parts.filter((part) => parts.includes(part)),
    rises: before.rises + (amount > before.amount ? 1 : 0),
    falls: before.falls + (amount < before.amount ? 1 : 0),
  };
}

/** The rows of the calls with the last answer, and how near to a loop they are. */
function judge(
  history: Columns,
  percept: Percept,
  { parts, rises, falls }: Topic,
  limits: Limits,
): { readonly rows: readonly number[]; readonly share: number } {
  const rows = rowsOfAnswer(history);
  const last = rows.at(-1)!;
  const like = rows.filter(
    (i) => history.shape[i] === history.shape[last] || history.frame[i] === history.frame[last],
  );
  const isSweep = Math.min(rises, falls) === 0 && rises + falls > 1;
  const isOneTopic = parts.length > 0 || percept.outcome.lines.length > 2;
  const limit = isSweep ? Infinity : percept.isLook ? limits.far : isOneTopic ? limits.topic : Infinity;
  const near = isVaried(history, like) ? like.length / (isSweep ? limits.sweep : limits.near) : 0;
  const far = isVaried(history, rows) ? rows.length / limit : 0;
  return near < far ? { rows, share: far } : { rows: like, share: near };
}

/** Back to another answer of the same tool, or to a change of the world: from there on it is another story. */
function rowsOfAnswer({ tool, outcome, world }: Columns): readonly number[] {
  const last = tool.length - 1;
  const rows: number[] = [];
  for (let i = last; i >= 0 && world[i] === world[last]; i--) {
    if (tool[i] !== tool[last]) continue;
    if (outcome[i] !== outcome[last]) break;
    rows.unshift(i);
  }
  return rows;
}

function isVaried({ call }: Columns, rows: readonly number[]): boolean {
  return new Set(rows.map((i) => call[i])).size >= VARIED;
}
