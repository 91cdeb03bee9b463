/** How many characters of a result are read for a quotation. */
const MAX_VALUES = 60;
const MAX_DEPTH = 4;

/** The beginning of a result as text; for an object, the texts in it. Never throws. */
export function excerptOf(value: unknown, max: number): string {
  if (typeof value === 'string') return value.slice(0, max);
  const reading = { text: '', left: MAX_VALUES };
  try {
    read(value, reading, max, 0);
  } catch {
    // A getter of the caller threw: continue with what was read so far.
  }
  return reading.text.slice(0, max);
}

function read(value: unknown, into: { text: string; left: number }, max: number, depth: number): void {
  if (--into.left < 0 || into.text.length >= max || depth > MAX_DEPTH) return;
  if (typeof value === 'object' && value !== null) {
    for (const key in value) {
      if (into.left < 0 || into.text.length >= max) return;
      // The type of a part says nothing about the result.
      if (key !== 'type') read((value as Readonly<Record<string, unknown>>)[key], into, max, depth + 1);
    }
    return;
  }
  const isShown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const shown = isShown ? String(value).slice(0, max) : '';
  if (shown !== '') into.text += into.text === '' ? shown : ` ${shown}`;
}
