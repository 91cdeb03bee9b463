import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { outputTo } from './io.js';

function failingWith(code: string): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
}

describe('an output', () => {
  it.each([
    ['that nobody reads any more is closed, and that is all', 'EPIPE', []],
    ['that cannot be written is closed, and told once', 'ENOSPC', ['ENOSPC']],
  ])('%s', async (_, code, told) => {
    const troubles: string[] = [];
    const output = outputTo(failingWith(code), ({ message }) => troubles.push(message));
    expect(output.isClosed()).toBe(false);
    await output.write('one');
    await output.write('two');
    expect(output.isClosed()).toBe(true);
    expect(troubles).toEqual(told);
  });

  it('waits until a text is written', async () => {
    const texts: string[] = [];
    const slow = new Writable({
      write: (chunk, _encoding, done) => void setTimeout(() => done(void texts.push(String(chunk))), 5),
    });
    const output = outputTo(slow, () => undefined);
    await output.write('one');
    await output.write('');
    expect(texts).toEqual(['one']);
  });
});
