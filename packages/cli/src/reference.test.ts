import { expect, it } from 'vitest';
import { runCli } from './testing/run-cli.js';

const HEAD = `# Commands

<!-- Generated: npx vitest run packages/cli/src/reference.test.ts -u writes this page anew. -->

Every command with its options, as \`--help\` prints them.
`;

/** Groups with subcommands. */
const GROUPS = ['session', 'policy', 'mcp'];

async function helpOf(...words: string[]): Promise<string> {
  const { out } = await runCli([...words, '--help'], { columns: 100 });
  return out.trimEnd();
}

const HEADINGS = ['Commands:', 'Start here:', 'While agents work:', 'Settings and limits:', 'Other:'];

/** The names below the headings of commands. */
function commandsIn(help: string): readonly string[] {
  const lists = help.split('\n\n').filter((part) => HEADINGS.includes(part.split('\n')[0] ?? ''));
  const names = lists.flatMap((list) => [...list.matchAll(/^ {2}([a-z][\w-]*)/gm)]);
  return names.map(([, name = '']) => name).filter((name) => name !== 'help');
}

async function sectionOf(...words: string[]): Promise<string> {
  const help = await helpOf(...words);
  const below = GROUPS.includes(words.join(' ')) ? commandsIn(help) : [];
  const more = await Promise.all(below.map((name) => sectionOf(...words, name)));
  return [
    `${'#'.repeat(words.length + 1)} rutbreak ${words.join(' ')}\n\n\`\`\`text\n${help}\n\`\`\`\n`,
    ...more,
  ].join('\n');
}

it('every command is in docs/cli.md', async () => {
  const sections = await Promise.all(commandsIn(await helpOf()).map((name) => sectionOf(name)));
  expect(sections.length).toBeGreaterThan(15);
  await expect([HEAD, ...sections].join('\n')).toMatchFileSnapshot('../../../docs/cli.md');
});
