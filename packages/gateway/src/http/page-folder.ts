import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the dashboard in this package, if the build included it. */
export function pageFolder(): string | undefined {
  const folder = fileURLToPath(new URL('page', import.meta.url));
  return existsSync(folder) ? folder : undefined;
}
