import { printPattern, type Voice } from '@rutbreak/core';

const MAX_KNOWN = 1000;
/** Computing a pattern's name reads all of its evidence, and a loop asks for it with every repeat. */
const patterns = new Map<string, string>();

/** The name of a loop: of its session, and of the pattern across sessions. */
export function nameOf(session: string, voice: Voice): { readonly id: string; readonly pattern: string } {
  const key = JSON.stringify([voice.category, voice.signal.identity]);
  const pattern = patterns.get(key) ?? printPattern(voice).id;
  if (patterns.size >= MAX_KNOWN) patterns.clear();
  patterns.set(key, pattern);
  return { pattern, id: `${Buffer.from(session).toString('base64url')}.${pattern}` };
}
