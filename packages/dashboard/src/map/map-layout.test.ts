import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edge, TopologyNode } from '../contract.js';
import type { Cluster } from '../live/select.js';
import { foldMap } from './fold.js';
import { labelOf } from './labels.js';
import { layoutMap } from './map-layout.js';

const cluster = (name: string, count: number): Cluster => ({
  name,
  nodes: Array.from({ length: count }, (_, i) => ({ id: `${name}-${i}` }) as TopologyNode),
});
const edge = (from: string, to: string, over: Partial<Edge> = {}): Edge => ({
  ...{ from, to, kind: 'handed', weight: 1, ring: false, ...over },
});
const RING = [edge('a-0', 'a-1'), edge('a-1', 'a-2'), edge('a-2', 'a-0')].map((one) => ({
  ...{ ...one, weight: 5, ring: true },
}));

describe('the map', () => {
  it('keeps agents apart and inside, for any size, width and edges', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 330, max: 1600 }),
        fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 25 }),
        (counts, width, pairs) => {
          const edges = pairs.map(([a, b]) => edge(`c0-${a}`, `c${b % counts.length}-${b % 9}`));
          const groups = counts.map((count, i) => cluster(`c${i}`, count));
          const { nodes, height } = layoutMap(groups, edges, width);
          expect(nodes.length).toBe(counts.reduce((a, b) => a + b, 0));
          const places = new Set(nodes.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`));
          expect(places.size).toBe(nodes.length);
          for (const { x, y, size } of nodes) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x + size).toBeLessThanOrEqual(width + 1);
            expect(y + size).toBeLessThanOrEqual(height + 1);
          }
        },
      ),
      { numRuns: 60 },
    ));

  it('draws who gives work above who gets it', () => {
    const { nodes } = layoutMap([cluster('a', 3)], [edge('a-1', 'a-0'), edge('a-0', 'a-2')], 800);
    const y = (id: string) => nodes.find(({ node }) => node.id === id)?.y ?? -1;
    expect(y('a-1')).toBeLessThan(y('a-0'));
    expect(y('a-0')).toBeLessThan(y('a-2'));
  });

  it('draws a cycle as a circle, with every edge', () => {
    const { nodes, links } = layoutMap([cluster('a', 3)], RING, 800);
    const [x, y] = [
      nodes.reduce((sum, one) => sum + one.x, 0) / 3,
      nodes.reduce((sum, one) => sum + one.y, 0) / 3,
    ];
    const radii = nodes.map((one) => Math.round(Math.hypot(one.x - x, one.y - y)));
    expect(new Set(radii).size).toBe(1);
    expect(links.map(({ ring, weight }) => [ring, weight])).toEqual([...RING.map(() => [true, 5])]);
  });

  it('puts the names of a circle outside, where no arrow passes', () => {
    const around = [0, 1, 2, 3].map((i) => edge(`a-${i}`, `a-${(i + 1) % 4}`));
    const { nodes } = layoutMap([cluster('a', 4)], around, 800);
    expect(nodes.map(({ side }) => side)).toEqual(['above', 'right', 'below', 'left']);
    // A line of text fits above the first.
    expect(Math.min(...nodes.map(({ y }) => y))).toBeGreaterThanOrEqual(12);
  });

  describe('5: has room for each name with the word that it loops', () => {
    const NAMES = ['refund-router', 'billing', 'refunds', 'accounts-of-a-large-company'];
    const group: Cluster = {
      name: 'support',
      nodes: NAMES.map((name) => ({ id: `s::${name}`, agent_id: name }) as TopologyNode),
    };
    const of = (from: number, to: number) => edge(`s::${NAMES[from] ?? ''}`, `s::${NAMES[to] ?? ''}`);
    const chain = [of(0, 1), of(1, 2), of(2, 3)];
    it('of short names in a ring, on each side', () => {
      const short = ['billing', 'refunds', 'accounts', 'legal'];
      const nodes = short.map((name) => ({ id: name, agent_id: name }) as TopologyNode);
      const around = short.map((name, i) => edge(name, short[(i + 1) % 4] ?? ''));
      const map = layoutMap([{ name: 'support', nodes }], around, 860);
      for (const { node, letters } of map.nodes)
        expect(labelOf(node.agent_id, letters, true)).toBe(`${node.agent_id} · looping`);
    });

    it.each([
      ['where both fit', 'refund-router', 23, 'refund-router · looping'],
      [
        'and cuts a long name before it drops the word',
        'accounts-of-a-company',
        21,
        'accounts-of… · looping',
      ],
      ['and has the name alone where there is hardly any room', 'refund-router', 12, 'refund-route…'],
    ])('%s', (_, name, letters, label) => expect(labelOf(name, letters, true)).toBe(label));

    it.each<[string, readonly Edge[], number]>([
      ['without edges', [], 860],
      ['without edges, on a phone', [], 330],
      ['in a chain', chain, 860],
      ['in a ring', [...chain, of(3, 0)], 860],
    ])('%s', (_, edges, width) => {
      const { nodes } = layoutMap([group], edges, width);
      for (const { node, letters } of nodes)
        expect(letters, node.agent_id).toBeGreaterThanOrEqual(`${node.agent_id} · looping`.length);
    });
  });

  it('does not draw an edge without both ends, or to the same agent', () =>
    expect(
      layoutMap([cluster('a', 3)], [edge('a-0', 'a-1'), edge('a-0', 'gone'), edge('a-0', 'a-0')], 800).links,
    ).toHaveLength(1));
});

describe('groups', () => {
  const large = [cluster('a', 250), cluster('b', 250)];
  const between = [edge('a-0', 'b-0', { weight: 2 }), edge('a-1', 'b-1', { weight: 3 })];

  it('of a large fleet are collapsed, with one weighted edge between two of them', () => {
    const { vertices, links } = foldMap(large, between, new Set());
    expect(vertices.map(({ group, isGroup, nodes }) => [group, isGroup, nodes.length])).toEqual([
      ['a', true, 250],
      ['b', true, 250],
    ]);
    expect(links).toMatchObject([{ weight: 5, kind: 'handed', ring: false }]);
  });

  it('keep the names of looping agents over their own box', () => {
    const { nodes, groups } = layoutMap(large, [], 800);
    const [box] = groups;
    for (const { x, side } of nodes.slice(0, 250))
      expect(side).toBe(x < box!.x + box!.width / 2 - 5 ? 'right' : 'left');
  });

  it('open and collapse one by one', () => {
    expect(foldMap(large, [], new Set(['a'])).vertices).toHaveLength(251);
    expect(foldMap([cluster('a', 5), cluster('b', 5)], [], new Set(['a'])).vertices).toHaveLength(6);
  });

  it('never hide a ring', () => {
    const { vertices, links } = foldMap(large, RING, new Set());
    expect(vertices.filter(({ isGroup }) => !isGroup).map(({ id }) => id)).toEqual(['a-0', 'a-1', 'a-2']);
    expect(links.filter(({ ring }) => ring)).toHaveLength(3);
  });

  it('show a session with several agents as its agents', () => {
    const nodes = [{ id: 's' }, { id: 's::x', session_id: 's' }, { id: 's::y', session_id: 's' }];
    const group: Cluster = { name: 'a', nodes: nodes as TopologyNode[] };
    const own = [edge('s', 's::x', { kind: 'spawned' }), edge('s::x', 's::y')];
    expect(foldMap([group], own, new Set()).vertices.map(({ id }) => id)).toEqual(['s::x', 's::y']);
  });
});
