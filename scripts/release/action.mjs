// What action.yml runs: scans the paths, writes SARIF and a page, and annotates the lines of the transcripts.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools.mjs';

const { SCAN_PATHS = '.', SCAN_PRESET = 'default', SCAN_FAIL_ON = 'looping', SCAN_CONFIG = '' } = process.env;
const { RUNNER_TEMP = '.', GITHUB_OUTPUT } = process.env;

/** Text of a workflow command: line ends and percent signs would end it. */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (text) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function annotationOf({ level, message, ruleId, locations }) {
  const { artifactLocation, region } = locations[0].physicalLocation;
  const place = `file=${escapedProperty(artifactLocation.uri)},line=${region.startLine}`;
  return `::${level} ${place},title=${escapedProperty(ruleId)}::${escaped(message.text)}`;
}

const folder = join(RUNNER_TEMP, 'rutbreak');
mkdirSync(folder, { recursive: true });
const [sarif, report] = [join(folder, 'loops.sarif'), join(folder, 'loops.html')];
const paths = SCAN_PATHS.split('\n')
  .map((path) => path.trim())
  .filter((path) => path !== '');
const flags = ['--preset', SCAN_PRESET, '--fail-on', SCAN_FAIL_ON, '--report', report, '--format', 'sarif'];
if (SCAN_CONFIG !== '') flags.push('--config', SCAN_CONFIG);
const cli = join(ROOT, 'packages/cli/dist/cli.js');
const done = spawnSync(process.execPath, [cli, 'scan', ...flags, '--', ...paths], {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const result = done.status ?? 2;
if (done.stdout !== '') {
  writeFileSync(sarif, done.stdout);
  const { results } = JSON.parse(readFileSync(sarif, 'utf8')).runs[0];
  for (const one of results) console.log(annotationOf(one));
  console.log(`${results.length} loops found.`);
}
if (GITHUB_OUTPUT !== undefined)
  appendFileSync(GITHUB_OUTPUT, `sarif=${sarif}\nreport=${report}\nresult=${result}\n`);
process.exitCode = result;
