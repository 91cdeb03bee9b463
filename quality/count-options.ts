import { parseArgs } from 'node:util';
import { presetOf } from '@rutbreak/core';
import { table } from './table.js';
import { UsageError } from './usage-error.js';
import { checkNames } from './usage.js';

/** `npm run quality -- --count-options`: how many values of a preset can be set. Returns the exit code. */
export function countOptions(args: readonly string[], log: (line: string) => void): number {
  const { preset, json } = usage(args);
  const { detectors, judge, ladder } = presetOf(preset);
  const owners: [string, number][] = [
    ...detectors.map(({ meta }): [string, number] => [meta.id, leavesOf(meta.options)]),
    ['judge', leavesOf(judge.options)],
    ['ladder', leavesOf(ladder.options)],
  ];
  const total = owners.reduce((sum, [, count]) => sum + count, 0);
  if (json) log(JSON.stringify({ preset, total, options: Object.fromEntries(owners) }));
  else log(`${table(['owner', 'options'], owners)}\n\nPreset ${preset}: ${total} options.`);
  return 0;
}

/** An option has a default; anything else may hold options. */
export function leavesOf(spec: unknown): number {
  if (typeof spec !== 'object' || spec === null) return 0;
  if (Object.hasOwn(spec, 'default')) return 1;
  return Object.values(spec).reduce((sum: number, inner) => sum + leavesOf(inner), 0);
}

function usage(args: readonly string[]): { preset: string; json: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    'count-options': flag,
    json: flag,
    preset: { type: 'string', default: 'default' },
  } as const;
  try {
    const { preset, json } = parseArgs({ args: [...args], options }).values;
    checkNames(preset, []);
    return { preset, json };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
