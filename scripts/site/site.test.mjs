import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../tools.mjs';
import { buildSite } from './build.mjs';
import { detectorIndex } from './detector-index.mjs';
import { DETECTOR_FOLDERS, examplesOf } from './detectors.mjs';
import { slugOf } from './links.mjs';

it('20: docs/detectors.md maps detectors to categories and texts; `npx vitest run scripts/site -u` writes it', async () => {
  await expect(await detectorIndex()).toMatchFileSnapshot('../../docs/detectors.md');
});

describe('19: the documentation site', () => {
  const out = mkdtempSync(join(tmpdir(), 'rutbreak-site-'));
  let broken;
  beforeAll(async () => void (broken = await buildSite(out)));
  afterAll(() => rmSync(out, { recursive: true, force: true }));
  const read = (name) => readFileSync(join(out, name), 'utf8');

  it('has no broken link', () => expect(broken).toEqual([]));

  it('has every page of docs/ and every detector, in the list of pages', () => {
    const index = read('index.html');
    const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.replace(/\.md$/, '.html'));
    const detectors = DETECTOR_FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `detectors/${name.replace(/\.md$/, '.html')}`);
    expect(detectors.length).toBeGreaterThan(15);
    for (const page of [...docs, ...detectors]) expect(index).toContain(`href="${page}"`);
  });

  it.each(['tutorial', 'concepts', 'faq', 'troubleshooting', 'comparison', 'glossary', 'cli', 'api'])(
    'has the page %s',
    (name) => expect(read(`${name}.html`)).toMatch(/<h1 id="[^"]+">[^<]/),
  );

  it('loads nothing from other places', () => {
    const pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    );
    const foreign = pages.filter((name) =>
      /<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//.test(read(name)),
    );
    expect(foreign).toEqual([]);
  });

  it('has the texts of all pages for the search', () => {
    expect(read('assets/search-data.js')).toContain('"address":"detectors/call-loop.html#options"');
    expect(read('assets/minisearch.js')).toContain('MiniSearch');
  });
});

/** Links of a Markdown file to other files, outside code. */
function linksIn(file) {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/```[^]*?```|`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href]) => href)
    .filter((href) => !/^(?:[a-z]+:|#)/.test(href));
}

const READMES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((name) => existsSync(join(ROOT, name))),
];

it.each(READMES)('every link of %s leads to a file', (file) => {
  const missing = linksIn(file).filter((href) => !existsSync(join(ROOT, dirname(file), href.split('#')[0])));
  expect(missing).toEqual([]);
});

describe('the example runs of a detector', () => {
  const ids = DETECTOR_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.replace(/\.md$/, '')),
  );

  it.each(ids)('%s: one that it leaves alone', async (id) => {
    expect((await examplesOf(id)).healthy?.expect).toBe('no_loop');
  });

  // A limit of rounds only ends runs that are longer than those of the corpus.
  it.each(ids.filter((id) => id !== 'round-limit'))('%s: one that it finds', async (id) => {
    expect((await examplesOf(id)).found).toMatchObject({ brief: expect.any(String) });
  });
});

it.each([
  ['What it catches', 'what-it-catches'],
  ['`POST /v1/events`', 'post-v1events'],
  ['TOOL_REPETITION', 'tool_repetition'],
])('the heading %s is found at #%s', (text, id) => expect(slugOf(text)).toBe(id));
