import type { Mechanism } from '../detection/detector.js';
import type { Knots } from './knots.js';

/** Made by `npm run quality -- --calibrate --data DIR --write`; docs/decisions/0015 says how. Not edited by hand. */
export const CALIBRATION: Readonly<Record<Mechanism, Knots>> = {
  run: [
    [0.52, 0.402],
    [0.658, 0.418],
    [0.836, 0.53],
    [1.065, 0.854],
    [1.45, 0.875],
    [1.725, 0.915],
    [2.412, 0.988],
  ],
  cycle: [
    [0.715, 0.446],
    [1.024, 0.763],
    [1.356, 0.803],
    [1.872, 0.841],
  ],
  similar: [
    [0.504, 0.073],
    [0.555, 0.241],
    [0.737, 0.392],
    [0.934, 0.606],
    [1.05, 0.72],
    [1.231, 0.818],
    [1.677, 0.855],
    [2.578, 0.979],
  ],
  return: [
    [0.632, 0.7],
    [1.636, 0.978],
  ],
  novelty: [
    [0.5, 0.294],
    [0.516, 0.47],
    [0.597, 0.63],
    [0.748, 0.718],
    [0.91, 0.782],
    [1.712, 0.878],
  ],
  text: [[1.815, 0.972]],
};
