import { createGuard } from '@rutbreak/core';
import type { EventContext } from '@rutbreak/core/detectors';
import { configure, start } from '@rutbreak/core/edge';
import { type Figure, race } from './harness.js';
import { source } from './inputs.js';

const SIZE = 1_000_000;
/** What one round reads. */
const SLICE = 16_384;

const repeated = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);

function made(next: () => string): string {
  let text = '';
  while (text.length < SIZE) text += next();
  return text.slice(0, SIZE);
}

function prose(): string {
  const { words, below } = source(1);
  return made(() => {
    const sentence = words(4 + below(12));
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${below(6) === 0 ? ',' : '.'}${below(8) === 0 ? '\n\n' : ' '}`;
  });
}

function fibonacci(): string {
  let [long, short] = ['ab', 'a'];
  while (long.length < SIZE) [long, short] = [long + short, long];
  return long.slice(0, SIZE);
}

function thueMorse(): string {
  const isOdd = (n: number): boolean => n > 0 && (n % 2 === 1) !== isOdd(n >> 1);
  return Array.from({ length: SIZE }, (_, i) => (isOdd(i) ? 'b' : 'a')).join('');
}

/** One unit again and again, with one other letter in every copy. */
function nearlyPeriodic(): string {
  const { words, word, below } = source(2);
  const unit = words(80).slice(0, 500);
  return made(() => {
    const at = below(unit.length);
    return `${unit.slice(0, at)}${word().charAt(0)}${unit.slice(at + 1)}`;
  });
}

function random(): string {
  const { below } = source(3);
  return made(() => String.fromCharCode(33 + below(94)));
}

function digits(): string {
  const { below } = source(4);
  return made(() => String(below(1_000_000_000)));
}

const WORST: Readonly<Record<string, () => string>> = {
  'one-letter': () => repeated('a'),
  'two-letters': () => repeated('ab'),
  fibonacci,
  'thue-morse': thueMorse,
  random,
  'nearly-periodic': nearlyPeriodic,
  'line-ends': () => repeated('\n'),
  digits,
};

/** In random signs one character in four ends a token, and no branch can be foretold; nothing else costs as much. */
const LIMITS: Readonly<Record<string, number>> = { random: 16 };
const LIMIT = 12;

const SESSION = start(configure('default')).session;

interface Slice {
  readonly chunks: readonly string[];
  readonly moments: readonly EventContext[];
}

/** The next part of the text, cut anew: nobody has looked at these strings before. */
function slicer(text: string, size: number): () => readonly Slice[] {
  let from = 0;
  return () => {
    if (from + SLICE > text.length) from = 0;
    const chunks = Array.from({ length: SLICE / size }, (_, i) =>
      text.slice(from + i * size, from + (i + 1) * size),
    );
    from += SLICE;
    const moments = chunks.map(
      (chunk) =>
        ({ event: { kind: 'delta', text: chunk }, seq: 0, session: SESSION, boundary: 'none' }) as const,
    );
    return [{ chunks, moments }];
  };
}

/** The least that anybody can do who looks at the text. */
function lookAt({ chunks }: Slice): number {
  let seen = 0;
  for (const chunk of chunks) for (let i = 0; i < chunk.length; i++) seen ^= chunk.charCodeAt(i);
  return seen;
}

const FAR = 10_000_000;
/** Slices in a stream. */
const LENGTH = Math.floor(SIZE / SLICE);

/** The detectors of the default preset that listen to deltas, with limits that nothing reaches: else they would stop listening. */
function listeners(): ({ moments }: Slice) => unknown {
  const { preset } = configure('default');
  const all = preset.detectors.flatMap(({ meta, init, step }) => {
    if (!meta.listens.includes('delta')) return [];
    const names = Object.keys(meta.options);
    const options = Object.fromEntries(names.map((name) => [name, FAR]));
    return [{ state: init(), init, step, options }];
  });
  let heard = 0;
  return ({ moments }) => {
    const isFirst = heard++ % LENGTH === 0;
    for (const one of all) {
      if (isFirst) one.state = one.init();
      for (const context of moments) one.state = one.step(one.state, context, one.options).state;
    }
    return all;
  };
}

function streamed(name: string, text: string, size: number, limit: number): Figure {
  return race<Slice>({
    name: `stream-${name}-${size}`,
    limit,
    setup: slicer(text, size),
    baseline: lookAt,
    subject: listeners(),
  });
}

const OPEN = 200;
const ALLOWED = 100_000;

/** Bytes for each open stream, in the heap and beside it, as a share of what is allowed. */
function stateSize(text: string): Figure {
  return {
    name: 'stream-state-100kB',
    limit: 1,
    measure() {
      const guard = createGuard({ preset: 'default' });
      const play = (id: number): void => {
        for (let from = 0; from < 20_000; from += 4)
          guard.session(`s${id}`).delta(text.slice(from, from + 4));
      };
      play(0);
      const before = bytes();
      for (let id = 1; id <= OPEN; id++) play(id);
      return (bytes() - before) / OPEN / ALLOWED;
    },
  };
}

function bytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const PROSE = prose();

export const figures: readonly Figure[] = [
  ...[4, 40].flatMap((size) => [
    streamed('prose', PROSE, size, LIMIT),
    ...Object.entries(WORST).map(([name, make]) => streamed(name, make(), size, LIMITS[name] ?? LIMIT)),
  ]),
  stateSize(PROSE),
];
