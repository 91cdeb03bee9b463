import { describe, expect, it } from 'vitest';
import { CATEGORIES, type Category } from '../detection/category.js';
import { type Rung, RUNGS } from '../escalation/ladder.js';
import { hasOwnMark } from '../event/own-words.js';
import type { Action, Strategy } from '../recovery/strategy.js';
import type { DecisionContext } from '../recovery/message-renderer.js';
import { HEALTHY } from '../verdict/verdict.js';
import { firstAct } from './loops.js';

/** The loop of a category on a rung, as the default preset finds it. */
export function decisionContextOf(
  category: Category,
  rung: Rung,
  more: Partial<DecisionContext> = {},
): DecisionContext {
  const { verdict } = firstAct(category);
  return { verdict, rung, count: 1, ...more };
}

/** Rows: the known facts, and the expected actions of the edge (undefined: none). */
export type StrategyCases = readonly (readonly [string, DecisionContext, Partial<Action> | undefined])[];

/** Runs the table, and the laws for every strategy. */
export function testStrategy({ meta, plan }: Strategy, cases: StrategyCases): void {
  describe(meta.id, () => {
    it.each(cases)('%s', (_, context, expected) => {
      const action = plan(context);
      if (expected === undefined) expect(action).toBeUndefined();
      else expect(action).toMatchObject(expected);
    });

    const all = CATEGORIES.flatMap((category) => RUNGS.map((rung) => decisionContextOf(category, rung)));

    it('is plain JSON, the same each time, and changes nothing', () => {
      for (const context of all) {
        const before = JSON.stringify(context);
        const action = plan(context);
        if (action) expect(JSON.parse(JSON.stringify(action))).toEqual(action);
        expect(plan(context)).toEqual(action);
        expect(JSON.stringify(context)).toBe(before);
      }
    });

    it('whatever it says is known to be ours', () => {
      for (const context of all) {
        const said = plan(context) as Readonly<Record<string, unknown>> | undefined;
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
