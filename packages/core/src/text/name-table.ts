const MOST = 256;
const LONGEST = 80;

/**
 * Names of tools and of arguments come again and again. What `read` made of one is kept, for the latest few hundred
 * names of a sane length; `read` must be pure.
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
