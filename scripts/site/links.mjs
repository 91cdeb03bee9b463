// Links between pages: files of the repository become pages of the site, and every one that leads nowhere is told.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ROOT } from '../tools.mjs';

const OUTSIDE = /^(?:[a-z][a-z+.-]*:|\/\/)/i;

/** As GitHub names headings. */
export function slugOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * What a link of `file` leads to: another page, a picture to copy, or a file of the repository that the site does not
 * have. `undefined` for other sites, and for places on the same page.
 */
export function targetOf(href, file, byFile) {
  if (OUTSIDE.test(href) || href.startsWith('#')) return undefined;
  const [path, anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(file), decodeURIComponent(path)));
  const page = byFile.get(target) ?? byFile.get(posix.join(target, 'README.md'));
  if (page) return { kind: 'page', address: page.address, anchor };
  if (/\.(?:png|svg|gif)$/.test(target)) return { kind: 'picture', target };
  return { kind: existsSync(join(ROOT, target)) ? 'source' : 'missing', target };
}

/** From one address of the site to another, so that the site works under any path and as files. */
export function relativeTo(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path === '' ? posix.basename(to) : path;
}

const LINK = /<(?:a|link)\b[^>]*?\shref="([^"]+)"|<(?:img|script)\b[^>]*?\ssrc="([^"]+)"/g;

/** Every link of the finished site that leads nowhere. */
export function brokenLinks(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile());
  const pages = files.filter((name) => name.endsWith('.html'));
  const ids = new Map(
    pages.map((page) => {
      const html = readFileSync(join(folder, page), 'utf8');
      return [page, { html, ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)) }];
    }),
  );
  return pages.flatMap((page) =>
    [...ids.get(page).html.matchAll(LINK)]
      .map(([, href, src]) => (href ?? src).replaceAll('&amp;', '&'))
      .filter((href) => !OUTSIDE.test(href) && !leads(href, page, files, ids))
      .map((href) => `${page}: ${href}`),
  );
}

function leads(href, page, files, ids) {
  const [path, anchor] = href.split('#');
  const target = path === '' ? page : posix.normalize(posix.join(dirname(page), decodeURIComponent(path)));
  if (!files.includes(target)) return false;
  return (
    anchor === undefined || anchor === '' || ids.get(target)?.ids.has(decodeURIComponent(anchor)) === true
  );
}
