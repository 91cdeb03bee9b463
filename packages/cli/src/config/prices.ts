import { readFileSync } from 'node:fs';
import { describeSystemError } from '../errors/system-error.js';
import type { Usage } from '../transcripts/usage.js';

/** Money for a million tokens. */
interface Price {
  readonly input: number;
  /** Input from a cache; priced like other input if absent. */
  readonly cached?: number;
  readonly output: number;
}

/** The prefix of a model's name → its price; the longest matching prefix counts. */
export type Prices = Readonly<Record<string, Price>>;

const MILLION = 1e6;

export function costOf({ model = '', input, cached, output }: Usage, prices: Prices): number | undefined {
  const name = Object.keys(prices)
    .filter((start) => model.startsWith(start))
    .sort((a, b) => b.length - a.length)[0];
  const price = name === undefined ? undefined : prices[name];
  if (!price) return undefined;
  const fresh = (input - cached) * price.input + cached * (price.cached ?? price.input);
  return (fresh + output * price.output) / MILLION;
}

/** Throws an error that names the problem with the file and shows the right format. */
export function readPrices(file: string): Prices {
  const fail = (what: string): never => {
    const form = '{"model-name": {"input": 3, "cached": 0.3, "output": 15}}, money for a million tokens';
    throw new Error(`${file}: ${what}. A price table is ${form}.`);
  };
  const table = parse(file, fail);
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return fail('is not an object');
  for (const [model, price] of Object.entries(table) as [string, unknown][]) {
    const { input, cached = 0, output } = (price ?? {}) as Partial<Record<string, unknown>>;
    const isSound = [input, cached, output].every((one) => typeof one === 'number' && one >= 0);
    if (!isSound) fail(`the price of "${model}" is not made of numbers from 0`);
  }
  return table as Prices;
}

function parse(file: string, fail: (what: string) => never): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    return fail(describeSystemError(error)?.replace(/\.$/, '') ?? `is not JSON: ${(error as Error).message}`);
  }
}
