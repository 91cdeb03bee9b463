// What a fresh clone needs before anything can run: packages installed, dist/ built. Each step runs only
// when its inputs changed, so `npm start` and `npm test` can afford to ask every time.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { capture, fail, npm, readJson, ROOT, tool } from './tools.mjs';

/** In the order they need each other. */
const PACKAGES = ['core', 'proxy', 'adapters', 'dashboard', 'gateway', 'loopbench', 'cli'];

const MODULES = join(ROOT, 'node_modules');
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Installs from the lockfile when node_modules is missing or was made from another lockfile. */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Rutbreak needs Node 20.19 or newer; this is ${process.version}.`);

  const stamp = join(MODULES, '.rutbreak-setup');
  // Some packages carry binaries, so a node_modules of another system counts as stale.
  const key = `${process.platform}-${process.arch} ${digest([join(ROOT, 'package-lock.json')])}`;
  if (read(stamp) === key) return;

  console.log('Installing packages from package-lock.json; a first run takes one to three minutes.');
  const start = Date.now();
  const beat = setInterval(() => console.log(`  … still installing, ${seconds(start)}`), 5000);
  // --include=dev: NODE_ENV=production would leave out everything that builds and tests. Without warnings: on Node 20 there
  // are dozens about frameworks that only the tests of the adapters use.
  const code = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  clearInterval(beat);
  if (code !== 0) fail(`npm ci failed with exit code ${code}; see its message above.`);
  write(stamp, key);
  console.log(`Installed in ${seconds(start)}.`);
}

/** Builds every package whose dist/ is missing or was made from other sources. */
export async function ensureBuilt() {
  for (const name of PACKAGES) {
    const home = join(ROOT, 'packages', name);
    const stamp = join(MODULES, '.rutbreak-build', name);
    const key = digest(inputs(home));
    if (existsSync(join(home, 'dist')) && read(stamp) === key) continue;
    build(home);
    write(stamp, key);
  }
  // The gateway serves the page, and brings it along when it is packed.
  const page = join(ROOT, 'packages/gateway/dist/page');
  rmSync(page, { recursive: true, force: true });
  cpSync(join(ROOT, 'packages/dashboard/dist'), page, { recursive: true });
  packSite();
  packBenchData();
  await linkCommands();
}

/** The gateway brings the documentation along, too. It is made from texts all over the repository, and from the corpus. */
function packSite() {
  const folders = ['docs', 'corpus', 'scripts/site', 'packages/core/src'].map((name) => join(ROOT, name));
  const texts = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.(?:md|jsonl|mjs|css|js|svg|ts)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const atRoot = readdirSync(ROOT).filter((name) => /\.md$|^package-lock\.json$/.test(name));
  const stamp = join(MODULES, '.rutbreak-build', 'site');
  const key = digest([...texts.sort(), ...atRoot.sort().map((name) => join(ROOT, name))]);
  if (existsSync(join(ROOT, 'packages/gateway/dist/docs')) && read(stamp) === key) return;
  const start = Date.now();
  const { ok, output } = capture(join(ROOT, 'scripts/site/build.mjs'));
  if (!ok) fail(`${output}\n\nBuilding the documentation failed; see above.`);
  write(stamp, key);
  console.log(`Built the documentation in ${seconds(start)}.`);
}

/** The benchmark brings its traces along: those of its own folder and the corpus. */
function packBenchData() {
  const home = join(ROOT, 'packages/loopbench');
  const sources = [
    ...[
      [join(home, 'data/blind'), 'blind'],
      [join(ROOT, 'corpus/looping'), 'corpus/looping'],
    ],
    [join(ROOT, 'corpus/healthy'), 'corpus/healthy'],
  ].flatMap(([from, to]) =>
    readdirSync(from)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({ file: join(from, name), packed: join(home, 'dist/data', to, `${name}.gz`) })),
  );
  const list = join(home, 'data/reported.json');
  const stamp = join(MODULES, '.rutbreak-build', 'loopbench-data');
  const key = digest([...sources.map(({ file }) => file), list]);
  if (existsSync(join(home, 'dist/data')) && read(stamp) === key) return;
  rmSync(join(home, 'dist/data'), { recursive: true, force: true });
  for (const { file, packed } of sources) write(packed, gzipSync(readFileSync(file)));
  write(join(home, 'dist/data/reported.json'), readFileSync(list));
  write(stamp, key);
}

function build(home) {
  const start = Date.now();
  const isPage = existsSync(join(home, 'vite.config.ts'));
  const { ok, output } = isPage ? capture(tool('vite'), ['build'], home) : capture(tool('tsdown'), [], home);
  if (!ok) fail(`${output}\n\nBuilding ${relative(ROOT, home)} failed; see above.`);
  console.log(`Built ${readJson(join(home, 'package.json')).name} in ${seconds(start)}.`);
}

/** npm links no command whose file is not there yet, so on a first install it left ours out. */
async function linkCommands() {
  const commands = PACKAGES.flatMap((name) => {
    const { name: id, bin = {} } = readJson(join(ROOT, 'packages', name, 'package.json'));
    return Object.keys(bin).map((command) => ({ id, command }));
  });
  const missing = commands.filter(({ command }) => !existsSync(join(MODULES, '.bin', command)));
  if (missing.length === 0) return;
  const code = await npm(['rebuild', '--ignore-scripts', ...missing.map(({ id }) => id)], { quiet: true });
  if (code !== 0) fail(`npm rebuild failed with exit code ${code}; see its message above.`);
}

/** Everything a build reads: sources without tests, the package's own settings, the shared ones. */
function inputs(home) {
  const sources = readdirSync(join(home, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(?:tsx?|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const settings = ['package.json', 'tsdown.config.ts', 'vite.config.ts', 'index.html']
    .map((file) => join(home, file))
    .filter((file) => existsSync(file));
  return [...sources.sort(), ...settings, join(ROOT, 'tsconfig.json'), join(ROOT, 'package-lock.json')];
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
