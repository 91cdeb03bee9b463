import { expect, it } from 'vitest';
import { nameTable } from './name-table.js';

function counted(): { look: (name: string) => { name: string }; reads: string[] } {
  const reads: string[] = [];
  const look = nameTable((name) => {
    reads.push(name);
    return { name };
  });
  return { look, reads };
}

it('reads a name once', () => {
  const { look, reads } = counted();
  expect([look('a'), look('b'), look('a')].map(({ name }) => name)).toEqual(['a', 'b', 'a']);
  expect(reads).toEqual(['a', 'b']);
});

it.each([
  ['80 characters are kept', 80, 1],
  ['81 are read each time', 81, 2],
])('does not keep very long names: %s', (_, length, expected) => {
  const { look, reads } = counted();
  const name = 'x'.repeat(length);
  expect([look(name), look(name)].map((one) => one.name)).toEqual([name, name]);
  expect(reads).toHaveLength(expected);
});

it('stays small for any input', () => {
  const { look, reads } = counted();
  for (let i = 0; i < 1000; i++) look(`name ${i}`);
  expect(look('name 999').name).toBe('name 999');
  expect(reads).toHaveLength(1000);
  expect(look('name 0').name).toBe('name 0');
  expect(reads).toHaveLength(1001);
});

it.each(['constructor', '__proto__', ''])('accepts any text as a name: "%s"', (name) => {
  const { look } = counted();
  expect(look(name).name).toBe(name);
});
