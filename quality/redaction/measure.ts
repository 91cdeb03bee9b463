import { drawFrom } from '../../packages/loopbench/src/metamorphic/draw.js';
import { KINDS } from './kinds.js';
import { LOOK_ALIKES } from './look-alikes/look-alikes.js';

/** What is measured: a piece of an event goes in, and comes out without its secrets. */
export type Redact = (value: unknown) => unknown;

/** What went in and what came out. */
export interface Example {
  readonly given: string;
  readonly got: string;
}

export interface Recall {
  readonly kind: string;
  readonly heldBack: boolean;
  readonly made: number;
  readonly found: number;
  readonly missed: readonly Example[];
}

export interface Untouched {
  readonly kind: string;
  readonly made: number;
  readonly changed: number;
  readonly examples: readonly Example[];
}

/** A run of a secret this long gives it away. */
const RUN = 8;

export function measureSecrets(redact: Redact, seed: number, each: number): Recall[] {
  return KINDS.map(({ id, heldBack, make }) => {
    const draw = drawFrom(`${seed} secret ${id}`);
    const missed: Example[] = [];
    for (let i = 0; i < each; i++) {
      const { value, parts } = make(draw);
      const after = redact(value);
      if (leaks(textOf(after), parts)) missed.push({ given: textOf(value), got: textOf(after) });
    }
    return { kind: id, heldBack, made: each, found: each - missed.length, missed };
  });
}

export function measureLookAlikes(redact: Redact, seed: number, each: number): Untouched[] {
  return LOOK_ALIKES.map(({ id, make }) => {
    const draw = drawFrom(`${seed} look-alike ${id}`);
    const pairs = Array.from({ length: each }, () => {
      const value = make(draw);
      return { given: textOf(value), got: textOf(redact(value)) };
    });
    const examples = pairs.filter(({ given, got }) => given !== got);
    return { kind: id, made: each, changed: examples.length, examples };
  });
}

/** Every key and text of a value, a line each, so that escapes cannot hide a secret. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${Array.isArray(value) ? '' : `${key}\n`}${textOf(inner)}`)
    .join('\n');
}

function leaks(text: string, parts: readonly string[]): boolean {
  return parts
    .flatMap((part) => [part, encodeURIComponent(part)])
    .some((part) => {
      const run = Math.min(RUN, part.length);
      for (let i = 0; i + run <= part.length; i++) if (text.includes(part.slice(i, i + run))) return true;
      return false;
    });
}
