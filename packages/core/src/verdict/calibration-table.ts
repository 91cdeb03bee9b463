import type { Mechanism } from '../detection/detector.js';
import type { Knots } from './knots.js';

/** Made by `npm run quality -- --calibrate --data DIR --write`; docs/decisions/0015 says how. Not edited by hand. */
export const CALIBRATION: Readonly<Record<Mechanism, Knots>> = {
  run: [
    [0.525, 0.335],
    [0.602, 0.38],
    [0.699, 0.394],
    [0.851, 0.535],
    [1.073, 0.759],
    [1.553, 0.86],
    [2.102, 0.901],
    [2.712, 0.981],
  ],
  cycle: [
    [0.697, 0.453],
    [1, 0.905],
    [1.665, 0.945],
  ],
  similar: [
    [0.503, 0.066],
    [0.58, 0.257],
    [0.663, 0.324],
    [0.769, 0.408],
    [0.94, 0.514],
    [1.055, 0.625],
    [1.472, 0.78],
    [2.522, 0.87],
  ],
  return: [
    [0.607, 0.663],
    [0.75, 0.752],
    [1.298, 0.895],
    [2.34, 0.976],
  ],
  novelty: [
    [0.528, 0.521],
    [0.612, 0.592],
    [0.678, 0.631],
    [0.778, 0.66],
    [0.911, 0.738],
    [1.212, 0.812],
    [1.905, 0.853],
    [2.748, 0.944],
  ],
  text: [[1.827, 0.976]],
};
