import { NUMBER_WORDS, TIMES_WORDS } from '../lexicon/units.js';

const units = TIMES_WORDS.map(({ word }) => word).join('|');
const numbers = NUMBER_WORDS.map(({ word }) => word).join('|');
/** `20 times`, `twelve times`, `12 x`, `30-mal`. */
const TIMES = new RegExp(
  `(?<![\\w.,])(\\d{1,3}|(?<!\\p{L})(?:${numbers}))[ -]?(?:${units})(?!\\p{L})`,
  'giu',
);
const MAX_TEXT = 6000;

/** How often a person wants something done; 0 if the text does not say. */
export function askedTimes(text: string): number {
  const found = [...text.slice(0, MAX_TEXT).matchAll(TIMES)].map(([, number]) => valueOf(number!));
  return Math.max(0, ...found);
}

function valueOf(number: string): number {
  const small = number.toLowerCase();
  return NUMBER_WORDS.find(({ word }) => word === small)?.value ?? Number(number);
}
