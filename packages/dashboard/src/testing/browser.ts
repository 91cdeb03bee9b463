import { existsSync } from 'node:fs';

const PLACES = [
  ...[
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ],
  ...[
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  ...['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
];

/** A Chrome or Chromium that is there already; nothing is fetched. */
export function findBrowser(): string | undefined {
  return PLACES.find((path) => existsSync(path));
}
