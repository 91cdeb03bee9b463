import { HARD } from '../stream/limits.js';
import { findingIn, readChunk, newStream } from '../stream/text-stream.js';
import type { TextFinding } from '../stream/reader.js';

export const LIMITS = { wordCopies: 22, symbolLength: 200, counterLines: 6, staleWords: 130 };

/** The findings in a text written in pieces of that size, one for each piece with a finding. */
export function findings(text: string, isArguments = false, size = 30): readonly TextFinding[] {
  let stream = newStream(isArguments);
  const found: TextFinding[] = [];
  for (let from = 0; from < text.length; from += size) {
    stream = readChunk(stream, text.slice(from, from + size), LIMITS);
    const finding = findingIn(stream);
    if (finding) found.push(finding);
  }
  return found;
}

/** Their levels of certainty, each once. */
export function levels(text: string, isArguments = false): readonly string[] {
  return [...new Set(findings(text, isArguments).map(({ level }) => (level === HARD ? 'hard' : 'warn')))];
}
