import { oneLine } from '../../event/label.js';

/** Characters that no screen shows and some models read. */
const HIDDEN = /[\u{e0000}-\u{e007f}]/gu;
/** Half of a pair alone: providers answer it with an error. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const TWINS: Readonly<Record<string, string>> = { '`': "'", '<': '‹', '>': '›' };

/**
 * Text of an agent or a tool, made fit to stand in a sentence of ours: one line, cut to length, without the signs that
 * could end a quotation or a tag.
 */
export function tame(text: string, max: number): string {
  // What will be cut away need not be looked at.
  const head = text
    .slice(0, 4 * max)
    .replace(HIDDEN, '')
    .replace(HALF, '�');
  return oneLine(head, max).replaceAll(/[`<>]/g, (sign) => TWINS[sign]!);
}

/** The same in back-ticks: what stands between them is data, whatever it says. */
export function quote(text: string, max = 120): string {
  const tamed = tame(text, max).trim();
  return `\`${tamed === '' ? ' ' : tamed}\``;
}

/** The same with a limit of words, for texts that must stay short whatever they quote. */
export function quoteWords(text: string, max: number, words: number): string {
  const all = tame(text, max).trim().split(' ');
  return quote(all.length <= words ? all.join(' ') : `${all.slice(0, words).join(' ')} …`, max + 2);
}
