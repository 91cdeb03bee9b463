import { fingerprint, textPrint } from '../../fingerprint/fingerprint.js';
import { sketch, type Sketch } from '../../fingerprint/sketch.js';
import { takeApart } from './text-parts.js';

/** Longer texts are compared word by word; shorter ones as one value. */
const LONG_TEXT = 64;
const MAX_LEAVES = 512;
const MAX_DEPTH = 16;

/** The set of (key, leaf value) pairs of the arguments: another path or id is another leaf. Never throws. */
export function leafSketch(args: unknown): Sketch {
  const leaves: number[] = [];
  try {
    addLeaves(leaves, args, 0, 0);
  } catch {
    // A getter threw: continue with what was read so far.
  }
  return sketch(leaves);
}

function addLeaves(leaves: number[], value: unknown, key: number, depth: number): void {
  if (leaves.length >= MAX_LEAVES) return;
  if (typeof value === 'string' && value.length > LONG_TEXT && value.includes(' ')) {
    for (const word of takeApart(value).words) leaves.push(join(key, word));
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const name in value) {
      if (leaves.length >= MAX_LEAVES) return;
      const item = (value as Readonly<Record<string, unknown>>)[name];
      addLeaves(leaves, item, join(key, textPrint(name)), depth + 1);
    }
  } else if (value !== undefined) {
    leaves.push(join(key, fingerprint(value).print));
  }
}

function join(key: number, value: number): number {
  return Math.imul(key ^ (value % 0x100000000), 0x85ebca6b) ^ (value >>> 7);
}
