import { expect, it } from 'vitest';
import { textsWith } from '../recovery/texts/override.js';
import { LOOPS } from '../testing/loops.js';
import { actOf, play } from '../testing/play.js';
import { presetOf } from './index.js';

it('R8 a preset can use your own texts', () => {
  const preset = { ...presetOf('default'), texts: textsWith({ any: { nudge: 'Stop that.' } }) };
  expect(actOf(play(preset, LOOPS.TOOL_REPETITION).at(-1)).text).toBe('[rutbreak] Stop that.');
});

it('the brief in a text has the count of a long loop, not that of the detector’s window', () => {
  const [first] = LOOPS.TOOL_REPETITION;
  const decisions = play(presetOf('default'), Array<typeof first>(60).fill(first));
  const last = decisions.findLast(({ kind }) => kind === 'act');
  const { seq, text } = actOf(last);
  expect(seq).toBeGreaterThan(20);
  expect(text).toContain(`called ${seq + 1}x`);
  expect(text).toContain(`Seen ${seq + 1} times`);
});
