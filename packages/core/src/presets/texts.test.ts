import { expect, it } from 'vitest';
import { textsWith } from '../recovery/texts/override.js';
import { LOOPS } from '../testing/loops.js';
import { actOf, play } from '../testing/play.js';
import { presetOf } from './index.js';

it('R8 a preset can use your own texts', () => {
  const preset = { ...presetOf('default'), texts: textsWith({ any: { nudge: 'Stop that.' } }) };
  expect(actOf(play(preset, LOOPS.TOOL_REPETITION).at(-1)).text).toBe('[rutbreak] Stop that.');
});
