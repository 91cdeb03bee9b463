import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sender } from './sender.js';

const ECHO = 'process.stdin.pipe(process.stdout)';
const PIECE = 64 << 10;
const PIECES = 64;

/** Unique bytes everywhere, so that a lost, repeated or reordered chunk shows. */
const piece = (n: number): Buffer => Buffer.alloc(PIECE, `${n} `);

describe('data sent to a pipe', () => {
  it('arrives complete and in order, immediately or after waiting, and applies back-pressure', async () => {
    const echo = spawn(process.execPath, ['-e', ECHO], { stdio: ['pipe', 'pipe', 'inherit'] });
    const from = new PassThrough();
    from.resume();
    const send = sender(echo.stdin, from);
    for (let n = 0; n < PIECES; n++) send(piece(n));
    expect(from.isPaused()).toBe(true);
    const came: Buffer[] = [];
    echo.stdout.on('data', (chunk: Buffer) => came.push(chunk));
    await once(echo.stdin, 'drain');
    expect(from.isPaused()).toBe(false);
    send(Buffer.from('the end'));
    echo.stdin.end();
    await once(echo, 'close');
    const sent = [...Array.from({ length: PIECES }, (_, n) => piece(n)), Buffer.from('the end')];
    expect(Buffer.concat(came).equals(Buffer.concat(sent))).toBe(true);
  });

  it('is dropped silently if the reader is gone', async () => {
    const gone = spawn(process.execPath, ['-e', ''], { stdio: ['pipe', 'pipe', 'inherit'] });
    const send = sender(gone.stdin, new PassThrough());
    await once(gone, 'exit');
    send(piece(1));
    await once(gone.stdin, 'close');
    send(piece(2));
    expect(gone.stdin.destroyed).toBe(true);
  });

  it('goes through the stream if there is no pipe', () => {
    const to = new PassThrough();
    sender(to, new PassThrough())(Buffer.from('line\n'));
    expect(String(to.read())).toBe('line\n');
  });
});
