/** Texts that resemble the output of models. The same on every run, for a test file that calls `restart` first. */
export const NOUNS =
  'order invoice session ledger cart payment token report account profile widget queue batch index cursor schema tenant shard replica bucket lease quota metric alert ticket policy region cluster volume backup'.split(
    ' ',
  );
export const VERBS =
  'load save parse render merge split fetch store check build reset flush apply clone rotate'.split(' ');
export const KINDS =
  'stale fresh large small empty broken shared local remote hidden public private strict'.split(' ');

const next = (value: number): number => (Math.imul(value, 1664525) + 1013904223) >>> 0;
const below = (sides: number, value: number): number => Math.floor((value / 0x100000000) * sides);

/** A seeded random source. */
export function dice(seed: number): (sides: number) => number {
  let value = seed;
  return (sides) => below(sides, (value = next(value)));
}

let drawn = 5;
export const roll = (sides: number): number => below(sides, (drawn = next(drawn)));
export const one = (of: readonly string[] | string): string => of[roll(of.length)]!;
export const rows = (count: number, row: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => row(i)).join('');
export const noun = (i: number): string => NOUNS[i % NOUNS.length]!;
export const verb = (i: number): string => VERBS[i % VERBS.length]!;
export const sentence = (): string =>
  `The ${one(KINDS)} ${one(NOUNS)} should ${one(VERBS)} the ${one(NOUNS)} before the ${one(KINDS)} ${one(NOUNS)} can ${one(VERBS)} it.`;
export const fenced = (text: string): string => `\`\`\`\n${text}\`\`\`\n`;

export const LEAD = `${sentence()} ${sentence()}\n\n`;
export const PARAGRAPH = rows(8, () => `${sentence()} `);
export const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
export const PROGRAM = rows(
  14,
  (i) =>
    `export function ${verb(i)}_${noun(i)}(input: Input, options: Options): Result {\n  return finish(prepare(input.${noun(i)}, options));\n}\n`,
);

export const pad = (value: number | string, length = 2): string => String(value).padStart(length, '0');
export const clock = (seconds: number): string =>
  [3600, 60, 1].map((unit) => pad(Math.floor(seconds / unit) % (unit === 3600 ? 24 : 60))).join(':');
export const hex = (length: number): string => rows(length, () => one('0123456789abcdef'));

/** Texts that grow more alike: as messages, `votes` notes the fourth with a score of 0.75. */
export const growingAlike = ((): readonly string[] => {
  const change = (text: readonly string[], from: number, count: number): string[] =>
    text.map((word, i) => (i >= from && i < from + count ? `${word}${from}` : word));
  const first = Array.from({ length: 20 }, (_, i) => `word${i}`);
  const second = change(first, 2, 4);
  const third = change(second, 8, 3);
  return [first, second, third, change(third, 13, 2)].map((text) => text.join(' '));
})();
/** A list: while it streams, `votes` notes it with a score of 0.8. */
export const LIST = rows(6, (i) => `- ${['red', 'blue', 'green', 'pink', 'white', 'black'][i]!}\n`);

const begun = drawn;
/** Test files share a process: without this, the text of one depends on which others ran before it. */
export function restart(): void {
  drawn = begun;
}
