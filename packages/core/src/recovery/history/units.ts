import { oneLine } from '../../event/label.js';
import { resultWithoutNotices } from '../../event/own-words.js';
import { extractFeatures } from '../../features/call-features.js';
import { callKey } from '../../session/calls.js';
import { textOf } from './dialect.js';
import type { ReadHistory } from './read.js';

const MAX_RESULT = 2000;

/** Messages that belong together: a call, or several of one step, with all results. */
export interface Unit {
  readonly from: number;
  /** Behind the last. */
  readonly to: number;
  /** Someone other than the agent speaks in it, or it contains something unknown. */
  readonly isFixed: boolean;
  readonly calls: readonly CallTrace[];
  /** What the assistant says in it. */
  readonly text: string;
}

interface CallTrace {
  readonly tool: string;
  /** Tool and arguments; nothing if they are too large. */
  readonly key: number | undefined;
  /** Equal for outcomes that differ only in volatile parts. */
  readonly outcome: number;
  /** In one line, cut. */
  readonly result: string;
}

export function unitsOf(read: ReadHistory): readonly Unit[] {
  const units: Unit[] = [];
  for (let from = 0; from < read.turns.length;) {
    const to = unitEnd(read, from);
    units.push(unitOf(read, from, to));
    from = to;
  }
  return units;
}

/** While a result is missing, or a thought has no following message. */
function unitEnd({ turns }: ReadHistory, from: number): number {
  const open = new Set<string>();
  for (let at = from; at < turns.length; at++) {
    const { role, calls, results } = turns[at]!;
    for (const { id } of calls) open.add(id);
    for (const { id } of results) open.delete(id);
    if (open.size === 0 && role !== 'thought') return at + 1;
  }
  return turns.length;
}

function unitOf({ turns }: ReadHistory, from: number, to: number): Unit {
  const own = turns.slice(from, to);
  const results = new Map(own.flatMap((turn) => turn.results).map((one) => [one.id, one]));
  return {
    from,
    to,
    isFixed: own.some(({ role, hasUnknown }) => role === 'user' || role === 'system' || hasUnknown),
    calls: own
      .flatMap((turn) => turn.calls)
      .map(({ id, tool, args }) => {
        const { result: given, isError = false } = results.get(id) ?? {};
        const result = resultWithoutNotices(given);
        const outcome = extractFeatures({ tool, args, result, isError }).outcome.content;
        return { tool, key: callKey(tool, args), outcome, result: oneLine(textOf(result), MAX_RESULT) };
      }),
    text: own
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
  };
}
