import { createHash } from 'node:crypto';
import { fingerprint } from '@rutbreak/core/detectors';
import stableStringify from 'fast-json-stable-stringify';
import { type Figure, race } from './harness.js';
import { longTexts, parsed, structuredArguments } from './inputs.js';

const BATCH_BYTES = 100_000;

const stringify = (value: unknown): unknown => JSON.stringify(value);
const hashed = (value: unknown): unknown => createHash('sha256').update(stableStringify(value)).digest('hex');

function against(
  name: string,
  texts: readonly string[],
  bytes: number,
  limit: number,
  baseline: (value: unknown) => unknown,
): Figure {
  const count = Math.ceil(BATCH_BYTES / bytes);
  return race({ name, limit, setup: () => parsed<unknown>(texts, count), baseline, subject: fingerprint });
}

const SIZES = [
  ['100B', 100],
  ['1kB', 1000],
  ['20kB', 20_000],
] as const;

export const figures: readonly Figure[] = [
  ...SIZES.flatMap(([size, bytes]) => {
    const texts = structuredArguments(bytes);
    return [
      against(`fingerprint-structured-${size}`, texts, bytes, 0.6, stringify),
      against(`fingerprint-structured-${size}-vs-stable-sha256`, texts, bytes, 1 / 5, hashed),
    ];
  }),
  against('fingerprint-text-1kB', longTexts(1000), 1000, 1, stringify),
  against('fingerprint-text-1kB-vs-stable-sha256', longTexts(1000), 1000, 1 / 1.5, hashed),
  against('fingerprint-text-20kB', longTexts(20_000), 20_000, 1, stringify),
];
