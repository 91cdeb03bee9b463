/** Which prints were met lately, so that a repetition is known for one. Bounded. */
export interface RecentPrints {
  readonly seen: (print: number) => boolean;
}

export function recentPrints(most = 256): RecentPrints {
  const prints = new Set<number>();
  // An iterator that is kept stands at the oldest one left: a new one would step over all that were dropped.
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

/** Tells most texts apart for next to nothing: 32-bit FNV-1a over the length and a few characters. */
export function sampleOf(text: string): number {
  let sum = 0x811c9dc5 ^ text.length;
  const step = Math.max(1, Math.floor(text.length / SAMPLES));
  for (let i = 0; i < text.length; i += step) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}
