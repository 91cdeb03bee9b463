// `node scripts/release/image.mjs`: builds the image where Docker is, starts it, and asks whether it is ready.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ROOT } from '../tools.mjs';

const IMAGE = 'rutbreak:test';
const docker = (args, stdio = 'pipe') => spawnSync('docker', args, { cwd: ROOT, encoding: 'utf8', stdio });

if (docker(['info']).status !== 0) {
  console.log('skipped: no Docker engine runs here; scripts/release/release.test.mjs lints the Dockerfile.');
  process.exit(0);
}
if (docker(['build', '-t', IMAGE, '.'], 'inherit').status !== 0)
  fail('The image could not be built; see above.');
const started = docker(['run', '--detach', '--rm', IMAGE]);
if (started.status !== 0) fail(started.stderr);
const id = started.stdout.trim();
const probe =
  "fetch('http://127.0.0.1:7878/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))";
let isReady = false;
for (let tries = 0; tries < 30 && !isReady; tries++) {
  await sleep(1000);
  isReady = docker(['exec', id, 'node', '-e', probe]).status === 0;
}
const log = docker(['logs', id]).stdout;
docker(['stop', id]);
if (!isReady) fail(`The container did not get ready within 30 s:\n${log}`);
console.log('The image was built, and its gateway answers.');
