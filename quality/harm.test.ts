import { expect, it } from 'vitest';
import { measureHarm } from './recovery-harm.js';

it(
  'one false alarm refuses at most one call a run, removes nothing and ends nothing',
  { timeout: 120_000 },
  () => {
    const harm = measureHarm('.');
    expect(harm).toMatchObject({ removed: 0, ended: 0 });
    expect(harm.refusedMost).toBeLessThanOrEqual(1);
    expect(harm.runs).toBeGreaterThan(900);
    expect(harm.alarmedAnyway).toBeGreaterThan(0);
  },
);
