// Breaks the rules of the house in a made-up project and expects the tools to name each break.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../tools.mjs';

const { forbidden, options } = createRequire(import.meta.url)('../../dependency-cruiser.config.cjs');
const root = realpathSync(mkdtempSync(join(tmpdir(), 'rutbreak-rules-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a file may have so many lines, blank lines and comments included:', () => {
  const eslint = new ESLint({ cwd: ROOT });

  it.each([
    ['packages/core/src/pipeline.ts', 250],
    ['packages/gateway/src/engine/engine.ts', 250],
    ['packages/dashboard/src/main.tsx', 250],
    ['scripts/check.mjs', 250],
    ['packages/core/src/pipeline.test.ts', 500],
    ['scripts/checks/folders.test.mjs', 500],
    ['packages/core/src/detection/detectors/repeated-call.ts', 60],
    ['packages/core/src/detection/detectors/repeated-call.test.ts', 500],
    ['packages/core/src/designs/votes/detectors/some-detector.ts', 120],
  ])('%s %i', async (file, max) => {
    const { rules } = await eslint.calculateConfigForFile(join(ROOT, file));
    const [severity, limit] = rules['max-lines'];
    expect(severity).toBe(2);
    expect(limit).toEqual({ max });
  });
});

const IMPORTS = [
  ['gateway-engine', 'gateway/src/engine/a.ts', 'gateway/src/http/b.ts'],
  ['gateway-engine', 'gateway/src/engine/a.ts', 'gateway/src/hitl/b.ts'],
  ['gateway-engine', 'gateway/src/engine/a.ts', 'gateway/src/topology/b.ts'],
  ['gateway-store', 'gateway/src/store/a.ts', 'gateway/src/engine/b.ts'],
  ['gateway-http', 'gateway/src/http/a.ts', 'gateway/src/ingest/b.ts'],
  ['gateway-top', 'gateway/src/engine/a.ts', 'gateway/src/works.ts'],
  ['gateway-known-rooms', 'gateway/src/gateway.ts', 'gateway/src/attic/b.ts'],
  ['flow-detection', 'core/src/detection/a.ts', 'core/src/escalation/b.ts'],
  ['detectors-are-strangers', 'core/src/detection/detectors/a.ts', 'core/src/detection/detectors/b.ts'],
  ['designs-are-strangers', 'core/src/designs/votes/a.ts', 'core/src/designs/drift/b.ts'],
  ['core-is-pure', 'core/src/session/a.ts', 'node:fs'],
  ['proxy-knows-no-adapter', 'proxy/src/mcp/a.ts', 'adapters/src/index.ts'],
  ['gateway-client-stands-alone', 'proxy/src/gateway-client/a.ts', 'proxy/src/llm/b.ts'],
  ['mcp-wire', 'proxy/src/mcp/wire/a.ts', 'proxy/src/mcp/transport/b.ts'],
  ['cli-scan-before-report', 'cli/src/scan/a.ts', 'cli/src/report/b.ts'],
  ['cli-commands-on-top', 'cli/src/scan/a.ts', 'cli/src/commands/b.ts'],
  ['adapters-run-knows-no-framework', 'adapters/src/run/a.ts', 'adapters/src/langchain.ts'],
  [undefined, 'gateway/src/http/a.ts', 'gateway/src/engine/b.ts'],
].map(([rule, from, to], i) => [rule, from.replace('/a.ts', `/a${i}.ts`), to]);

/** The rules that the files break, in one project with all imports above: a run takes as long for one file as for all. */
async function violations() {
  for (const [, from, to] of IMPORTS) {
    const isFile = to.endsWith('.ts');
    const path = relative(dirname(from), to)
      .replace(/^(?!\.)/, './')
      .replace(/\.ts$/, '.js');
    write(from, `import { one } from '${isFile ? path : to}';\nexport const two = one;\n`);
    if (isFile) write(to, 'export const one = 1;\n');
  }
  const { output } = await cruise(['packages'], {
    ...{ baseDir: root, validate: true, ruleSet: { forbidden } },
    ...{ tsPreCompilationDeps: options.tsPreCompilationDeps, doNotFollow: options.doNotFollow },
  });
  return output.summary.violations;
}

function write(path, text) {
  const file = join(root, 'packages', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('an import against the layers is an error, and one along them is none:', () => {
  let found;
  beforeAll(async () => {
    found = await violations();
  });

  it.each(IMPORTS)('%s: %s imports %s', (rule, from) => {
    const broken = found.filter((one) => one.from === `packages/${from}`);
    expect(broken.map(({ rule: { name, severity } }) => ({ name, severity }))).toEqual(
      rule ? expect.arrayContaining([{ name: rule, severity: 'error' }]) : [],
    );
  });
});
