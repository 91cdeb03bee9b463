import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the dashboard in this package, if the build included it. */
export function pageFolder(): string | undefined {
  return existing(new URL('page', import.meta.url));
}

/** The folder of the documentation, likewise. */
export function docsFolder(): string | undefined {
  return existing(new URL('docs', import.meta.url));
}

function existing(url: URL): string | undefined {
  const folder = fileURLToPath(url);
  return existsSync(folder) ? folder : undefined;
}
