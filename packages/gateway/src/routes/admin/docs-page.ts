import { apiPage } from '../../api/docs/page.js';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const STYLE = `body{font:15px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}
pre{white-space:pre-wrap;padding:.6rem .8rem;border-radius:6px;background:rgb(128 128 128/.14)}
h2{font-size:1rem;margin-top:2.2rem}table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;
padding:.2rem .8rem .2rem 0;border-bottom:1px solid rgb(128 128 128/.3)}code{overflow-wrap:anywhere}`;

/** docs/api.md as a page without scripts. */
export function docsPage(): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rutbreak gateway: HTTP interface</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>${STYLE}</style><main>${htmlOf(apiPage())}</main></html>`;
}

/** The Markdown that `apiPage` writes: headings, paragraphs, lists, tables, fenced code and inline code. */
function htmlOf(markdown: string): string {
  const parts = markdown.split(/^```\w*\n([\s\S]*?)^```$/m);
  return parts
    .map((part, i) =>
      i % 2 === 1
        ? `<pre>${escape(part)}</pre>`
        : part
            .split(/\n{2,}/)
            .map(blockOf)
            .join('\n'),
    )
    .join('');
}

function blockOf(text: string): string {
  const block = text.trim();
  const heading = /^(#{1,2}) (.*)$/.exec(block);
  if (heading)
    return `<h${heading[1]?.length ?? 2}>${inline(heading[2] ?? '')}</h${heading[1]?.length ?? 2}>`;
  const lines = block.split('\n');
  if (block.startsWith('- '))
    return `<ul>${lines.map((line) => `<li>${inline(line.replace(/^- /, ''))}</li>`).join('')}</ul>`;
  if (block.startsWith('|')) return tableOf(lines);
  return block === '' ? '' : `<p>${inline(block)}</p>`;
}

function tableOf([head = '', , ...rows]: readonly string[]): string {
  const row = (line: string, tag: string): string =>
    `<tr>${line
      .slice(1, -1)
      .split('|')
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('')}</tr>`;
  return `<table>${row(head, 'th')}${rows.map((line) => row(line, 'td')).join('')}</table>`;
}

function inline(text: string): string {
  return escape(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/(^|\s)_([^_]+)_(?=[\s.,)]|$)/g, '$1<em>$2</em>');
}
