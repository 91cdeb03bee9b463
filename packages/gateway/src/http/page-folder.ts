import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The page that was built into this package, if it was. */
export function pageFolder(): string | undefined {
  const folder = fileURLToPath(new URL('page', import.meta.url));
  return existsSync(folder) ? folder : undefined;
}
