import { describe, expect, it } from 'vitest';
import { CATEGORIES, type Category } from '../detection/category.js';
import { type Rung, RUNGS } from '../escalation/ladder.js';
import { hasOwnMark } from '../event/own-words.js';
import type { Action, Strategy } from '../recovery/strategy.js';
import type { Occasion } from '../recovery/words.js';
import { HEALTHY } from '../verdict/verdict.js';
import { firstAct } from './loops.js';

/** The loop of a category on a rung, as the default preset finds it. */
export function occasionOf(category: Category, rung: Rung, more: Partial<Occasion> = {}): Occasion {
  const { verdict } = firstAct(category);
  return { verdict, rung, count: 1, ...more };
}

/** Rows: what is known, and what the edge should do (undefined: nothing). */
export type StrategyCases = readonly (readonly [string, Occasion, Partial<Action> | undefined])[];

/** Runs the table, and the laws that hold for every strategy. */
export function testStrategy({ meta, plan }: Strategy, cases: StrategyCases): void {
  describe(meta.id, () => {
    it.each(cases)('%s', (_, occasion, expected) => {
      const action = plan(occasion);
      if (expected === undefined) expect(action).toBeUndefined();
      else expect(action).toMatchObject(expected);
    });

    const all = CATEGORIES.flatMap((category) => RUNGS.map((rung) => occasionOf(category, rung)));

    it('is plain JSON, the same each time, and changes nothing', () => {
      for (const occasion of all) {
        const before = JSON.stringify(occasion);
        const action = plan(occasion);
        if (action) expect(JSON.parse(JSON.stringify(action))).toEqual(action);
        expect(plan(occasion)).toEqual(action);
        expect(JSON.stringify(occasion)).toBe(before);
      }
    });

    it('whatever it says is known to be ours', () => {
      for (const occasion of all) {
        const said = plan(occasion) as Readonly<Record<string, unknown>> | undefined;
        for (const name of ['text', 'block', 'question', 'reason']) {
          const text = said?.[name];
          if (typeof text === 'string') expect(hasOwnMark(text)).toBe(true);
        }
      }
    });

    it('does not need a loop to be sound', () => {
      expect(() => plan({ verdict: HEALTHY, rung: 'stop', count: 0 })).not.toThrow();
    });

    it('serves some rung', () => {
      expect(meta.rungs.length).toBeGreaterThan(0);
      expect(meta.summary.endsWith('.')).toBe(true);
    });
  });
}
