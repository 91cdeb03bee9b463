import { dice, KINDS, NOUNS, VERBS } from '../made-up-text.js';

/**
 * Traces that walk along the limits of `default`: things repeated from two to a dozen times, with a little of everything
 * changed or put between. Nobody says which of them are loops; they show that a decision has moved. Always the same ones.
 */
export function madeUpTraces(
  count: number,
): readonly { readonly id: string; readonly events: readonly unknown[] }[] {
  return Array.from({ length: count }, (_, i) => ({ id: `made-up-${i}`, events: eventsFrom(dice(i + 1)) }));
}

type Dice = (sides: number) => number;
/** Makes the nth repeat of something. Things that never change ignore `nth`. */
type Make = (nth: number) => unknown;

function eventsFrom(roll: Dice): readonly unknown[] {
  const parts = Array.from({ length: 1 + roll(4) }, () => repeated(roll));
  let at = 0;
  let round = 0;
  const gap = pick(roll, [1_000, 1_000, 20_000, 50_000, 400_000]);
  return parts.flat().map((event) => {
    at += gap + roll(900);
    const stamped = { ...(event as object), ...(roll(12) > 0 && { at }) };
    return (event as { kind: string }).kind === 'call' ? { ...stamped, round: round++ } : stamped;
  });
}

/** Something again and again, alone, in turn with another thing, or with a foreign event now and then. */
function repeated(roll: Dice): readonly unknown[] {
  const times = 2 + roll(11);
  const [one, other] = [somethingFrom(roll), somethingFrom(roll)];
  const foreign = somethingFrom(roll);
  const every = 2 + roll(4);
  const form = roll(4);
  return Array.from({ length: times }, (_, i) => {
    if (form === 0) return [one(i), other(i)];
    if (form === 1 && i % every === every - 1) return [one(i), foreign(i)];
    return [one(i)];
  }).flat();
}

function somethingFrom(roll: Dice): Make {
  const kind = roll(12);
  if (kind < 8) return callFrom(roll);
  if (kind < 10) return messageFrom(roll);
  if (kind === 10) return turnFrom(roll);
  return pick(roll, [editFrom, stateFrom, errorFrom, deltaFrom])(roll);
}

function callFrom(roll: Dice): Make {
  const { tool, args } = actionFrom(roll);
  const result = resultFrom(roll);
  const isError = pick(roll, [undefined, undefined, false, true]);
  return (nth) => ({
    ...{ kind: 'call', tool, args: args(nth), result: result(nth) },
    ...(isError !== undefined && { isError }),
  });
}

function actionFrom(roll: Dice): { readonly tool: string; readonly args: Make } {
  const [noun, verb, other] = [pick(roll, NOUNS), pick(roll, VERBS), pick(roll, NOUNS)];
  const number = 1 + roll(90);
  const moves = roll(3);
  const changing = (nth: number): number => number + (moves === 0 ? 0 : nth * moves);
  const words = wordsFrom(roll, 3 + roll(9));
  return pick<{ tool: string; args: Make }>(roll, [
    { tool: 'Bash', args: () => ({ command: `npm test -- ${noun}` }) },
    { tool: 'Bash', args: (nth) => ({ command: `${verb} --${noun} ${changing(nth)}` }) },
    { tool: 'Bash', args: () => ({ command: `sleep ${number}; gh run view ${number}` }) },
    { tool: 'read_file', args: (nth) => ({ path: `src/${noun}.ts`, offset: changing(nth) * 50 }) },
    {
      tool: 'write_file',
      args: (nth) => ({ path: `src/${noun}.ts`, content: `${verb} ${changing(nth)}\n${words(0)}` }),
    },
    {
      tool: 'Edit',
      args: (nth) => ({ file_path: `src/${noun}.ts`, old_string: noun, new_string: `${other}${nth % 2}` }),
    },
    { tool: 'search', args: (nth) => ({ query: words(nth) }) },
    { tool: 'send_email', args: (nth) => ({ to: `${noun}@example.org`, body: words(nth) }) },
    { tool: 'click', args: () => ({ selector: `#${noun}`, index: number }) },
    { tool: `get_${noun}_status`, args: () => ({ id: `${noun}-${number}` }) },
    {
      tool: 'transfer_to_agent',
      args: (nth) => ({ agent: nth % 2 === 0 ? noun : other, task: words(nth % 2) }),
    },
    { tool: 'plan', args: (nth) => ({ step: changing(nth), goal: words(nth) }) },
  ]);
}

function resultFrom(roll: Dice): Make {
  const noun = pick(roll, NOUNS);
  const number = roll(500);
  const words = wordsFrom(roll, 5 + roll(30));
  return pick<Make>(roll, [
    () => 'ok',
    () => '',
    () => undefined,
    () => words(0),
    words,
    (nth) => `${words(0)}\nDuration: ${number + nth * 7} ms`,
    (nth) => `Error: cannot find the ${noun}, attempt ${nth}`,
    () => `Error: cannot find the ${noun}\n${words(0)}`,
    (nth) => `${pick(roll, VERBS)}: ${words(nth)}: no such ${noun}`,
    (nth) => ({ status: 'pending', progress: nth * 3, id: `r-${number + nth}` }),
    () => ({ status: 'failed', reason: words(0) }),
    (nth) => ({ items: [{ id: number, name: noun }], took: nth * 11, at: 1_700_000_000_000 + nth * 1500 }),
    (nth) => `1 failed, ${number} passed\n${words(0)}\nline ${nth < 4 ? 12 : 30}`,
    (nth) => `${'.'.repeat(nth)} ${number - nth} left`,
  ]);
}

/** A text of some length of which a part changes each time. */
function wordsFrom(roll: Dice, length: number): (nth: number) => string {
  const all = Array.from({ length }, () => pick(roll, pick(roll, [NOUNS, VERBS, KINDS])));
  const changed = pick(roll, [0, 0, 0.1, 0.3, 0.5, 0.8]) * length;
  return (nth) =>
    all.map((word, i) => (i < changed ? NOUNS[(nth * 7 + i * 3) % NOUNS.length] : word)).join(' ');
}

function messageFrom(roll: Dice): Make {
  const words = wordsFrom(roll, 2 + roll(25));
  const opening = pick(roll, ['Let me ', 'I will now ', 'Done. ', 'Thank you! ', 'Should I ', '']);
  return (nth) => ({
    kind: 'message',
    text: `${opening}${words(nth)}${opening === 'Should I ' ? '?' : '.'}`,
  });
}

function turnFrom(roll: Dice): Make {
  const words = wordsFrom(roll, 2 + roll(12));
  const role = pick(roll, ['user', 'harness']);
  return (nth) => ({ kind: 'turn', role, text: words(nth) });
}

function editFrom(roll: Dice): Make {
  const path = `src/${pick(roll, NOUNS)}.ts`;
  const period = 1 + roll(4);
  return (nth) => ({
    kind: 'edit',
    path,
    before: `h${nth % period}`,
    after: `h${(nth + 1) % period}`,
  });
}

function stateFrom(roll: Dice): Make {
  const [goal, period] = [pick(roll, NOUNS), 1 + roll(4)];
  return (nth) => ({
    kind: 'state',
    goal,
    todos: { [goal]: nth % period === 0 ? 'open' : `done ${nth % period}` },
  });
}

function errorFrom(roll: Dice): Make {
  const words = wordsFrom(roll, 3 + roll(8));
  const type = pick(roll, ['TypeError', 'Timeout']);
  return (nth) => ({ kind: 'error', type, message: words(nth) });
}

function deltaFrom(roll: Dice): Make {
  const words = wordsFrom(roll, 1 + roll(20));
  return (nth) => ({ kind: 'delta', text: `${words(nth)} ` });
}

function pick<T>(roll: Dice, from: readonly T[]): T {
  return from[roll(from.length)]!;
}
