import type { Category } from '../detection/category.js';
import { textPrint } from '../fingerprint/fingerprint.js';
import { computeHash } from '../fingerprint/sha256.js';
import { type Sketch, sketch } from '../fingerprint/sketch.js';
import { redact } from '../redact/redact.js';
import type { Finding } from '../verdict/verdict.js';

/**
 * A loop in the archive. Nothing in it can be decoded: the id is a digest of a fingerprint, and the sketch
 * keeps 15 bits of each word without secrets and numbers.
 */
export interface PatternFingerprint {
  /** Equal for the same loop in every session. */
  readonly id: string;
  readonly category: Category;
  /** For computing the similarity of two loops. */
  readonly sketch: Sketch;
}

const ID_LENGTH = 32;
const MAX_TEXT = 2000;

/** The archive's form of a finding that names a loop. */
export function fingerprintPattern({ category, detector, signal }: Finding): PatternFingerprint {
  const { elements, examples } = signal.evidence;
  const text = redact([...elements, ...examples].join(' '), { limit: MAX_TEXT });
  return {
    id: computeHash(['pattern', category, signal.identity]).slice(0, ID_LENGTH),
    category,
    sketch: sketch([`category ${category}`, `detector ${detector}`, ...wordsOf(text)].map(textPrint)),
  };
}

/**
 * Words with two letters or more, and each pair of neighbours: `git status` says more than `git` and
 * `status`.
 */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}_]{2,}/gu) ?? [];
  return words.flatMap((word, i) => (i === 0 ? [word] : [word, `${words[i - 1]!} ${word}`]));
}

/** The owner of a pattern, as a digest. */
export function hashUser(user: string): string {
  return computeHash(['user', user]).slice(0, ID_LENGTH);
}
