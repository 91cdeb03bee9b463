import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PLACES = JSON.parse(
  readFileSync(join(import.meta.dirname, 'browsers.json'), 'utf8'),
) as readonly string[];

/** An installed Chrome or Chromium; `CHROME_PATH` overrides it. */
export function findBrowser(): string | undefined {
  // eslint-disable-next-line no-restricted-properties -- Only tests come here, and this is how Chrome is named to them.
  const named = process.env['CHROME_PATH'] ?? '';
  return [named, ...PLACES].find((path) => path !== '' && existsSync(path));
}
