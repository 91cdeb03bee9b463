// A browser for the tests of the page: one that is there, or Debian's, where this may be installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, readJson, ROOT } from './tools.mjs';

const PLACES = join(ROOT, 'packages/dashboard/src/testing/browsers.json');
const APT = '/usr/bin/apt-get';
const LONGEST_MS = 420_000;

/** An installed browser; undefined if there is none. */
export function findBrowser() {
  return [process.env.CHROME_PATH ?? '', ...readJson(PLACES)].find((path) => path !== '' && existsSync(path));
}

/** Only root may, and only where apt-get is how things are installed. */
function install() {
  if (process.getuid?.() !== 0 || !existsSync(APT) || process.env.RUTBREAK_BROWSER === 'none') return;
  console.log('No Chrome or Chromium was found: installing chromium for the tests of the page.');
  const add = () => apt('install', '-y', '--no-install-recommends', 'chromium');
  // On a new machine the list of packages may be missing or old.
  if (!add() && apt('update') && !add()) console.log('It could not be installed; see above.');
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync(APT, args, { env, encoding: 'utf8', timeout: LONGEST_MS });
  if (status !== 0) console.log(`apt-get ${args[0]}: ${(stderr ?? '').trim().slice(-500)}`);
  return status === 0;
}

/** Without one the tests of the page are skipped, unless `RUTBREAK_BROWSER=needed` says that they must run. */
export function ensureBrowser() {
  if (findBrowser() === undefined) install();
  if (findBrowser() !== undefined) return;
  const text = 'No Chrome or Chromium was found: the tests of the page in a browser are skipped.';
  if (process.env.RUTBREAK_BROWSER === 'needed') fail(`${text}\nInstall one, or name it in CHROME_PATH.`);
  console.log(text);
}
