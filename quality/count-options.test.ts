import { configure } from '@rutbreak/core/edge';
import { describe, expect, test } from 'vitest';
import { leavesOf } from './count-options.js';
import { main } from './main.js';

function run(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = { log: (line: string) => out.push(line), error: (line: string) => err.push(line) };
  return { code: main(['--count-options', ...args], streams), out: out.join('\n'), err: err.join('\n') };
}

describe('--count-options', () => {
  test('counts what the engine of the preset takes', () => {
    const { code, out } = run('--json');
    const { total, options } = JSON.parse(out);
    const { settled } = configure('default');
    expect(code).toBe(0);
    expect(total).toBe(Object.values(settled).reduce((sum, one) => sum + Object.keys(one).length, 0));
    expect(Object.keys(options).sort()).toEqual(Object.keys(settled).sort());
    expect(options).toHaveProperty('ladder');
  });

  test('is printed as a table with the sum', () => {
    expect(run('--preset', 'cycles').out).toMatch(/^owner +options\n[\s\S]*Preset cycles: \d+ options\.$/);
  });

  test('the gate lets the default preset pass, and no preset with more than 40', () => {
    expect(run('--gate')).toMatchObject({ code: 0, err: '' });
    const { total } = JSON.parse(run('--preset', 'votes', '--json').out);
    const gated = run('--preset', 'votes', '--gate');
    expect(total).toBeGreaterThan(40);
    expect(gated).toMatchObject({ code: 1, err: `missed: ${total} options > 40` });
  });

  test.each([
    ['an option', { default: 3, min: 1 }, 1],
    ['options', { a: { default: 1 }, b: { default: false } }, 2],
    ['groups of options', { a: { b: { default: 1 }, c: { default: 2 } }, d: { default: 3 } }, 3],
    ['nothing', {}, 0],
    ['what is no options', null, 0],
  ])('%s', (_, spec, count) => {
    expect(leavesOf(spec)).toBe(count);
  });

  test('takes no nonsense', () => {
    expect(run('--preset', 'nope')).toMatchObject({ code: 2, out: '' });
    expect(run('--data', 'x')).toMatchObject({ code: 2, out: '' });
  });
});
