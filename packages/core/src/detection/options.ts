import { RutbreakError } from '../error.js';

/** An option declares its default, its range and its meaning; pages and checks use these. */
export type Option =
  | {
      readonly type: 'integer' | 'ratio' | 'number';
      readonly default: number;
      readonly min: number;
      readonly max: number;
      readonly meaning: string;
    }
  | { readonly type: 'flag'; readonly default: boolean; readonly meaning: string };

export type OptionSpec = Readonly<Record<string, Option>>;
export type OptionsOf<Spec extends OptionSpec> = { readonly [Name in keyof Spec]: Spec[Name]['default'] };

type NumberOption = Extract<Option, { default: number }>;
type FlagOption = Extract<Option, { default: boolean }>;

export function integer(
  value: number,
  { min = 1, max = 1000, meaning }: { min?: number; max?: number; meaning: string },
): NumberOption {
  return { type: 'integer', default: value, min, max, meaning };
}

/** From 0 to 1. */
export function ratio(
  value: number,
  { min = 0, max = 1, meaning }: { min?: number; max?: number; meaning: string },
): NumberOption {
  return { type: 'ratio', default: value, min, max, meaning };
}

export function flag(value: boolean, { meaning }: { meaning: string }): FlagOption {
  return { type: 'flag', default: value, meaning };
}

/**
 * Defaults merged with the given options, or an error that names the option, the value and the allowed range.
 */
export function readOptions<Spec extends OptionSpec>(
  owner: string,
  spec: Spec,
  given: object = {},
): OptionsOf<Spec> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(spec)) values[name] = option.default;
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    const option = Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (option === undefined) {
      const known = Object.keys(spec).join(', ') || 'none';
      throw new RutbreakError('OPTION_UNKNOWN', {
        option: `${owner}.${name}`,
        hint: `Known options: ${known}.`,
      });
    }
    if (value === undefined) continue;
    checkOption(`${owner}.${name}`, option, value);
    values[name] = value;
  }
  return values as OptionsOf<Spec>;
}

/** The problem if the option `low` is above the option `high`. */
export function notAbove<Name extends string>(
  options: Readonly<Record<Name, number>>,
  low: Name,
  high: Name,
): string | undefined {
  if (options[low] <= options[high]) return undefined;
  return `${low} (${options[low]}) must not exceed ${high} (${options[high]}).`;
}

function checkOption(name: string, option: Option, got: unknown): void {
  const hint = allowed(option);
  if (typeof got !== typeof option.default)
    throw new RutbreakError('OPTION_TYPE', { option: name, got, hint });
  if (option.type === 'flag' || typeof got !== 'number') return;
  const inRange = got >= option.min && got <= option.max;
  if (!inRange || (option.type === 'integer' && !Number.isInteger(got))) {
    throw new RutbreakError('OPTION_RANGE', { option: name, got, hint });
  }
}

function allowed(option: Option): string {
  if (option.type === 'flag') return 'Use true or false.';
  const what = option.type === 'integer' ? 'a whole number' : 'a number';
  return `Use ${what} from ${option.min} to ${option.max}.`;
}
