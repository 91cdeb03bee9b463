import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';

const TEMPLATE = join(import.meta.dirname, '../../../loopbench/templates/detector.mjs');
const SMALL = ['--split', 'development', '--set', 'blind-j'];

describe('rutbreak loopbench', () => {
  it('measures a module', async () => {
    const { code, out, err } = await runCli(['loopbench', ...SMALL, '--module', TEMPLATE, '--json']);
    expect([code, err]).toEqual([0, '']);
    const { reports } = JSON.parse(out);
    expect(reports[0]).toMatchObject({ detector: 'same-call-three-times', all: { loops: 50, healthy: 50 } });
  });

  it('measures a command that is named after --', async () => {
    const code = `require('node:readline').createInterface({ input: process.stdin })
      .on('line', (line) => JSON.parse(line).type === 'event' && console.log('{"action":"stop"}'))`;
    const ran = await runCli(['loopbench', ...SMALL, '--json', '--', process.execPath, '-e', code]);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(JSON.parse(ran.out).reports[0].all).toMatchObject({ falseAlarms: 50, blocked: 50 });
  });

  it('prints a template to start from', async () => {
    const { code, out } = await runCli(['loopbench', '--template', 'python']);
    expect(code).toBe(0);
    expect(out).toContain('def observe(self, event):');
  });

  it.each([
    ['a detector that is not there', ['--module', 'gone.mjs'], /^error: gone\.mjs cannot be loaded/],
    ['an unknown preset', ['--preset', 'best'], /^error: There is no preset best/],
    ['an unknown split', ['--split', 'secret'], /Allowed choices are reported, development/],
    ['a seed that is none', ['--seed', '0'], /whole number from 1/],
  ])('ends with 2 for %s', async (_, args, message) => {
    const { code, out, err } = await runCli(['loopbench', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });
});
