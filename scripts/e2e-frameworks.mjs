// `npm run e2e:frameworks -- [NAME…]`: the packed adapters in empty projects, beside old and new versions of frameworks.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FRAMEWORKS } from './frameworks/table.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { ROOT } from './tools.mjs';

const CACHE = join(ROOT, '.cache', 'frameworks');
const STORIES = join(ROOT, 'scripts', 'frameworks');
const QUIET = ['--no-audit', '--no-fund', '--loglevel', 'error', '--ignore-scripts', '--prefer-offline'];

/** What npm tells its scripts would tell another npm to work in this folder. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|command|config_local_prefix)/i.test(name),
  ),
);

/** An installation can hang, and says nothing then. */
const LIMIT = 300_000;

function start(command, args, cwd) {
  const how = { cwd, env, encoding: 'utf8', timeout: LIMIT };
  const { status, stdout, stderr, error } = spawnSync(command, args, how);
  return { isDone: status === 0, out: stdout, err: error?.message ?? stderr };
}

function npm(args, cwd) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? start(process.execPath, [script, ...args], cwd)
    : start('npm', args, cwd);
}

function packed() {
  const folder = join(CACHE, 'packed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['core', 'proxy', 'adapters']) {
    const { isDone, err } = npm(['pack', '--pack-destination', folder], join(ROOT, 'packages', name));
    if (!isDone) throw new Error(`npm pack failed: ${err}`);
  }
  return readdirSync(folder).map((file) => join(folder, file));
}

/** What went wrong, if something did. */
function check({ name, specs, story, isKnown }, tarballs) {
  const project = join(CACHE, name.replaceAll(/\W+/g, '-'));
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"name": "empty", "private": true, "type": "module"}');
  // The project has its framework first, as in life.
  const how = story === undefined ? [...QUIET, '--package-lock-only'] : QUIET;
  const theirs = npm(['install', ...how, ...specs], project);
  if (!theirs.isDone) return `the framework itself: ${firstLines(theirs.err)}`;
  const ours = npm(['install', ...how, ...tarballs], project);
  if (!ours.isDone) return firstLines(ours.err);
  return story === undefined ? undefined : checkStory(project, story, name, isKnown);
}

function checkStory(project, story, name, isKnown) {
  for (const file of ['story.mjs', 'language-model.mjs', `${story}.mjs`])
    copyFileSync(join(STORIES, file), join(project, file));
  const { isDone, out, err } = start(process.execPath, [`${story}.mjs`, name.split(' ')[1]], project);
  if (!isDone) return firstLines(err);
  const { healthy, loop, warnings } = JSON.parse(out);
  if (healthy.isStopped || healthy.toldAt > 0 || healthy.text !== 'Done.')
    return `healthy work: ${JSON.stringify(healthy)}`;
  if (!loop.isStopped || loop.toldAt === 0) return `a loop: ${JSON.stringify(loop)}`;
  return (warnings.length === 0) === isKnown
    ? undefined
    : `it says of the version: ${warnings.join() || 'nothing'}`;
}

function firstLines(text) {
  return text.trim().split('\n').slice(0, 12).join('\n');
}

await ensureInstalled();
await ensureBuilt();
const wanted = process.argv.slice(2);
const chosen = FRAMEWORKS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((one) => name.includes(one)),
);
const tarballs = packed();
let failed = 0;
for (const framework of chosen) {
  const wrong = check(framework, tarballs);
  if (wrong !== undefined) failed++;
  const how = framework.story === undefined ? 'installs' : 'installs, and the guard works';
  console.log(
    wrong === undefined ? `PASSED ${framework.name}: ${how}` : `FAILED ${framework.name}: ${wrong}`,
  );
}
console.log(`${chosen.length - failed} of ${chosen.length} passed`);
process.exitCode = failed === 0 ? 0 : 1;
