// Rows of the designs that the tests of every door play, too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../event/event.js';
import { observeWithDerived } from '../guard/observe-derived.js';
import { createGuard } from '../guard.js';
import type { PresetOptions } from '../configure.js';
import { presetOf } from './index.js';

interface Row {
  readonly row: string;
  readonly name: string;
  readonly preset: string;
  readonly options?: PresetOptions;
  readonly acts: readonly { readonly at: number; readonly category: string; readonly told: string }[];
  readonly events: readonly AgentEvent[];
}

const ROWS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../quality/design-rows.json'), 'utf8'),
) as readonly Row[];

describe('the library', () => {
  it.each(ROWS)('$row $name', ({ preset, options = {}, acts, events }) => {
    const session = createGuard({ preset: presetOf(preset), options }).session('one');
    let calls = 0;
    const found = events.flatMap((event) => {
      if (event.kind === 'call') calls += 1;
      const decision = observeWithDerived(session, event);
      if (decision.kind !== 'act' || decision.rung === 'observe') return [];
      return [{ at: calls, category: decision.verdict.primary?.category, told: decision.text }];
    });
    expect(found).toEqual(acts.map((one) => ({ ...one, told: expect.stringContaining(one.told) as string })));
  });
});
