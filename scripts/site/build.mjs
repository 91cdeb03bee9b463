// `npm run site`: the documentation as plain files, by Eleventy. They need no server, and no network.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Eleventy from '@11ty/eleventy';
import { fail, ROOT } from '../tools.mjs';
import { layout } from './layout.mjs';
import { brokenLinks, relativeTo, slugOf, targetOf } from './links.mjs';
import { sections as readSections } from './pages.mjs';

const ASSETS = join(import.meta.dirname, 'assets');

/** Writes the site and returns the links that lead nowhere. */
export async function buildSite(out) {
  const sections = await readSections();
  const pages = sections.flatMap((section) => section.pages);
  const site = {
    sections,
    pages,
    byFile: new Map(pages.map((page) => [page.file, page])),
    parts: [],
    missing: [],
  };
  rmSync(out, { recursive: true, force: true });
  const eleventy = new Eleventy(ASSETS, out, {
    quietMode: true,
    configPath: false,
    config: (config) => configure(config, site, out),
  });
  await eleventy.write();
  copyAssets(out);
  const documents = JSON.stringify(site.parts).replaceAll('<', String.raw`\u003c`);
  writeFileSync(join(out, 'assets/search-data.js'), `window.rutbreakPages = ${documents};\n`);
  return [...site.missing, ...brokenLinks(out)];
}

function configure(config, site, out) {
  config.setUseGitIgnore(false);
  config.setQuietMode(true);
  const byInput = new Map();
  for (const page of site.pages) {
    const input = page.address.replace(/\.html$/, '.md');
    byInput.set(`/${page.address}`.replace(/\/index\.html$/, '/'), page);
    // Front matter and templates are for Eleventy; these texts have none, and may quote some.
    config.addTemplate(input, page.markdown, { permalink: page.address, templateEngineOverride: 'md' });
  }
  config.amendLibrary('md', (md) => {
    md.set({ html: true, linkify: false, typographer: false });
    md.core.ruler.push('rutbreak', (state) => {
      const page = byInput.get(state.env.page.url);
      page.headings = nameHeadings(state.tokens);
      for (const token of state.tokens)
        for (const child of token.children ?? []) relink(child, page, site, out);
      site.parts.push(...partsOf(state.tokens, page));
    });
  });
  config.addTransform('frame', function (content) {
    const page = byInput.get(this.page.url);
    return page ? layout({ page, sections: site.sections, content, headings: page.headings }) : content;
  });
}

/** Gives every heading an id, as GitHub does. */
function nameHeadings(tokens) {
  const taken = new Map();
  return tokens.flatMap((token, i) => {
    if (token.type !== 'heading_open') return [];
    const text = plainText(tokens[i + 1]);
    const slug = slugOf(text);
    const times = taken.get(slug) ?? 0;
    taken.set(slug, times + 1);
    const id = times === 0 ? slug : `${slug}-${times}`;
    token.attrSet('id', id);
    return [{ id, text, level: Number(token.tag.slice(1)) }];
  });
}

const plainText = ({ children = [] }) =>
  children
    .filter(({ type }) => ['text', 'code_inline', 'softbreak'].includes(type))
    .map(({ content }) => content || ' ')
    .join('');

function relink(token, page, site, out) {
  const name = { link_open: 'href', image: 'src' }[token.type];
  if (name === undefined) return;
  const href = token.attrGet(name);
  const target = targetOf(href, page.file, site.byFile);
  if (!target) return;
  if (target.kind === 'page') {
    const anchor = target.anchor === undefined ? '' : `#${target.anchor}`;
    token.attrSet(name, relativeTo(page.address, target.address) + anchor);
  } else if (target.kind === 'picture') {
    token.attrSet(name, relativeTo(page.address, copyPicture(target.target, out)));
  } else if (target.kind === 'source') {
    // The site has no sources: the text stays, and says where to look.
    token.attrSet('title', `In the repository: ${target.target}`);
    token.attrSet('class', 'source');
    token.attrs = token.attrs.filter(([attribute]) => attribute !== name);
  } else site.missing.push(`${page.file}: ${href}`);
}

function copyPicture(file, out) {
  const address = `assets/${file.replace(/^docs\//, '')}`;
  mkdirSync(dirname(join(out, address)), { recursive: true });
  if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(out, address));
  return address;
}

/** What search finds: one entry a heading, with the text below it. */
function partsOf(tokens, { title, address, headings }) {
  const parts = [{ title, heading: '', address, text: '' }];
  let next = 0;
  tokens.forEach((token, i) => {
    if (token.type === 'heading_open') {
      const { id, text, level } = headings[next++];
      if (level > 1) parts.push({ title, heading: text, address: `${address}#${id}`, text: '' });
    } else if (token.type === 'inline' && tokens[i - 1]?.type !== 'heading_open')
      parts.at(-1).text += `${plainText(token)} `;
    else if (token.type === 'fence') parts.at(-1).text += `${token.content.slice(0, 600)} `;
  });
  return parts;
}

function copyAssets(out) {
  for (const name of ['site.css', 'content.css', 'site.js'])
    cpSync(join(ASSETS, name), join(out, 'assets', name));
  const require = createRequire(import.meta.url);
  const search = join(dirname(require.resolve('minisearch')), '../umd/index.js');
  cpSync(search, join(out, 'assets/minisearch.js'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const out = join(ROOT, process.argv[2] ?? 'packages/gateway/dist/docs');
  const broken = await buildSite(out);
  if (broken.length > 0) fail(`${broken.join('\n')}\n${broken.length} links lead nowhere.`);
  console.log(`The documentation is in ${out}.`);
}
