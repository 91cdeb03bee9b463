import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';

const SRC = import.meta.dirname;
const ROOT = resolve(SRC, '../../..');
const MOST_NAMES = 60;
/** Inside the repository, so that `@rutbreak/core` resolves; the folder is not under version control. */
const OUT = join(ROOT, '.cache', `examples-${process.pid}`);

interface Exported {
  readonly name: string;
  readonly file: string;
  /** The exported name in that file. */
  readonly inner: string;
}

function exportsOf(door: string): readonly Exported[] {
  const file = join(SRC, door);
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) return [];
    if (!ts.isNamedExports(statement.exportClause)) return [];
    const from = (statement.moduleSpecifier as ts.StringLiteral).text.replace(/\.js$/, '.ts');
    return statement.exportClause.elements.map(({ name, propertyName }) => ({
      name: name.text,
      file: resolve(dirname(file), from),
      inner: (propertyName ?? name).text,
    }));
  });
}

/** The example in a name's doc comment; nothing if there is none. */
function exampleOf({ file, inner }: Exported): string | undefined {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const declared = source.statements.find((one) => namesIn(one).includes(inner));
  const tags = declared ? ts.getJSDocTags(declared) : [];
  const tag = tags.find(({ tagName }) => tagName.text === 'example');
  const text = tag && (ts.getTextOfJSDocComment(tag.comment) ?? '');
  return text === undefined ? undefined : /```ts\n([\s\S]*?)```/.exec(text)?.[1];
}

function namesIn(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** `value; // => expected` becomes a pair that is compared after the run. */
function checkedText(example: string): string {
  const lines = example.split('\n').map((line) => {
    const found = /^(.+); \/\/ => (.+)$/.exec(line);
    return found ? `checks.push([${found[1]!}, ${found[2]!}]);` : line;
  });
  return `export const checks: [unknown, unknown][] = [];\n${lines.join('\n')}`;
}

const front = exportsOf('index.ts');
const examples = front.map((one) => ({ ...one, example: exampleOf(one) }));

mkdirSync(OUT, { recursive: true });
for (const { name, example } of examples)
  if (example !== undefined) writeFileSync(join(OUT, `${name}.ts`), checkedText(example));
afterAll(() => rmSync(OUT, { recursive: true, force: true }));

function compilerErrors(): readonly string[] {
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config as {
    compilerOptions: object;
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const files = examples.flatMap(({ name, example }) => (example ? [join(OUT, `${name}.ts`)] : []));
  const program = ts.createProgram(files, { ...options, declaration: false });
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}

describe('the front door of @rutbreak/core', () => {
  it(`has at most ${MOST_NAMES} names`, () => {
    expect(front.length).toBeLessThanOrEqual(MOST_NAMES);
    expect(front.length).toBeGreaterThan(30);
  });

  it.each(examples)('$name has a doc comment with an example that uses it', ({ name, example }) => {
    expect(example).toMatch(new RegExp(`\\b${name}\\b[\\s\\S]* // => `));
  });

  it('the examples compile', { timeout: 240_000 }, () => {
    expect(compilerErrors()).toEqual([]);
  });

  it.each(examples)('the example of $name gives the stated results', async ({ name }) => {
    const { checks } = (await import(join(OUT, `${name}.ts`))) as { checks: [unknown, unknown][] };
    expect(checks.length).toBeGreaterThan(0);
    for (const [value, expected] of checks) expect(value).toEqual(expected);
  });
});

describe('the other doors', () => {
  const doors = ['detectors.ts', 'edge.ts'];

  it.each(doors)('%s repeats no name of the front door', (door) => {
    const names = new Set(front.map(({ name }) => name));
    expect(exportsOf(door).filter(({ name }) => names.has(name))).toEqual([]);
  });

  it('package.json exports a door for each design', () => {
    const { exports } = JSON.parse(readFileSync(join(SRC, '../package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
    };
    const designs = ['cycles', 'drift', 'entropy', 'matrix', 'votes'].map((name) => `./designs/${name}`);
    expect(Object.keys(exports)).toEqual(expect.arrayContaining([...designs, './detectors', './testing']));
  });
});
