const MOST = 256;
const LONGEST = 80;

/**
 * A cache for names of tools and arguments, which recur. Keeps the results of `read` for the latest few
 * hundred names of reasonable length; `read` must be pure.
 */
export function nameTable<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const value = read(name);
    if (name.length > LONGEST) return value;
    if (known.size >= MOST) known.clear();
    known.set(name, value);
    return value;
  };
}
