// `node scripts/pictures/terminal.mjs`: runs `rutbreak demo` in a terminal, records what it prints and when, and writes docs/demo.svg.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../tools.mjs';

const COLUMNS = 80;
const ROWS = 24;
const LINE = 19;
const REST = 5;
const FILE = join(ROOT, 'docs/demo.svg');

/** The output of the demo in pieces, each with its time in seconds. */
function record() {
  const cli = join(ROOT, 'packages/cli/dist/cli.js');
  const command = `stty cols ${COLUMNS} rows ${ROWS}; exec '${process.execPath}' '${cli}' demo`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const start = Date.now();
  const pieces = [];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    pieces.push({ at: (Date.now() - start) / 1000, text: text.replaceAll('\r', '') });
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done(pieces) : fail(new Error(`the demo ended with ${code}`))));
  });
}

/** Pieces become whole lines; each line has the time at which it was complete. */
function linesOf(pieces) {
  const lines = [];
  let open = '';
  for (const { at, text } of pieces) {
    const parts = (open + text).split('\n');
    open = parts.pop();
    for (const part of parts) lines.push({ at, text: part });
  }
  return lines;
}

const CLASSES = { 1: 'b', 2: 'd', 31: 'r', 33: 'y' };
const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Colours of the terminal as classes. */
function spansOf(text) {
  const on = new Set();
  return text
    .split(/(\u001b\[\d+m)/)
    .map((part) => {
      const code = /^\u001b\[(\d+)m$/.exec(part)?.[1];
      if (code === undefined) {
        if (part === '') return '';
        return on.size > 0
          ? `<tspan class="${[...on].join(' ')}">${escapeXml(part)}</tspan>`
          : escapeXml(part);
      }
      if (CLASSES[code]) on.add(CLASSES[code]);
      else if (code === '22') for (const one of ['b', 'd']) on.delete(one);
      else if (code === '39') for (const one of ['r', 'y']) on.delete(one);
      return '';
    })
    .join('');
}

export function pictureOf(lines) {
  const [first, last] = [lines[0].at, lines.at(-1).at];
  const total = last - first + REST;
  const percent = (at) => `${(((at - first) / total) * 100).toFixed(2)}%`;
  const times = [...new Set(lines.map(({ at }) => at))];
  const shown = (at) => lines.filter((line) => line.at <= at).length;
  const appear = times.map((at, i) =>
    i === 0 ? '' : `@keyframes l${i}{0%{visibility:hidden}${percent(at)}{visibility:visible}}`,
  );
  const scroll = times.map(
    (at) => `${percent(at)}{transform:translateY(${-LINE * Math.max(0, shown(at) - ROWS)}px)}`,
  );
  const texts = lines.map(({ at, text }, row) => {
    const step = times.indexOf(at);
    const style = step === 0 ? '' : ` style="animation-name:l${step}"`;
    return `<text x="16" y="${row * LINE + 58}"${style} xml:space="preserve">${spansOf(text)}</text>`;
  });
  const [width, height] = [COLUMNS * 8.4 + 32, ROWS * LINE + 60];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal: an agent repeats a failing test, is warned, then blocked, and finds another way">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d7dde4}
.b{font-weight:700}.d{fill:#8b97a4}.r{fill:#ff7b72}.y{fill:#e3b341}
@media(prefers-reduced-motion:no-preference){text{animation:${total.toFixed(1)}s step-end infinite}.s{animation:scroll ${total.toFixed(1)}s step-end infinite}}
${appear.join('')}
@keyframes scroll{${scroll.join('')}}
</style>
<rect width="${width}" height="${height}" rx="8" fill="#0f1317"/>
<circle cx="20" cy="18" r="6" fill="#ff5f57"/><circle cx="40" cy="18" r="6" fill="#febc2e"/><circle cx="60" cy="18" r="6" fill="#28c840"/>
<text x="${width / 2}" y="23" text-anchor="middle" class="d">rutbreak demo</text>
<clipPath id="screen"><rect x="0" y="38" width="${width}" height="${height - 46}"/></clipPath>
<g clip-path="url(#screen)"><g class="s">
${texts.join('\n')}
</g></g>
</svg>
`;
}

/** The words of a picture, line by line. */
export function wordsOf(svg) {
  const [, screen = ''] = svg.split('<g class="s">');
  return [...screen.matchAll(/<text [^>]*>(.*)<\/text>/g)]
    .map(([, line]) =>
      line
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&'),
    )
    .join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(FILE, pictureOf(linesOf(await record())));
  console.log(`Wrote ${FILE}.`);
}
