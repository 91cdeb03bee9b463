import { ID, tokens } from '../text/token-buffer.js';
import { tokenize } from './tokenize.js';

const MAX_TEXT = 6000;
const MAX_IDS = 24;

/** The ids in a text. */
export function textIds(text: string): readonly number[] {
  tokenize(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text);
  const ids: number[] = [];
  for (let i = 0; i < tokens.count && ids.length < MAX_IDS; i++)
    if (tokens.kinds[i] === ID) ids.push(tokens.hashes[i]!);
  return ids;
}
