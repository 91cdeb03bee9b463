// `npm run release:files`: everything that goes along with a release, in .cache/release: the packages, a bill of materials
// of what they install, the licences of others, and a table of sizes. Nothing is published.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { licencesIn, licenceText, refusedLicences } from './release/licences.mjs';
import { sizeTable } from './release/sizes.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { fail, readJson, ROOT } from './tools.mjs';

const OUT = join(ROOT, '.cache/release');
const PACKAGES = ['core', 'proxy', 'gateway', 'adapters', 'loopbench', 'cli'];

function npm(args, cwd) {
  const done = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) fail(`npm ${args.join(' ')} failed:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

function pack() {
  return PACKAGES.map((name) => {
    const home = join(ROOT, 'packages', name);
    const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', OUT], home));
    return {
      name: packed.name,
      file: join(OUT, packed.filename),
      packed: packed.size,
      unpacked: packed.unpackedSize,
    };
  });
}

/** An empty project with the packages in it: what a user gets. */
function install(packages) {
  const project = join(OUT, 'project');
  const { version } = readJson(join(ROOT, 'packages/cli/package.json'));
  mkdirSync(project, { recursive: true });
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'rutbreak-release', version, private: true }),
  );
  npm(['install', '--no-audit', '--no-fund', ...packages.map(({ file }) => file)], project);
  return project;
}

const bytesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

async function main() {
  await ensureInstalled();
  await ensureBuilt();
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const packages = pack();
  const project = install(packages);
  const modules = join(project, 'node_modules');
  const licences = licencesIn(modules).filter(({ name }) => !/^(?:@rutbreak\/|rutbreak$)/.test(name));
  const refused = refusedLicences(licences);
  if (refused.length > 0) fail(`These licences need a look:\n${refused.join('\n')}`);
  writeFileSync(join(OUT, 'THIRD_PARTY_LICENSES.txt'), licenceText(licences));
  writeFileSync(
    join(OUT, 'sbom.cdx.json'),
    npm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], project),
  );
  const table = sizeTable(packages, { bytes: bytesIn(modules), packages: licences.length + packages.length });
  writeFileSync(join(OUT, 'sizes.md'), table);
  console.log(
    `${table}\nIn ${OUT}: packages, sbom.cdx.json, THIRD_PARTY_LICENSES.txt (${licences.length} packages), sizes.md.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
