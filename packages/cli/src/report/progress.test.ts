import { describe, expect, it } from 'vitest';
import type { Output } from '../io.js';
import { folderOf, runCli } from '../testing/run-cli.js';
import { lineOf, progressOn } from './progress.js';

function paper(): Output & { readonly texts: string[] } {
  const texts: string[] = [];
  return { texts, write: (text) => Promise.resolve(void texts.push(text)), isClosed: () => false };
}
const MIB = 1024 * 1024;

describe('progress', () => {
  it.each([
    ['half of it', { done: 50 * MIB, total: 100 * MIB, ms: 1000 }, 90],
    ['nothing known of the end', { done: 50 * MIB, total: undefined, ms: 1000 }, 90],
    ['a narrow terminal', { done: 50 * MIB, total: 100 * MIB, ms: 1000 }, 40],
    ['more than was there at the start', { done: 120 * MIB, total: 100 * MIB, ms: 1000 }, 90],
  ])('is one line: %s', (_, state, columns) => {
    const line = lineOf(state, columns);
    expect(line.length).toBeLessThan(columns);
    expect(line).toMatchSnapshot();
  });

  it('shows nothing for a short scan, then an occasional line, which it removes before other output', async () => {
    let now = 0;
    const terminal = paper();
    const progress = progressOn({ output: terminal, columns: 80, total: 10 * MIB, now: () => now });
    const out = progress.around(terminal);
    progress.advance(MIB);
    expect(terminal.texts).toEqual([]);
    now = 1000;
    for (let i = 0; i < 5; i++) progress.advance(MIB);
    expect(terminal.texts).toHaveLength(1);
    expect(terminal.texts[0]).toContain('20 %');
    await out.write('a row\n');
    expect(terminal.texts.slice(1)).toEqual(['\r\u001b[2K', 'a row\n']);
    await progress.end();
    expect(terminal.texts).toHaveLength(3);
  });

  it.each([[[]], [['--no-progress']]])('never appears in a short scan on a terminal %j', async (args) => {
    const { path, remove } = folderOf({ 'a.jsonl': '{"id": "a", "events": []}\n' });
    const { err } = await runCli(['scan', ...args, path], { isTerminal: true, errorColumns: 80 });
    expect(err).toBe('');
    remove();
  });
});
