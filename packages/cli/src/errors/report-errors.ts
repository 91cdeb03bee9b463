import { RutbreakError } from '@rutbreak/core';
import type { Io } from '../io.js';
import { escapeText } from '../text.js';
import { EXIT } from './exit.js';
import { describeSystemError, type ListenAddress } from './system-error.js';
import { plainSentence } from './plain-sentence.js';
import { UsageError } from './usage-error.js';

/** Returns the sentence for an error that the user can fix; undefined for a defect of this program. */
export function describeError(error: unknown, listen?: ListenAddress): string | undefined {
  if (error instanceof RutbreakError) return plainSentence(error);
  return error instanceof UsageError ? error.message : describeSystemError(error, listen);
}

/** Runs a command. An error that the user can fix becomes one line instead of a stack trace. */
export async function reportErrors(
  io: Io,
  command: () => Promise<number>,
  listen?: ListenAddress,
): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const sentence = describeError(error, listen);
    if (sentence === undefined) throw error;
    await io.stderr.write(`error: ${escapeText(sentence)}\n`);
    return EXIT.badInput;
  }
}
