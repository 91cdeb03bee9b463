import { jaccard, type Sketch } from '../../fingerprint/sketch.js';
import { unpackSketches } from '../../fingerprint/sketch-pack.js';

export interface Output {
  readonly seq: number;
  readonly label: string;
  /** Hashes of the words, word pairs and line shapes, packed. */
  readonly sketches: string;
}

export interface Likeness {
  readonly output: Output;
  readonly total: number;
  readonly text: number;
}

type Weights = Readonly<Record<'wordWeight' | 'pairWeight' | 'shapeWeight', number>>;

export function compareOutputs(
  sketches: readonly Sketch[],
  output: Output,
  { wordWeight, pairWeight, shapeWeight }: Weights,
): Likeness {
  const others = unpackSketches(output.sketches, sketches.length);
  const [words, pairs, shapes] = sketches.map((mine, i) => jaccard(mine, others[i]!)) as [
    number,
    number,
    number,
  ];
  const total = wordWeight * words + pairWeight * pairs + shapeWeight * shapes;
  return { output, total, text: (wordWeight * words + pairWeight * pairs) / (wordWeight + pairWeight || 1) };
}
