import { dice, KINDS, NOUNS, VERBS } from '../made-up-text.js';

/**
 * Traces for the weights and limits of `default`: one kind of call or message again and again, where each repeat changes a
 * little of the arguments and of the outcome, and something small may lie between two repeats. Always the same ones.
 */
export function limitTraces(
  count: number,
): readonly { readonly id: string; readonly events: readonly unknown[] }[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `limit-${i}`,
    events: eventsFrom(dice(i * 7919 + 1)),
  }));
}

type Dice = (sides: number) => number;
type Event = Readonly<Record<string, unknown>>;

const ALL = [...NOUNS, ...VERBS, ...KINDS];

function eventsFrom(roll: Dice): readonly unknown[] {
  const repeat = pick(roll, [callsFrom, callsFrom, callsFrom, messagesFrom, messagesFrom, editsFrom])(roll);
  // Most traces put nothing, or one kind of thing, between two repeats.
  const between = pick(roll, [
    [],
    [],
    [pick(roll, BETWEEN)],
    [pick(roll, BETWEEN), pick(roll, BETWEEN)],
    BETWEEN,
  ]);
  const rate = 2 + roll(3);
  const gap = pick(roll, [900, 1_000, 20_000, 46_000, 56_000, 201_000, 400_000]);
  const events = Array.from({ length: 6 + roll(14) }, (_, i) => [
    ...(between.length > 0 && i > 0 && roll(rate) === 0 ? pick(roll, between)(roll, i) : []),
    ...repeat(i),
  ]).flat();
  const isParallel = roll(8) === 0;
  let at = 1_000;
  return events.map((event, i) => {
    at += gap;
    return { ...event, at, ...(event['kind'] === 'call' && { round: isParallel ? i >> 1 : i }) };
  });
}

/** Things between two repeats. */
const BETWEEN: readonly ((roll: Dice, i: number) => readonly Event[])[] = [
  (roll, i) => [{ kind: 'edit', path: `src/${pick(roll, NOUNS)}.ts`, before: `h${i}`, after: `h${i + 1}` }],
  (roll) => [{ kind: 'turn', role: 'user', text: `Please ${pick(roll, VERBS)} the ${pick(roll, NOUNS)}.` }],
  () => [{ kind: 'turn', role: 'user', text: 'No, the order 4711 again, please.' }],
  () => [{ kind: 'turn', role: 'harness', reason: 'nudge', text: 'Go on until the task is done.' }],
  () => [call('sleep', { seconds: 5 }, '')],
  () => [call('get_time', {}, 'noon')],
  (_, i) => [call('read_file', { path: `docs/${ALL[i % ALL.length]!}.md` }, `all about ${textOf(i, 12)}`)],
  (roll) => [call('think', { thought: textOf(roll(40), 8) }, 'noted')],
  (roll, i) => [call('write_file', { path: `out/${pick(roll, NOUNS)}.txt`, content: `line ${i}` }, 'saved')],
  (roll) => [{ kind: 'message', text: `Now I ${pick(roll, VERBS)} the ${pick(roll, NOUNS)} once more.` }],
  (roll) => Array.from({ length: 3 + roll(6) }, () => call('list_dir', { path: 'src' }, 'a.ts b.ts')),
  () => [{ kind: 'message', text: '' }],
  (roll) => [
    { kind: 'call', tool: 'run', args: { target: 'all' }, result: textOf(roll(9), 6), isError: true },
  ],
];

const TOOLS = [
  ...['read_file', 'search', 'grep', 'get_status', 'browse', 'write_file', 'edit_file', 'send_email', 'post'],
  ...[
    'create_ticket',
    'ask_user',
    'archive',
    'run',
    'click_at',
    'check_job',
    'set_option',
    'transfer_to_agent',
  ],
];

function callsFrom(roll: Dice): (i: number) => readonly Event[] {
  const tools = [pick(roll, TOOLS), pick(roll, TOOLS)];
  const toolOf = roll(6) === 0 ? (i: number) => tools[i % 2]! : () => tools[0]!;
  const args = argsFrom(roll);
  const outcome = outcomeFrom(roll);
  const isAttempted = roll(6) === 0;
  return (i) => {
    const given = args(i);
    const called = { kind: 'call', tool: toolOf(i), args: given, ...outcome(i, given) };
    return isAttempted ? [{ kind: 'attempt', tool: called.tool, args: given }, called] : [called];
  };
}

/** Arguments with a text, a number and a name, of which each repeat changes a little in its own way. */
function argsFrom(roll: Dice): (i: number) => Event {
  const words = Array.from({ length: 1 + roll(10) }, () => pick(roll, ALL));
  const base = 1 + roll(400);
  const ways = Array.from({ length: 20 }, () => roll(8));
  const usual = roll(8);
  const isSteady = roll(2) === 0;
  const [hasNumber, hasName] = [roll(2) === 0, roll(3) === 0];
  const key = pick(roll, ['query', 'text', 'command', 'path', 'question', 'item']);
  return (i) => {
    const way = isSteady ? usual : ways[i % 20]!;
    const text = [...words];
    if (way === 1) text.push(ALL[(i * 5) % ALL.length]!);
    if (way === 2) text[i % text.length] = ALL[(i * 11) % ALL.length]!;
    if (way === 3) text.reverse();
    if (way === 4) text.splice(0, text.length, ...textOf(i, words.length).split(' '));
    if (way === 7) text.splice(0, Math.ceil(text.length / 2), ALL[(i * 3) % ALL.length]!);
    const number = way === 5 ? base + i : way === 6 ? base * (1 + (i % 3) / 100) : base;
    const name = { name: ALL[(way === 2 ? i : 0) % ALL.length]!, folder: 'src' };
    return { [key]: text.join(' '), ...(hasNumber && { page: number }), ...(hasName && name) };
  };
}

const FAILURES = ['Error: ', 'cannot ', 'Traceback: ', 'Access denied: ', '', 'ENOENT: '];

function outcomeFrom(
  roll: Dice,
): (i: number, args: Event) => { readonly result: unknown; readonly isError?: boolean } {
  const text = textOf(roll(60), 1 + roll(26));
  const isHard = roll(3) === 0;
  const isSoft = !isHard && roll(3) === 0;
  const opening = isSoft ? pick(roll, FAILURES) : '';
  const every = 2 + roll(6);
  const resultOf = pick<(i: number, args: Event) => unknown>(roll, [
    () => text,
    () => text,
    (i) => `${text} ${i}`,
    (i) => `${text}\nDuration: ${(i * 37) % 90} ms`,
    (i) => (i % every === 0 ? `${text} ${ALL[i % ALL.length]!}` : text),
    (_, args) => `${text}: ${String(Object.values(args)[0])}`,
    (_, args) => ({ found: Object.values(args)[0], text }),
    () => [],
    () => 'No matches found',
    () => 'ok',
    () => ({ status: 'ok' }),
    (i) => ({ id: `t-${4000 + i}`, status: 'created' }),
    (i) => ({ status: 'pending', progress: i < 4 ? i : 4, note: text }),
    () => ({ status: 'running' }),
    (i) => `${12 - (i % 3)} passed, ${i % 3} failed\n${text}`,
    () => 'all tests passed',
    () => undefined,
    () =>
      `Your change was not applied, because it did not fit: ${text}. Fill in the whole form again, please.`,
  ]);
  return (i, args) => {
    const result = resultOf(i, args);
    const told = typeof result === 'string' ? `${opening}${result}` : result;
    return { result: told, ...(isHard && { isError: true }) };
  };
}

/** Messages of one length, of which each repeat changes a few words or a number, and sometimes a person in reply. */
function messagesFrom(roll: Dice): (i: number) => readonly Event[] {
  const length = pick(roll, [3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 31, 60, 84]);
  const words = textOf(roll(50), length).split(' ');
  const changed = pick(roll, [0, 0, 1, 1, 2, 3, Math.ceil(length / 10), Math.ceil(length / 4)]);
  const [hasNumber, isMoving] = [roll(4) === 0, roll(2) === 0];
  const isNote = roll(6) === 0;
  const reply = pick(roll, [
    undefined,
    undefined,
    undefined,
    'Not that. Use the order 4711.',
    'And the next one?',
  ]);
  const opening = pick(roll, ['', '', 'Sorry, ', 'Let me try again: ', 'Thank you! ']);
  return (i) => {
    const text = words.map((word, at) => (at < changed ? ALL[(i * 7 + at) % ALL.length]! : word)).join(' ');
    const number = hasNumber ? ` ${isMoving ? 40 + i : 40}` : '';
    const said = `${i % 2 === 0 ? opening : ''}${text}${number}.`;
    const event = isNote ? call('think', { thought: said }, 'ok') : { kind: 'message', text: said };
    return reply === undefined ? [event] : [event, { kind: 'turn', role: 'user', text: reply }];
  };
}

/** Changes of files, settings or plans that come back to earlier states. */
function editsFrom(roll: Dice): (i: number) => readonly Event[] {
  const path = `src/${pick(roll, NOUNS)}.ts`;
  const period = 1 + roll(5);
  const kind = roll(5);
  const isFresh = roll(2) === 0;
  const value = (i: number): string => (i % period === 0 ? 'base' : `state ${isFresh ? i : i % period}`);
  return (i) => {
    if (kind === 0) return [{ kind: 'edit', path, before: value(i), after: value(i + 1) }];
    if (kind === 1) return [{ kind: 'state', goal: 'ship', todos: { ship: value(i) } }];
    if (kind === 2) return [call('write_file', { path, content: `const a = '${value(i)}';` }, 'saved')];
    if (kind === 3)
      return [call('edit_file', { path, old_string: value(i), new_string: value(i + 1) }, 'updated')];
    return [
      call('set_option', { name: 'mode', value: value(i) }, 'ok'),
      call('run_tests', {}, `failed: ${value(i)}`),
    ];
  };
}

const call = (tool: string, args: object, result: unknown): Event => ({ kind: 'call', tool, args, result });

function textOf(from: number, length: number): string {
  return Array.from({ length }, (_, i) => ALL[(from * 13 + i * 7 + ((i * i) % 5)) % ALL.length]!).join(' ');
}

function pick<T>(roll: Dice, from: readonly T[]): T {
  return from[roll(from.length)]!;
}
