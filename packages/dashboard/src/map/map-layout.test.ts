import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TopologyNode } from '../contract.js';
import type { Cluster } from '../live/select.js';
import { layoutMap } from './map-layout.js';

const cluster = (name: string, count: number): Cluster => ({
  name,
  nodes: Array.from({ length: count }, (_, i) => ({ id: `${name}-${i}` }) as TopologyNode),
});

it('agents never lie on each other and stay inside, however many there are and however narrow it is', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 8 }),
      fc.integer({ min: 300, max: 1600 }),
      (counts, width) => {
        const map = layoutMap(
          counts.map((count, i) => cluster(`c${i}`, count)),
          [],
          width,
        );
        const places = new Set(map.nodes.map(({ x, y }) => `${x} ${y}`));
        expect(places.size).toBe(map.nodes.length);
        for (const { x, y } of map.nodes) {
          expect(x + map.size).toBeLessThanOrEqual(width);
          expect(y + map.size).toBeLessThanOrEqual(map.height);
        }
      },
    ),
    { numRuns: 40 },
  ));

it('a small fleet has names, a large one has marks; an edge without both ends is not drawn', () => {
  const edges = [
    { from: 'a-0', to: 'a-1', kind: 'spawned' },
    { from: 'a-0', to: 'gone', kind: 'spawned' },
    { from: 'a-0', to: 'a-0', kind: 'spawned' },
  ] as const;
  expect(layoutMap([cluster('a', 3)], edges, 800)).toMatchObject({
    letters: expect.any(Number) as number,
    edges: [{ key: 'a-0 a-1' }],
  });
  expect(layoutMap([cluster('a', 3)], [], 800).letters).toBeGreaterThan(12);
  expect(layoutMap([cluster('a', 500)], [], 800).letters).toBe(0);
});
