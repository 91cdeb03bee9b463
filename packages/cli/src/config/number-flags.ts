import { InvalidArgumentError } from 'commander';

interface Range {
  readonly from: number;
  readonly to: number;
  readonly whole?: boolean;
}

/** Returns a parser for the value of a flag; `hint` says which numbers it takes. */
function numberIn({ from, to, whole = false }: Range, hint: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    const isInRange = text.trim() !== '' && value >= from && value <= to;
    if (!isInRange || (whole && !Number.isInteger(value))) throw new InvalidArgumentError(hint);
    return value;
  };
}

export const portNumber = numberIn(
  { from: 0, to: 65_535, whole: true },
  'Use a port from 0 to 65535; 0 is any free port.',
);
export const ratio = numberIn({ from: 0, to: 1 }, 'Use a number from 0 to 1.');
export const wholeNumber = numberIn({ from: 0, to: 1e6, whole: true }, 'Use a whole number from 0.');
export const positiveNumber = numberIn({ from: Number.MIN_VALUE, to: 1e12 }, 'Use a number above 0.');

const seconds = numberIn({ from: 0, to: 86_400 }, 'Use a number of seconds from 0 to 86400.');
/** The flag takes seconds; the value is in milliseconds. */
export const secondsFlag = (text: string): number => Math.round(1000 * seconds(text));
