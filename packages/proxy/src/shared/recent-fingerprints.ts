/** A bounded set of recent fingerprints, to recognise repetition. */
export interface RecentFingerprints {
  readonly seen: (print: number) => boolean;
}

export function recentFingerprints(most = 256): RecentFingerprints {
  const prints = new Set<number>();
  // Reuses one iterator, which stays at the oldest entry. A new one would skip over all deleted entries each time.
  const oldestFirst = prints.values();
  const seen = (print: number): boolean => {
    if (prints.has(print)) return true;
    prints.add(print);
    if (prints.size <= most) return false;
    const oldest = oldestFirst.next();
    if (oldest.done !== true) prints.delete(oldest.value);
    return false;
  };
  return { seen };
}

const SAMPLES = 64;
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** A cheap digest that tells most texts apart: 32-bit FNV-1a over the length and a sample of the characters. */
export function sampleOfText(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const { length } = text;
  const step = Math.max(1, Math.floor(length / SAMPLES));
  let sum = BASIS ^ length;
  for (let i = 0; i < length; i += step) sum = Math.imul(sum ^ text.charCodeAt(i), PRIME);
  return sum >>> 0;
}

/** The same for undecoded bytes. */
export function sampleOfBytes(bytes: Uint8Array, start: number, end: number): number {
  const step = Math.max(1, Math.floor((end - start) / SAMPLES));
  let sum = BASIS ^ (end - start);
  for (let i = start; i < end; i += step) sum = Math.imul(sum ^ (bytes[i] ?? 0), PRIME);
  return sum >>> 0;
}
