import type { OptionSpec } from './options.js';

/** An option that adaptation may move, and how far. */
export interface AdjustableLimit {
  readonly owner: string;
  readonly option: string;
  readonly usual: number;
  /** The strictest value: it finds the most. */
  readonly tightest: number;
  /** The most lenient value: it lets the most pass. */
  readonly loosest: number;
  readonly step: number;
}

interface Owner {
  readonly meta: { readonly id: string; readonly options: OptionSpec };
}

/** A limit of a detector, or of anything else that has an id and options. */
export function adjustable(
  { meta }: Owner,
  option: string,
  tightest: number,
  loosest: number,
  step = 1,
): AdjustableLimit {
  return { owner: meta.id, option, usual: meta.options[option]!.default as number, tightest, loosest, step };
}
