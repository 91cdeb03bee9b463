import { expect, it } from 'vitest';
import { glossaryProblemsOf, problemsOf } from './map.mjs';

const walk = (name, stops) =>
  `**${name}.** ${Array.from({ length: stops }, (_, i) => `${i + 1} \`packages/a/${i}.ts\``).join(' · ')}`;
const page = (...walks) =>
  `# Map\n\n## Four walks\n\n${walks.join('\n\n')}\n\n## May not\n\n\`docs/api.md\`\n`;
const FOUR = ['One', 'Two', 'Three', 'Four'].map((name) => walk(name, 3));

it.each([
  ['a map whose paths exist has no problem', page(...FOUR), () => true, []],
  [
    'a path that does not exist is named once',
    page(...FOUR),
    (path) => path !== 'packages/a/1.ts',
    ['packages/a/1.ts does not exist'],
  ],
  [
    'a long walk is named',
    page(...FOUR.slice(1), walk('Long', 13)),
    () => true,
    ['the walk "Long" has 13 stops; 1 to 12 are allowed'],
  ],
  [
    'a map that takes more than two screens is told',
    `${page(...FOUR)}${'more\n'.repeat(120)}`,
    () => true,
    ['there are 135 lines; 120 are allowed'],
  ],
  ['a missing walk is told', page(...FOUR.slice(1)), () => true, ['there are 3 walks instead of 4']],
])('%s', (_, text, exists, problems) => {
  expect(problemsOf(text, exists)).toEqual(problems);
});

it.each([
  ['a glossary of 45 words is short', 45, []],
  ['one of 46 words is told', 46, ['there are 46 words; 45 are allowed']],
])('%s', (_, count, problems) => {
  const rows = Array.from({ length: count }, (_, i) => `| word ${i} | meaning |\n`).join('');
  expect(
    glossaryProblemsOf(`# Glossary\n\n| word | meaning |\n| --- | --- |\n${rows}\nNot used: x.\n`),
  ).toEqual(problems);
});
