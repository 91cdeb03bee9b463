import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { OptionSpec } from '../detection/options.js';
import { defaultPreset } from './default.js';

const { detectors, verdict, ladder } = defaultPreset;
const PARTS: readonly (readonly [string, OptionSpec])[] = [
  ...detectors.map(({ meta }) => [meta.id, meta.options] as const),
  ['verdict', verdict.options],
  ['ladder', ladder.options],
];

function lineOf(name: string, option: OptionSpec[string]): string {
  const range = 'min' in option ? `, ${option.min} to ${option.max}` : '';
  return `${name}: ${option.default}${range}`;
}

// Users set these, so a new default or range is a change that they notice. `npx vitest run default.options -u` writes the
// file anew; the difference is then part of the review.
it('default has these options, defaults and ranges', async () => {
  const lines = PARTS.flatMap(([part, options]) =>
    Object.entries(options).map(([name, option]) => lineOf(`${part}.${name}`, option)),
  );
  expect(lines.length).toBeGreaterThan(20);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'default.options.txt'));
});
