/** Control characters, invisible ones, and those that change the direction of text. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** For a terminal: shows characters that would act on it as numbers. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * JSON for a terminal or a log. JSON escapes only the old control characters; newer ones and direction marks could still
 * act on a terminal.
 */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const MARK = /\p{M}/u;

/** The terminal columns of one character. */
function signWidth(sign: string): number {
  if (sign >= ' ' && sign <= '~') return 1;
  return MARK.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1;
}

export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += signWidth(sign);
  return width;
}

/** As much of the start as fits. */
function head(text: string, width: number): string {
  let out = '';
  let left = width;
  for (const sign of text) {
    left -= signWidth(sign);
    if (left < 0) break;
    out += sign;
  }
  return out;
}

/** Cuts the end off. */
export function cut(text: string, width: number): string {
  return textWidth(text) <= width ? text : `${head(text, width - 1)}…`;
}

/** Cuts the middle out: similar names often differ only at their ends. */
export function cutMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const room = width - 1;
  const end = backwards(head(backwards(text), Math.floor(room / 2)));
  return `${head(text, Math.ceil(room / 2))}…${end}`;
}

function backwards(text: string): string {
  return Array.from(text).reverse().join('');
}

/** Breaks at spaces; a word that is too long keeps a line of its own. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(last) + 1 + textWidth(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

const UNITS = [
  ['B', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/** `950`, `12.3k`, `4.5M`: five characters at most. */
export function shortNumber(value: number): string {
  for (const [unit, size] of UNITS) {
    if (value >= size * 0.9995) return `${(value / size).toFixed(value < size * 99.95 ? 1 : 0)}${unit}`;
  }
  return String(value);
}

/** `1 call`, `12,345 calls` */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;
}
