/** Which tests prove each row of the five designs, found by the titles of the tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../..');
const PLAYED = JSON.parse(readFileSync(join(PACKAGES, '../quality/design-rows.json'), 'utf8')) as readonly {
  readonly row: string;
}[];

/** The first place that matches is the door of a test. */
const DOORS: readonly (readonly [door: string, place: RegExp])[] = [
  ['library', /^core\//],
  ['hooks', /^cli\/src\/hooks\//],
  ['MCP proxy', /^proxy\/src\/mcp\//],
  ['LLM proxy', /^proxy\/src\/llm\//],
  ['adapters', /^adapters\//],
  ['gateway', /^gateway\//],
  ['page', /^dashboard\//],
  ['command line', /^cli\//],
];
const EVERYWHERE = ['library', 'hooks', 'MCP proxy', 'LLM proxy', 'adapters', 'gateway'];

const rows = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);
const ROWS = [...rows('E', 10), ...rows('M', 7), ...rows('D', 5), ...rows('R', 17), ...rows('C', 6)];

/** The doors that carry a row, where it is more than the library. */
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(PLAYED.map(({ row }) => [row, EVERYWHERE])),
  ...Object.fromEntries(['E1', 'E3', 'E10', 'D2'].map((row) => [row, ['gateway']])),
  ...Object.fromEntries(['E2', 'E6', 'E7', 'E8', 'E9'].map((row) => [row, ['gateway', 'page']])),
  E5: [...EVERYWHERE, 'page'],
  M3: [...EVERYWHERE, 'command line'],
  M4: ['library', 'MCP proxy'],
  M5: ['MCP proxy'],
  M7: ['library', 'MCP proxy', 'gateway'],
  R9: ['library', 'LLM proxy', 'gateway'],
  R12: ['library', 'command line'],
  R13: ['library', 'gateway', 'command line'],
  R15: ['library', 'command line'],
  R16: ['library', 'adapters', 'gateway', 'command line'],
};

interface TestFile {
  readonly path: string;
  readonly text: string;
}

/** Tests, and the parts of tests that several adapters share. */
const FILES: readonly TestFile[] = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' })
  .map((path) => relative('.', path))
  .filter((path) => /^[a-z]+\/src\/.*\.ts$/.test(path) && /\.test\.ts$|^adapters\/src\/testing\//.test(path))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(PACKAGES, path), 'utf8') }));

/** A title names its rows: `'E5, E6 are broadcast'`; a table of rows has them in a file. */
function proves({ text }: TestFile, row: string): boolean {
  if (new RegExp(`['"\`](?:[^'"\`\\n]*[ (])?${row}[ ,)]`).test(text)) return true;
  return text.includes('$row $name') && PLAYED.some((played) => played.row === row);
}

const doorOf = (path: string): string => DOORS.find(([, place]) => place.test(path))?.[0] ?? '';
const shortOf = (path: string): string => path.replace('/src/', '/').replace(/(?:\.test)?\.ts$/, '');

/** A table for docs/presets.md, and the doors for which a test is missing. */
export function rowTests(): { readonly table: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const lines = ROWS.map((row) => {
    const files = FILES.filter((file) => proves(file, row));
    const doors = new Set(files.map(({ path }) => doorOf(path)));
    for (const door of CARRIED[row] ?? ['library']) if (!doors.has(door)) missing.push(`${row} at ${door}`);
    const cells = DOORS.filter(([door]) => doors.has(door)).map(([door]) => {
      const names = files.filter(({ path }) => doorOf(path) === door).map(({ path }) => shortOf(path));
      return `${door}: ${names.map((name) => `\`${name}\``).join(', ')}`;
    });
    return `| ${row} | ${cells.join('; ')} |`;
  });
  return { table: ['| row | tests |', '| --- | --- |', ...lines].join('\n'), missing };
}
