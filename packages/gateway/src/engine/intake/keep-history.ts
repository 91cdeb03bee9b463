import type { StoredBatch } from '../../session/history.js';
import type { Draft } from '../draft.js';
import { createSlices } from '../slices.js';

/** Events are stored in batches of about this many characters, so that no step with one of them takes long. */
const MOST = 64 * 1024;

/** Keeps the items for the commit, in as many batches as they need. Returns the number of stored characters. */
export async function keepHistory(draft: Draft, firstSeq: number, batch: StoredBatch): Promise<number> {
  const { items, ...common } = batch;
  const head = `${JSON.stringify(common).slice(0, -1)},"items":[`;
  const pause = createSlices();
  let texts: string[] = [];
  let [size, total] = [0, 0];
  for (const [i, item] of items.entries()) {
    // As in a list, where JSON has no other word for a value that it cannot carry.
    const text = (JSON.stringify(item) as string | undefined) ?? 'null';
    texts.push(text);
    size += text.length;
    if (size < MOST && i < items.length - 1) continue;
    const [lastSeq, payload] = [firstSeq + i, `${head}${texts.join(',')}]}`];
    draft.history.push({ firstSeq: lastSeq - texts.length + 1, lastSeq, at: draft.context.now, payload });
    total += payload.length;
    [texts, size] = [[], 0];
    const rest = pause();
    if (rest) await rest;
  }
  return total;
}
