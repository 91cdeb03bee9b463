import { writeFileSync } from 'node:fs';
import { MECHANISMS } from '../../packages/core/src/detection/detector.js';
import type { Table } from './fit.js';

export const TABLE_FILE = 'packages/core/src/verdict/calibration-table.ts';

/** As prettier would print it. */
function textOf(table: Table): string {
  const lines = MECHANISMS.flatMap((mechanism) => {
    const knots = table[mechanism].map(([share, probability]) => `[${share}, ${probability}]`);
    if (knots.length === 1) return [`  ${mechanism}: [${knots[0] ?? ''}],`];
    return [`  ${mechanism}: [`, ...knots.map((knot) => `    ${knot},`), '  ],'];
  });
  return [
    "import type { Mechanism } from '../detection/detector.js';",
    "import type { Knots } from './knots.js';",
    '',
    '/** Made by `npm run quality -- --calibrate --data DIR --write`; docs/decisions/0015 says how. Not edited by hand. */',
    'export const CALIBRATION: Readonly<Record<Mechanism, Knots>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

export function writeTable(table: Table, file = TABLE_FILE): void {
  writeFileSync(file, textOf(table));
}
