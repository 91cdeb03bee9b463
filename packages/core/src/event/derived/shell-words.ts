const MAX_LINE = 1 << 18;
const MAX_WORDS = 32;

/** The words of a command line, without quotes. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  const end = Math.min(line.length, MAX_LINE);
  for (let at = 0; at < end && words.length < MAX_WORDS;) {
    while (at < end && line.charCodeAt(at) <= 32) at++;
    if (at === end) break;
    const { word, next } = readWord(line, at, end);
    words.push(word);
    at = next;
  }
  return words;
}

function readWord(line: string, from: number, end: number): { readonly word: string; readonly next: number } {
  let word = '';
  let at = from;
  while (at < end && line.charCodeAt(at) > 32) {
    const sign = line.charAt(at);
    if (sign === "'" || sign === '"') {
      const close = endOfQuote(line, at + 1, end, sign);
      const inside = line.slice(at + 1, close);
      word += sign === '"' ? inside.replace(/\\(["\\$`])/g, '$1') : inside;
      at = close + 1;
    } else if (sign === '\\' && at + 1 < end) {
      word += line.charAt(at + 1);
      at += 2;
    } else {
      word += sign;
      at++;
    }
  }
  return { word, next: at };
}

/** The index where the quote ends, or the end of the line. Only in double quotes `\` is special. */
function endOfQuote(line: string, from: number, end: number, sign: string): number {
  for (let at = from; at < end; at++) {
    if (line.charAt(at) === sign) return at;
    if (sign === '"' && line.charAt(at) === '\\') at++;
  }
  return end;
}
