import { parseArgs } from 'node:util';
import { PRESETS } from '@rutbreak/core';
import { isSetName, SET_NAMES } from '../data/sets.js';
import { UsageError } from '../usage-error.js';

export const USAGE = `npm run quality -- [--data DIR] [options]

  --data DIR      the folder with the labelled data; without it only our own corpus is measured
  --preset NAME   what to measure; default: default
  --set NAME      only this set, may be repeated: ${SET_NAMES.join(', ')}
  --only ID       only this trace, with everything that was reported about it
  --peers FILE    recorded firings of other detectors, to print beside ours
  --gate          exit with 1 when a target is missed
  --json          one line of JSON a set, one for all together, and nothing else
  --metamorphic   instead: the same traces transformed in ways that change nothing about their labels, with
                  [--seed N] [--seeds K] [--short] [--only TRANSFORMATION] [--list-changes]
                  [--data DIR] [--set NAME] [--preset NAME] [--gate] [--json]
  --calibrate     instead: how probable a loop is at each share of a limit; with [--data DIR] [--json], and with
                  [--write] to put the table into the core
  --count-options instead: how many values of a preset can be set; with [--preset NAME] [--json] [--gate]
  --redaction     instead: how many made-up secrets redaction takes out, and how many look-alikes, with
                  [--seed N] [--short] [--only KIND] [--list-changes] [--gate] [--json]
  --early         instead: how much earlier signs come than loops, on our own corpus (no --data)
  --recovery      instead: how loops end with a simulated agent; needs no data
  --benchmark     instead: LoopBench, as \`rutbreak loopbench\` runs it, with [--split reported|development] [--set NAME]
                  [--preset NAME | --module FILE] [--compare] [--recovery] [--seed N] [--json] [--report FILE.html];
                  with [--write] it writes docs/benchmark.md, with [--check] it compares that page with what it measures
`;

export interface Usage {
  readonly data?: string | undefined;
  readonly preset: string;
  /** Empty: all available sets. */
  readonly sets: readonly string[];
  readonly only?: string | undefined;
  readonly peers?: string | undefined;
  readonly gate: boolean;
  readonly json: boolean;
}

export function readUsage(args: readonly string[]): Usage {
  const { data, preset, set: sets, only, peers, gate, json } = parse(args);
  checkNames(preset, sets);
  return { data, preset, sets, only, peers, gate, json };
}

/** Throws a UsageError that lists the allowed values. */
export function checkNames(preset: string, sets: readonly string[]): void {
  if (!PRESETS.includes(preset)) {
    throw new UsageError(`There is no preset ${preset}. Use one of: ${PRESETS.join(', ')}.`);
  }
  const strange = sets.find((name) => !isSetName(name));
  if (strange === undefined) return;
  throw new UsageError(`There is no set ${strange}. Use one of: ${SET_NAMES.join(', ')}.`);
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const set = { type: 'string', multiple: true, default: [] as string[] } as const;
  const options = {
    ...{ data: text, preset: { ...text, default: 'default' }, set, only: text, peers: text },
    // Every run is plain now; older commands may still pass the option.
    ...{ plain: flag, gate: flag, json: flag },
  };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
