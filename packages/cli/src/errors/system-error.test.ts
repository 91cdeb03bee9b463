import { connect, createServer } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeSystemError } from './system-error.js';

const MISSING = join(tmpdir(), 'rutbreak-does-not-exist', 'file');
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an error of the operating system becomes a sentence without codes', () => {
  it.each([
    ['a missing file', () => readFile(MISSING), `there is no file ${MISSING}`],
    ['a folder where a file is needed', () => writeFile(tmpdir(), ''), `${tmpdir()} is a folder`],
    ['a closed port', () => connecting(1), 'nothing answers at 127.0.0.1:1'],
  ])('%s', async (_, act, text) => {
    const sentence = describeSystemError(await failureOf(act()));
    expect(sentence).toContain(text);
    expect(sentence).not.toMatch(/\bE[A-Z]{4,}\b/);
  });

  it('24: for a port in use, the message names the command that takes another one', async () => {
    const first = createServer();
    await new Promise<void>((ready) => first.listen(0, '127.0.0.1', ready));
    const { port } = first.address() as { port: number };
    const second = createServer();
    const error = await new Promise((failed) => second.once('error', failed).listen(port, '127.0.0.1'));
    first.close();
    const sentence = describeSystemError(error, { host: '127.0.0.1', port, command: 'rutbreak llm' });
    expect(sentence).toBe(
      `port ${port} on 127.0.0.1 is in use; another rutbreak may run there. Choose another: rutbreak llm --port 0`,
    );
  });

  it('a defect of the program is not described', () =>
    expect(describeSystemError(new TypeError('x is not a function'))).toBeUndefined());
});

function connecting(port: number): Promise<unknown> {
  return new Promise((_, failed) => connect(port, '127.0.0.1').once('error', failed));
}
