import type { Event } from '../metamorphic/trace.js';
import type { Draw } from '../metamorphic/draw.js';
import { type Agent, call, DUE, file, listOf, type Pair, say, thing } from './family.js';

/** A text as it streams in. */
function deltas(text: string): Event[] {
  return (text.match(/[^]{1,40}/g) ?? []).map((piece) => ({ kind: 'delta', text: piece }));
}

/** Pairs in which several steps, or words, repeat. */
export const PAIRS_OF_ROUNDS: readonly Pair[] = [
  {
    ...{ id: 'ping-pong', loopKind: 'two-in-turn', healthyKind: 'edit-and-test', due: DUE.rounds },
    loop: (draw: Draw): Agent => {
      const [open, back, page] = [draw.name(), draw.name(), draw.word()];
      return {
        task: `Download the ${thing(draw)} as a file.`,
        lap: () => [call(open, { page }, `${page}: loading`), call(back, {}, 'overview: 4 links')],
      };
    },
    healthy: (draw: Draw): Agent => {
      const [path, failing] = [file(draw), draw.integer(40, 60)];
      return {
        task: `Make the tests of ${path} pass.`,
        lap: (n) => [
          call('edit_file', { path, line: 5 + 3 * n, text: draw.words(5) }, 'edited'),
          call('run_tests', { path }, `${failing - 3 * n} failed, ${3 * n} passed`, true),
        ],
      };
    },
  },
  {
    ...{ id: 'cycle', loopKind: 'cycle-of-steps', healthyKind: 'steps-for-each-item', due: DUE.rounds },
    loop: (draw: Draw): Agent => {
      const tools = [draw.name(), draw.name(), draw.name()];
      const results = tools.map(() => draw.words(5));
      const id = draw.hex(5);
      return {
        task: `Close the ${thing(draw)} ${id}.`,
        lap: () => tools.map((tool, i) => call(tool, { id }, results[i])),
      };
    },
    healthy: (draw: Draw): Agent => {
      const tools = [draw.name(), draw.name(), draw.name()];
      const ids = listOf(draw, (d) => d.hex(5));
      return {
        task: `Close every open ${thing(draw)}.`,
        lap: (n) => tools.map((tool) => call(tool, { id: ids(n) }, `${ids(n)} ${draw.words(4)}`)),
      };
    },
  },
  {
    ...{ id: 'undoing', loopKind: 'undone-and-redone', healthyKind: 'edit-after-edit', due: DUE.rounds },
    loop: (draw: Draw): Agent => {
      const [path, one, other] = [
        file(draw),
        `limit = ${draw.integer(5, 40)}`,
        `limit = ${draw.integer(50, 90)}`,
      ];
      const change = (from: string, to: string): Event[] => [
        call('replace', { path, old: from, new: to }, 'replaced'),
        call('run_tests', { path }, `1 failed: expected ${from}`, true),
      ];
      return {
        task: `Make the limit of ${path} right.`,
        lap: () => [...change(one, other), ...change(other, one)],
      };
    },
    healthy: (draw: Draw): Agent => {
      const [path, names] = [file(draw), listOf(draw, (d) => d.word())];
      const change = (n: number): Event[] => [
        call('replace', { path, old: `${names(n)} = 0`, new: `${names(n)} = ${n + 3}` }, 'replaced'),
        call('run_tests', { path }, `1 failed: ${names(n + 1)} is 0`, true),
      ];
      return {
        task: `Give every value of ${path} its default.`,
        lap: (n) => [...change(2 * n), ...change(2 * n + 1)],
      };
    },
  },
  {
    ...{ id: 'words', loopKind: 'same-words', healthyKind: 'same-form', due: DUE.steps },
    loop: (draw: Draw): Agent => {
      const [what, where] = [thing(draw), draw.word()];
      const starts = ['Let me check', 'I will check', 'Let me check', 'Now I check', 'I will now check'];
      return {
        task: `Tell me whether the ${what} of ${where} is right.`,
        lap: (n) => [
          say(`${starts[n % starts.length] ?? ''} the ${what} of ${where} to see whether it is right.`),
        ],
      };
    },
    healthy: (draw: Draw): Agent => {
      const names = listOf(draw, (d) => d.word());
      const verdicts = [
        'is complete',
        'lacks a date',
        'has two owners',
        'is a copy of an older one',
        'is fine',
      ];
      return {
        task: `Review every ${thing(draw)} and say what you find.`,
        lap: (n) => [
          say(
            `${names(n)}: ${verdicts[(n * 3) % 5] ?? ''}; ${draw.words(9)}, ${draw.integer(2, 900)} lines.`,
          ),
        ],
      };
    },
  },
  {
    ...{ id: 'stream', loopKind: 'degenerate-text', healthyKind: 'structured-text', due: DUE.rounds },
    loop: (draw: Draw): Agent => {
      const sentence = `The ${thing(draw)} of ${draw.word()} is not ${draw.word()} and the ${draw.word()} is not either. `;
      return { task: `Describe the ${thing(draw)}.`, lap: () => deltas(sentence.repeat(2)) };
    },
    healthy: (draw: Draw): Agent => {
      const rows = listOf(draw, (d) => d.word());
      const row = (n: number): string =>
        `| ${rows(n)} | ${draw.words(4)} | ${draw.integer(1, 900)} | ${draw.words(2)} |\n`;
      return {
        task: `Write a table of every ${thing(draw)}.`,
        lap: (n) => deltas(row(4 * n) + row(4 * n + 1) + row(4 * n + 2) + row(4 * n + 3)),
      };
    },
  },
];
