const MAX_NAME = 80;

/** `readFile`, `read_file`, `READ-FILE2` → read, file */
export function nameWords(name: string): readonly string[] {
  return name
    .slice(0, MAX_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
