import type { Case } from '../../data/case.js';
import { eventsOf, isCall, mapResults, textOf } from '../trace.js';
import type { Transformation } from '../transformation.js';

const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

export const lineClocks: Transformation = {
  id: 'line-clocks',
  summary: 'the time in front of the lines of results',
  apply: (one, draw) => {
    const style = draw.integer(0, 3);
    let now = 1_700_000_000_000 + draw.integer(0, 50_000_000) * 1000;
    const stamp = (): string => {
      now += draw.integer(1, 400);
      const iso = new Date(now).toISOString();
      return (
        [iso, `[${iso.slice(11, 19)}]`, `${iso.slice(0, 10)} ${iso.slice(11, 23)}`, String(now)][style] ?? iso
      );
    };
    return mapResults(one, (result) => {
      if (typeof result !== 'string' || result === '' || isJson(result)) return result;
      now += draw.integer(500, 90_000);
      return result
        .split('\n')
        .map((line) => `${stamp()} ${line}`)
        .join('\n');
    });
  },
};

const CUT = 160;

type Pair = readonly [string, string];
const BRACKETS: readonly [Pair, ...Pair[]] = [
  ['[', ']'],
  ['... (', ')'],
  ['<', '>'],
  ['…', ''],
];

/** The head of a long result, and a notice with a drawn word about the missing part. */
export const truncated: Transformation = {
  id: 'truncated',
  summary: `results cut after ${CUT} characters, with a notice of how much is missing`,
  changesLabel: (one) =>
    one.expect === 'no_loop' && losesDifferences(one) ? 'the cut makes different results equal' : undefined,
  apply: (one, draw) => {
    const [open, close] = draw.pick(BRACKETS);
    const notice = draw.words(2);
    return mapResults(one, (result) => {
      const text = textOf(result);
      if (text.length <= CUT) return result;
      return `${text.slice(0, CUT)}\n${open}${notice} ${text.length - CUT}${close}`;
    });
  },
};

function losesDifferences(one: Case): boolean {
  const whole = new Map<string, string>();
  return eventsOf(one).some((event) => {
    if (!isCall(event)) return false;
    const text = textOf(event['result']);
    const head = text.slice(0, CUT);
    const other = whole.get(head) ?? text;
    whole.set(head, text);
    return other !== text;
  });
}
