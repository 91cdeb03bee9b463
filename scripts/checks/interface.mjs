// What embedders can see of @rutbreak/core, as a text in the repository. `--write` makes it anew; without it
// the script fails when the text is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../setup.mjs';
import { capture, fail, ROOT, tool } from '../tools.mjs';

const REPORT = join(ROOT, 'packages/core/api-report.api.md');
const FRESH = join(ROOT, '.cache/api/api-report.api.md');

/** The compiler prints the members of a union in the order in which it met them, which differs from build to build. */
function withSortedUnions(text) {
  return text.replace(/"[^"\n]*"(?: \| "[^"\n]*")+/g, (union) => union.split(' | ').sort().join(' | '));
}

/** The first line that differs, to be shown. */
function difference(old, fresh) {
  const before = old.split('\n');
  const after = fresh.split('\n');
  const line = after.findIndex((text, index) => text !== before[index]);
  const at = line < 0 ? after.length : line;
  return `line ${at + 1}:\n- ${before[at] ?? ''}\n+ ${after[at] ?? ''}`;
}

await ensureBuilt();
mkdirSync(join(ROOT, '.cache/api'), { recursive: true });
const { ok, output } = capture(tool('@microsoft/api-extractor', 'api-extractor'), [
  'run',
  '--local',
  '--config',
  'packages/core/api-extractor.json',
]);
if (!ok) fail(output);
const fresh = withSortedUnions(readFileSync(FRESH, 'utf8'));
const old = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '';
if (process.argv.includes('--write')) writeFileSync(REPORT, fresh);
else if (old !== fresh)
  fail(`packages/core/api-report.api.md is not what the sources export; ${difference(old, fresh)}`);
