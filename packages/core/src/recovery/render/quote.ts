import { oneLine } from '../../event/label.js';

/** Characters that no screen shows but some models read. */
const HIDDEN = /[\u{e0000}-\u{e007f}]/gu;
/** A lone surrogate: providers refuse it with an error. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const TWINS: Readonly<Record<string, string>> = { '`': "'", '<': '‹', '>': '›' };

/**
 * Makes text of an agent or a tool safe inside our sentences: one line, cut to length, without characters
 * that could end a quotation or a tag.
 */
export function tame(text: string, max: number): string {
  // Skips text that will be cut off anyway.
  const head = text
    .slice(0, 4 * max)
    .replace(HIDDEN, '')
    .replace(HALF, '�');
  return oneLine(head, max).replaceAll(/[`<>]/g, (sign) => TWINS[sign]!);
}

/** The same in back-ticks: everything between them is data. */
export function quote(text: string, max = 120): string {
  const tamed = tame(text, max).trim();
  return `\`${tamed === '' ? ' ' : tamed}\``;
}

/** The same with a limit of words, for texts that must stay short. */
export function quoteWords(text: string, max: number, words: number): string {
  const all = tame(text, max).trim().split(' ');
  return quote(all.length <= words ? all.join(' ') : `${all.slice(0, words).join(' ')} …`, max + 2);
}
