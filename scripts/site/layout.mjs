// The frame of every page: list of pages, search, content, headings of the page.
import { relativeTo } from './links.mjs';

const escapeHtml = (text) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

export function layout({ page, sections, content, headings }) {
  const to = (address) => escapeHtml(relativeTo(page.address, address));
  const list = sections.map((section) => listOf(section, page, to)).join('');
  const toc = headings.filter(({ level }) => level === 2);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)} · Rutbreak</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('assets/site.css')}">
<link rel="stylesheet" href="${to('assets/content.css')}">
<script src="${to('assets/site.js')}" defer></script>
</head>
<body data-root="${to('index.html').replace(/index\.html$/, '')}">
<a class="skip" href="#content">To the content</a>
<header>
<a class="brand" href="${to('index.html')}">Rutbreak</a>
<div class="search" role="search">
<input id="search" type="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off" aria-controls="results">
<ol id="results" hidden></ol>
</div>
</header>
<div class="frame">
<nav aria-label="Pages">${list}</nav>
<main id="content">${content}</main>
${toc.length > 1 ? tocOf(toc) : ''}
</div>
</body>
</html>
`;
}

function listOf({ title, pages }, current, to) {
  const isOpen = pages.includes(current) || ['Start', 'Guides', 'Concepts', 'Reference'].includes(title);
  const items = pages.map((page) => {
    const mark = page === current ? ' aria-current="page"' : '';
    return `<li><a href="${to(page.address)}"${mark}>${escapeHtml(page.title)}</a></li>`;
  });
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
}

function tocOf(headings) {
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<aside aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></aside>`;
}
