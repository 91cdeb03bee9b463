import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sketch } from './sketch.js';
import { packSketches, unpackSketches } from './sketch-pack.js';

const sketches = fc.array(
  fc.array(fc.integer(), { maxLength: 200 }).map((hashes) => sketch(hashes)),
  { maxLength: 4 },
);

describe('packed sketches', () => {
  it('survive a round trip', () => {
    fc.assert(
      fc.property(sketches, (all) => {
        expect(unpackSketches(packSketches(all), all.length)).toEqual(all);
      }),
    );
  });

  it('survive JSON unchanged, and contain no control characters or surrogates', () => {
    fc.assert(
      fc.property(sketches, (all) => {
        const packed = packSketches(all);
        expect(JSON.stringify(packed)).toBe(`"${packed}"`);
      }),
    );
  });

  it('take two thirds of the space', () => {
    const all = [60, 128, 5].map((size) =>
      sketch(Array.from({ length: size }, (_, i) => Math.imul(i + 1, 0x9e3779b1))),
    );
    expect(packSketches(all).length).toBeLessThan((2 / 3) * all.join('').length + 2);
  });
});
