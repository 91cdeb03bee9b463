import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './bundle.mjs';

let href;
let main;
beforeAll(async () => {
  ({ href } = pathToFileURL(await bundle('packages/gateway/src/testing/faults/main.ts')));
  ({ main } = await import(/* @vite-ignore */ href));
});

async function run(...args) {
  const lines = [];
  const note = (line) => lines.push(line);
  const code = await main(args, href, { log: note, error: note });
  return { code, text: lines.join('\n') };
}

describe('npm run faults', () => {
  it.each([
    ['an acknowledgement before the commit', 'ack-before-commit'],
    ['a commit that looks at no version', 'no-version-check'],
    ['a gateway that forgets what it has seen', 'skip-dedupe'],
  ])(
    'fails on %s',
    async (_, mutant) => {
      const { code, text } = await run('--short', '--store', 'sqlite', '--mutant', mutant);
      expect(text).toMatch(/FAILED.* [1-9]\d* wrong/);
      expect(code).toBe(1);
    },
    180_000,
  );

  it('says how it is used', async () => {
    expect(await run('--mutant', 'none')).toMatchObject({ code: 2 });
    expect(await run('--store', 'redis')).toMatchObject({ code: 2 });
  });
});
