import type { Finding } from '@rutbreak/core';
import { fingerprintPattern } from '@rutbreak/core/edge';

const MAX_KNOWN = 1000;
/** A cache: computing a pattern's name reads all of its evidence, and every repeat needs the name. */
const patterns = new Map<string, string>();

/** The id of a loop in its session, and the id of its pattern across sessions. */
export function nameOf(session: string, finding: Finding): { readonly id: string; readonly pattern: string } {
  const key = JSON.stringify([finding.category, finding.signal.identity]);
  const pattern = patterns.get(key) ?? fingerprintPattern(finding).id;
  if (patterns.size >= MAX_KNOWN) patterns.clear();
  patterns.set(key, pattern);
  return { pattern, id: `${Buffer.from(session).toString('base64url')}.${pattern}` };
}
