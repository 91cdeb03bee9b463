import { apiPage } from '../../api/docs/page.js';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** docs/api.md as a page without scripts. */
export function docsPage(): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rutbreak gateway: HTTP interface</title>
<style>body{font:15px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}</style>
<main><pre>${escape(apiPage())}</pre></main></html>`;
}
