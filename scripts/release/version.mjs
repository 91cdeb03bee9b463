// `npm run release:version`: makes a version of the changesets that wait in .changeset/. All packages get the same version;
// what changed is written into CHANGELOG.md, and the changesets are gone. Later changesets make the next version.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, readJson, ROOT } from '../tools.mjs';

const KINDS = [
  ['major', 'Breaking'],
  ['minor', 'New and changed'],
  ['patch', 'Fixed'],
];

/** The changesets that wait, each with the packages that it names and the hardest of its bumps. */
export function pendingIn(root) {
  const folder = join(root, '.changeset');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => parseChangeset(readFileSync(join(folder, name), 'utf8'), name));
}

function parseChangeset(text, name) {
  const [, head, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  if (head === undefined) fail(`.changeset/${name} has no list of packages between two lines of "---".`);
  const bumps = [...head.matchAll(/^['"]?([^'":]+)['"]?: *(major|minor|patch)$/gm)];
  const kind = KINDS.map(([one]) => one).find((one) => bumps.some(([, , bump]) => bump === one));
  return { packages: bumps.map(([, one]) => one), kind: kind ?? 'patch', text: body.trim() };
}

/** The section of one version: what is new first, each change with the packages that it concerns. */
export function sectionFor(version, changes) {
  const parts = KINDS.flatMap(([kind, title]) => {
    const some = changes.filter((change) => change.kind === kind);
    return some.length === 0 ? [] : [`### ${title}\n\n${some.map(entryFor).join('\n')}`];
  });
  return `## ${version}\n\n${parts.join('\n\n')}\n`;
}

function entryFor({ packages, text }) {
  const names = packages.map((name) => `\`${name}\``).join(', ');
  return `- ${names}: ${text.replace(/\n(?=\S)/g, '\n  ')}`;
}

/** The newest version stands first, below the introduction. */
export function withSection(changelog, section) {
  const at = changelog.search(/^## /m);
  const [head, rest] = at < 0 ? [changelog, ''] : [changelog.slice(0, at), changelog.slice(at)];
  return `${head.trimEnd()}\n\n${section}${rest === '' ? '' : `\n${rest}`}`;
}

/** Only our own packages have another version, so nothing has to be resolved anew. */
function updateLockfile(root, version) {
  const file = join(root, 'package-lock.json');
  const lock = readJson(file);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.startsWith('packages/') || path.includes('node_modules')) continue;
    entry.version = version;
    for (const list of ['dependencies', 'devDependencies', 'peerDependencies'])
      for (const name of Object.keys(entry[list] ?? {}))
        if (name.startsWith('@rutbreak/')) entry[list][name] = version;
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

function node(script, args, cwd) {
  const done = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    ...{ cwd, encoding: 'utf8' },
  });
  if (done.status !== 0) fail(`${script} ${args.join(' ')} failed:\n${done.stdout}${done.stderr}`);
}

export function cutVersion(root) {
  const changes = pendingIn(root);
  if (changes.length === 0)
    fail('There is no changeset, so there is nothing to release. Add one: npx changeset');
  node('@changesets/cli/bin.js', ['version'], root);
  const { version } = readJson(join(root, 'packages/cli/package.json'));
  const changelog = join(root, 'CHANGELOG.md');
  writeFileSync(changelog, withSection(readFileSync(changelog, 'utf8'), sectionFor(version, changes)));
  updateLockfile(root, version);
  node('prettier/bin/prettier.cjs', ['--write', 'CHANGELOG.md', 'packages/*/package.json'], root);
  return { version, changes: changes.length };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { version, changes } = cutVersion(ROOT);
  console.log(
    `Version ${version}, from ${changes} changesets. Read CHANGELOG.md, commit, and tag v${version}.`,
  );
}
