/** Which calls were made lately, so that a repetition is known before it goes out. Bounded. */
export function recentPrints(most = 256): { readonly seen: (print: number) => boolean } {
  const prints = new Set<number>();
  const seen = (print: number): boolean => {
    if (prints.has(print)) return true;
    prints.add(print);
    if (prints.size > most) {
      for (const oldest of prints) {
        prints.delete(oldest);
        break;
      }
    }
    return false;
  };
  return { seen };
}
