import type { Draw } from '../../../packages/loopbench/src/metamorphic/draw.js';
import { ID_LOOK_ALIKES } from './ids.js';
import { NAME_LOOK_ALIKES } from './names.js';
import { WORD_LOOK_ALIKES } from './words.js';

/** Innocent texts that resemble secrets, or stand beside words that secrets stand beside. */
export interface LookAlike {
  readonly id: string;
  readonly make: (draw: Draw) => unknown;
}

export const LOOK_ALIKES: readonly LookAlike[] = [
  ...ID_LOOK_ALIKES,
  ...NAME_LOOK_ALIKES,
  ...WORD_LOOK_ALIKES,
].map(([id, make]) => ({ id, make }));
