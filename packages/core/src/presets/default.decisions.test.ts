import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDecide, PINNED, pinnedFile, pinnedTraces } from '../testing/pinned/decisions.js';

const ROOT = join(import.meta.dirname, '../../../..');

// A change of judgement shows here trace by trace, before anybody else sees it. `npx vitest run default.decisions -u`
// writes the files anew; the difference is then part of the review.
it.each(PINNED)('decides on every trace of the %s sets as it did before, to the last score', async (name) => {
  const lines = pinnedTraces(ROOT, name).map(createDecide());
  expect(lines.length).toBeGreaterThan(500);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(ROOT, pinnedFile(name)));
});
