import { RutbreakError } from '../../error.js';
import { aiSdk } from './ai-sdk.js';
import { anthropic } from './anthropic.js';
import { type Dialect, type HistoryProblem, type Message, type Turn } from './dialect.js';
import { openaiChat, openaiResponses } from './openai.js';
import { HISTORY_SHAPES, type HistoryShape } from './shape.js';
import { isRecord } from '../../shared/json.js';

const DIALECTS: Readonly<Record<HistoryShape, Dialect>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  'ai-sdk': aiSdk,
};

export interface ReadHistory {
  readonly dialect: Dialect;
  readonly messages: readonly Message[];
  readonly turns: readonly Turn[];
}

/** Reads a history, or throws a RutbreakError that names the message with the wrong shape. */
function readHistory(history: unknown, shape: HistoryShape): ReadHistory {
  const dialect = dialectOf(shape);
  if (!Array.isArray(history)) return refuse(shape, { at: 0, problem: 'the history is not a list' });
  const turns = history.map((message: unknown, at) => {
    const turn = isRecord(message) ? dialect.read(message) : 'not an object';
    return typeof turn === 'string' ? refuse(shape, { at, problem: turn }) : turn;
  });
  return { dialect, messages: history as readonly Message[], turns };
}

/** The same for a history that must also follow the rules of its protocol. */
export function readValidHistory(history: unknown, shape: HistoryShape): ReadHistory {
  const read = readHistory(history, shape);
  const [first] = problemsOf(read);
  if (first === undefined) return read;
  throw new RutbreakError('HISTORY_BROKEN', {
    shape,
    ...first,
    hint: 'Pass a history that the provider would take: every call with its result, and nothing between them.',
  });
}

/**
 * The reason why a provider would refuse it, or nothing. Throws if the history does not have that shape at
 * all.
 */
export function historyProblems(history: unknown, shape: HistoryShape): readonly HistoryProblem[] {
  return problemsOf(readHistory(history, shape));
}

function dialectOf(shape: HistoryShape): Dialect {
  if (Object.hasOwn(DIALECTS, shape)) return DIALECTS[shape];
  throw new RutbreakError('HISTORY_SHAPE', { shape, hint: `Use one of: ${HISTORY_SHAPES.join(', ')}.` });
}

function refuse(shape: HistoryShape, { at, problem }: HistoryProblem): never {
  throw new RutbreakError('HISTORY_SHAPE', {
    shape,
    at,
    problem,
    hint: 'Pass the list of messages as the provider takes it; nothing was changed.',
  });
}

/** Every call needs its result and every result its call, with nothing in between where that is forbidden. */
function problemsOf({ dialect, messages, turns }: ReadHistory): readonly HistoryProblem[] {
  const problems: HistoryProblem[] = [];
  const open = new Map<string, number>();
  turns.forEach(({ role, calls, results }, at) => {
    for (const { id } of results) {
      if (!open.delete(id)) problems.push({ at, problem: `the result ${id} has no call before it` });
    }
    if (dialect.isStrict && role !== 'results') closeAll(open, problems);
    for (const { id } of calls) {
      if (open.has(id)) problems.push({ at, problem: `the call ${id} is there twice` });
      open.set(id, at);
    }
  });
  closeAll(open, problems);
  if (turns.at(-1)?.role === 'thought')
    problems.push({ at: turns.length - 1, problem: 'nothing follows the reasoning' });
  return [...problems, ...(dialect.moreProblems?.(messages, turns) ?? [])];
}

function closeAll(open: Map<string, number>, problems: HistoryProblem[]): void {
  for (const [id, at] of open) problems.push({ at, problem: `the call ${id} has no result after it` });
  open.clear();
}
