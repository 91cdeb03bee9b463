import { expect, it } from 'vitest';
import { rowTests } from './testing/design-row-tests.js';
import { type PresetPage, PRESET_PAGES } from './testing/preset-pages.js';
import { folderOf, runCli } from './testing/run-cli.js';

const HEAD = `# The five designs

Five published designs for catching agents that go in circles are presets of one engine. \`default\` is a sixth preset, our own.
Choose one with \`--preset NAME\` (\`hook\`, \`mcp\`, \`llm\`, \`serve\`, \`scan\`), with \`preset: NAME\` in \`rutbreak.yaml\`, with
\`createGuard({ preset: 'NAME' })\`, or for a running gateway with \`PUT /v1/config\` (\`{"events": {"preset": "NAME"}}\`) or on its
settings page.

"Chosen here" (ours) lists what a design leaves open. "Deviations" lists what a door cannot carry, with the channel that is missing;
door by door: [adapters](doors.md), [hooks](doors-hooks.md), [proxies](doors-proxies.md), [gateway](doors-gateway.md).
What a person can do from outside is the same for all: \`rutbreak session list\`, \`show\`, \`reset\`, \`override\`.

The outputs below are what the commands print; \`npx vitest run packages/cli/src/presets-page.test.ts --update\` rewrites this page.`;

async function section(page: PresetPage): Promise<string> {
  const { title, preset, what, commands, example, ours, deviations } = page;
  const name = `${preset}.jsonl`;
  const folder = folderOf({ [name]: JSON.stringify({ id: preset, events: example.events }) });
  try {
    const { out, err } = await runCli(['explain', `${folder.path}/${name}`, '--preset', preset]);
    expect(err).toBe('');
    return [
      `## ${title}\n\nPreset \`${preset}\`. ${what}`,
      fence('sh', commands.join('\n')),
      `Example: ${example.about}`,
      fence('text', `$ rutbreak explain ${name} --preset ${preset}\n${out.trimEnd()}`),
      `Chosen here:\n\n${list(ours)}`,
      `Deviations:\n\n${list(deviations)}`,
    ].join('\n\n');
  } finally {
    folder.remove();
  }
}

const { table, missing } = rowTests();
const TESTS = `## Tests of each row

The designs are broken down into rows: E for the entropy gateway, M for the matrix, D for drift, R for reset and re-inject, C for
cycles. A test names its rows in its title, or plays them from \`quality/design-rows.json\`, which the library, the hooks of ten
agents, both proxies, the adapters and the gateway decide alike. Files are named without \`packages/\`, \`src/\` and \`.test.ts\`.

${table}`;

it('each row of a design has a test at every door that carries it', () => {
  expect(missing).toEqual([]);
});

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

it('docs/presets.md has a section for each design, with the output of its example', async () => {
  const sections: string[] = [];
  for (const page of PRESET_PAGES) sections.push(await section(page));
  const page = `<!-- prettier-ignore-start -->\n\n${[HEAD, ...sections, TESTS].join('\n\n')}\n\n<!-- prettier-ignore-end -->\n`;
  await expect(page).toMatchFileSnapshot('../../../docs/presets.md');
});
