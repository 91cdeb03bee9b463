import type { Io } from './io.js';

export interface Question {
  /** Like `Write this?`. */
  readonly text: string;
  /** Printed if the answer is no, or if there is no terminal: like `Nothing was written.` */
  readonly otherwise: string;
}

/** Asks for a yes on the terminal. Without a terminal the answer is no, and the error names `--yes`. */
export async function isAgreed({ text, otherwise }: Question, io: Io): Promise<boolean> {
  if (io.stdin.isTTY !== true) {
    await io.stderr.write(`error: ${otherwise} Add --yes, or run this in a terminal.\n`);
    return false;
  }
  await io.stderr.write(`${text} [y/N] `);
  for await (const chunk of io.stdin) {
    const isYes = /^\s*y(es)?\s*$/i.test(Buffer.from(chunk).toString('utf8'));
    if (!isYes) await io.stderr.write(`${otherwise}\n`);
    return isYes;
  }
  return false;
}
