import { parseArgs } from 'node:util';
import { presetOf } from '@rutbreak/core';
import { table } from '../packages/loopbench/src/table.js';
import { UsageError } from '../packages/loopbench/src/usage-error.js';
import { checkNames } from '../packages/loopbench/src/measure/usage.js';

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** More options than this nobody can know; presets that reproduce a design have those of their design. */
const MOST = 40;

/** `npm run quality -- --count-options`: how many values of a preset can be set. Returns the exit code. */
export function countOptions(args: readonly string[], { log, error }: Streams): number {
  const { preset, json, gate } = usage(args);
  const { detectors, verdict, ladder } = presetOf(preset);
  const owners: [string, number][] = [
    ...detectors.map(({ meta }): [string, number] => [meta.id, leavesOf(meta.options)]),
    ['verdict', leavesOf(verdict.options)],
    ['ladder', leavesOf(ladder.options)],
  ];
  const total = owners.reduce((sum, [, count]) => sum + count, 0);
  if (json) log(JSON.stringify({ preset, total, options: Object.fromEntries(owners) }));
  else log(`${table(['owner', 'options'], owners)}\n\nPreset ${preset}: ${total} options.`);
  if (!gate || total <= MOST) return 0;
  error(`missed: ${total} options > ${MOST}`);
  return 1;
}

/** An option has a default; anything else may hold options. */
export function leavesOf(spec: unknown): number {
  if (typeof spec !== 'object' || spec === null) return 0;
  if (Object.hasOwn(spec, 'default')) return 1;
  return Object.values(spec).reduce((sum: number, inner) => sum + leavesOf(inner), 0);
}

function usage(args: readonly string[]): { preset: string; json: boolean; gate: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    'count-options': flag,
    json: flag,
    gate: flag,
    preset: { type: 'string', default: 'default' },
  } as const;
  try {
    const { preset, json, gate } = parseArgs({ args: [...args], options }).values;
    checkNames(preset, []);
    return { preset, json, gate };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
