import { join } from 'node:path';
import { ROOT } from '../tools.mjs';

export const pathOf = (file) => join(ROOT, file).replaceAll('\\', '/');

/** A plugin that changes one place of one source file, in memory only, and a function that chooses the place. */
export function mutating() {
  let mutation;
  const plugin = {
    name: 'rutbreak-mutate',
    // Before TypeScript is compiled away: the positions are those of the file on disk.
    enforce: 'pre',
    transform(code, id) {
      if (mutation === undefined || id.split('?')[0] !== pathOf(mutation.file)) return null;
      return { code: code.slice(0, mutation.start) + mutation.text + code.slice(mutation.end), map: null };
    },
  };
  /** Returns the files that differ from before. */
  const set = (next) => {
    const changed = [mutation?.file, next?.file].filter((file) => file !== undefined);
    mutation = next;
    return new Set(changed);
  };
  return { plugin, set };
}
