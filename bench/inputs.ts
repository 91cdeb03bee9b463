/** Made-up inputs that look like what agents send. The same on every run: chance would make runs hard to compare. */

/** A few hundred words, as many as a project has of its own. */
const WORDS = [
  'par',
  'con',
  'ses',
  'tok',
  'ren',
  'val',
  'mod',
  'fil',
  'gra',
  'lin',
  'ser',
  'bat',
  'que',
  'sta',
].flatMap((start) =>
  [
    'ser',
    'fig',
    'sion',
    'en',
    'der',
    'idate',
    'ule',
    'ter',
    'ph',
    'k',
    'ver',
    'ch',
    'ue',
    'tus',
    'ing',
    'ed',
    'or',
    'ect',
  ].map((end) => start + end),
);

export interface Source {
  /** A whole number from 0 to below `n`. */
  readonly below: (n: number) => number;
  readonly word: () => string;
  readonly words: (n: number) => string;
  readonly path: () => string;
}

export function source(seed: number): Source {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * n);
  };
  const word = (): string => WORDS[below(WORDS.length)] ?? '';
  const words = (n: number): string => Array.from({ length: n }, word).join(' ');
  const path = (): string => `/home/dev/projects/${word()}/src/${word()}/${word()}-${below(100)}.ts`;
  return { below, word, words, path };
}

/** Arguments of about that many bytes, of several shapes, as JSON. */
export function structuredArguments(bytes: number): readonly string[] {
  const from = source(bytes);
  if (bytes <= 150) return SMALL.map((make) => JSON.stringify(make(from)));
  return LARGE.map(({ item, around }) => {
    const items: unknown[] = [];
    do items.push(item(from));
    while (JSON.stringify(around(items, from)).length < bytes);
    return JSON.stringify(around(items, from));
  });
}

const SMALL: readonly ((from: Source) => unknown)[] = [
  ({ word, below }) => ({
    file_path: `/src/${word()}/${word()}.ts`,
    offset: below(2000),
    limit: 200,
    encoding: 'utf-8',
    follow: true,
  }),
  ({ word, words }) => ({
    command: `npm run ${word()} -- --filter ${word()}`,
    timeout: 120_000,
    description: words(3),
  }),
  ({ word, words }) => ({ query: words(5), max_results: 10, domains: [`${word()}.com`, `${word()}.org`] }),
  ({ word, below }) => ({
    pattern: `${word()}\\(`,
    path: 'src/',
    glob: '*.ts',
    output_mode: 'content',
    '-n': true,
    head_limit: below(100),
  }),
];

interface Shape {
  readonly item: (from: Source) => unknown;
  readonly around: (items: readonly unknown[], from: Source) => unknown;
}

const LARGE: readonly Shape[] = [
  {
    item: ({ word, below }) => ({
      id: below(100_000),
      name: `${word()}-${word()}`,
      status: ['open', 'done', 'blocked'][below(3)],
      tags: [word(), word()],
      due: null,
      done: below(2) === 1,
    }),
    around: (todos) => ({ todos, merge: true }),
  },
  {
    item: ({ word, below }) => ({
      old_string: `const ${word()} = ${word()}(${word()});`,
      new_string: `const ${word()} = await ${word()}(${word()}, ${below(99)});`,
      replace_all: false,
    }),
    around: (edits) => ({ file_path: '/home/dev/projects/app/src/main.ts', edits }),
  },
  {
    item: ({ word, below }) => ({
      at: 1_700_000_000_000 + below(1_000_000_000),
      position: { latitude: below(1_000_000) / 10_000, longitude: -below(1_000_000) / 10_000 },
      user: { id: `u_${below(1_000_000)}`, mail: `${word()}@${word()}.com` },
    }),
    around: (rows) => ({ table: 'events', rows, upsert: true }),
  },
  {
    item: ({ path }) => path(),
    around: (files) => ({ files, mode: 'diff', options: { context: 3, color: false } }),
  },
];

/** Texts of that many characters, as JSON: prose, and lines of a log. */
export function longTexts(size: number): readonly string[] {
  const { words, path, below } = source(size);
  const prose = words(size);
  const log = Array.from({ length: size / 40 }, () => `${path()}:${below(500)}: ${words(4)}`).join('\n');
  return [prose, log].map((text) => JSON.stringify({ text: text.slice(0, size) }));
}

/** Parsed anew, so that nothing can be known about them from before. */
export function parsed<T>(texts: readonly string[], count: number): readonly T[] {
  return Array.from({ length: count }, (_, i) => JSON.parse(texts[i % texts.length] ?? 'null') as T);
}
