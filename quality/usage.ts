import { parseArgs } from 'node:util';
import { PRESETS } from '@rutbreak/core';
import { SET_NAMES, type SetName } from './data.js';
import { UsageError } from './usage-error.js';

export const USAGE = `npm run quality -- --data DIR [options]

  --data DIR      the folder with the labelled data
  --preset NAME   what to measure; default: default
  --set NAME      only this set: ${SET_NAMES.join(', ')}
  --only ID       only this trace, with everything that was said about it
  --peers FILE    recorded firings of other detectors, to print beside ours
  --plain         without the cross-validation
  --gate          exit with 1 when a target is missed
  --json          one line of JSON a set, and nothing else
  --early         instead: how much earlier signs come than loops, on our own corpus (no --data)
  --recovery      instead: how loops end with a simulated agent; needs no data
`;

export interface Usage {
  readonly data: string;
  readonly preset: string;
  readonly set?: SetName;
  readonly only?: string;
  readonly peers?: string;
  readonly plain: boolean;
  readonly gate: boolean;
  readonly json: boolean;
}

export function readUsage(args: readonly string[]): Usage {
  const { data, preset, set, plain, gate, json, ...rest } = parse(args);
  if (data === undefined) throw new UsageError('Say where the data is: --data DIR.');
  if (!PRESETS.includes(preset)) {
    throw new UsageError(`There is no preset ${preset}. Use one of: ${PRESETS.join(', ')}.`);
  }
  if (set !== undefined && !isSetName(set)) {
    throw new UsageError(`There is no set ${set}. Use one of: ${SET_NAMES.join(', ')}.`);
  }
  return { data, preset, plain, gate, json, ...rest, ...(set !== undefined && { set }) };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    ...{ data: text, preset: { ...text, default: 'default' }, set: text, only: text, peers: text },
    ...{ plain: flag, gate: flag, json: flag },
  };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function isSetName(name: string): name is SetName {
  return (SET_NAMES as readonly string[]).includes(name);
}
