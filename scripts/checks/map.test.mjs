import { expect, it } from 'vitest';
import { problemsOf } from './map.mjs';

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
  ['a missing walk is told', page(...FOUR.slice(1)), () => true, ['there are 3 walks instead of 4']],
])('%s', (_, text, exists, problems) => {
  expect(problemsOf(text, exists)).toEqual(problems);
});
