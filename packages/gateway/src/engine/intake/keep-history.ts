import type { StoredBatch } from '../../session/history.js';
import type { Draft } from '../draft.js';
import { createSlices } from '../slices.js';

/** Events are stored in batches of about this many characters, so that no step with one of them takes long. */
const MOST = 64 * 1024;

/** Keeps the items for the commit. `size`: about how many characters they take. Returns the number of stored characters. */
export async function keepHistory(
  draft: Draft,
  firstSeq: number,
  batch: StoredBatch,
  size = Infinity,
): Promise<number> {
  const many = batch.items.length;
  if (many === 0) return 0;
  // One text of all items takes two thirds of the time of a text for each.
  return size <= MOST
    ? keep(draft, firstSeq, many, JSON.stringify(batch))
    : keepInParts(draft, firstSeq, batch);
}

function keep({ history, context }: Draft, firstSeq: number, many: number, payload: string): number {
  history.push({ firstSeq, lastSeq: firstSeq + many - 1, at: context.now, payload });
  return payload.length;
}

/** Keeps the items in as many batches as they need. */
async function keepInParts(draft: Draft, firstSeq: number, batch: StoredBatch): Promise<number> {
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
    total += keep(draft, firstSeq + i - texts.length + 1, texts.length, `${head}${texts.join(',')}]}`);
    [texts, size] = [[], 0];
    const rest = pause();
    if (rest) await rest;
  }
  return total;
}
