import { NUMBER_WORDS, TIMES_WORDS } from '../lexicon/units.js';

const units = TIMES_WORDS.map(({ word }) => word).join('|');
const numbers = NUMBER_WORDS.map(({ word }) => word).join('|');
/** `20 times`, `twelve times`, `12 x`, `30-mal`; but not `60x40`, which is a size. */
const TIMES = new RegExp(
  `(?<![\\w.,])(\\d{1,3}|(?<!\\p{L})(?:${numbers}))[ -]?(?:${units})(?![\\p{L}\\d])`,
  'giu',
);
const MAX_TEXT = 6000;

/** How often a person wants something done; 0 if the text does not say. */
export function askedTimes(text: string): number {
  const found = [...text.slice(0, MAX_TEXT).matchAll(TIMES)].map(([, number]) => valueOf(number!));
  return Math.max(0, ...found);
}

/** A number that stands alone: no part of a name, a time, a version or a price. */
const ALONE = /(?<![\p{L}\d.,:/$€£#-])(\d{1,3})(?![\p{Script=Latin}\d%]|[.,:/-]\d)/gu;
/** Nobody has to be asked for fewer repetitions, and hardly anybody is for more. */
const COUNTS = { least: 5, most: 200 };

/** The largest number that may say how often a person wants something done, in any language; 0 if there is none. */
export function namedCount(text: string): number {
  const numbers = [...text.slice(0, MAX_TEXT).matchAll(ALONE)].map(([, number]) => Number(number));
  return Math.max(0, ...numbers.filter((one) => one >= COUNTS.least && one <= COUNTS.most));
}

function valueOf(number: string): number {
  const small = number.toLowerCase();
  return NUMBER_WORDS.find(({ word }) => word === small)?.value ?? Number(number);
}
