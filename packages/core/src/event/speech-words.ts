import { maskText } from './mask.js';

/** The words of something that was said, and how many a reader would count. */
export interface SpeechWords {
  readonly words: readonly number[];
  readonly size: number;
}

/** As much as is read of any other text. */
const LOOK = 8192;
const BLANK = ' ';

/** Words are told apart by blanks; scripts that put none between them are read in pairs of signs instead. */
export function speechWords(text: string): SpeechWords {
  const pairs: number[] = [];
  let rest = '';
  let from = 0;
  let before = 0;
  for (let at = 0; at < Math.min(text.length, LOOK); at++) {
    const unit = text.charCodeAt(at);
    const isSign = unit >= 0xe00 && isUnspaced(unit);
    if (isSign && before !== 0) pairs.push(Math.imul(before, 0x9e3779b1) ^ unit);
    before = isSign ? unit : 0;
    if (!isSign && !isFarStop(unit)) continue;
    rest += text.slice(from, at) + BLANK;
    from = at + 1;
  }
  const { words } = maskText(from === 0 ? text : rest + text.slice(from));
  if (pairs.length === 0) return { words, size: words.length };
  // About three signs say as much as a word.
  return { words: [...words, ...pairs], size: words.length + Math.ceil(pairs.length / 3) };
}

/** Full stops, commas and brackets of the far east. */
function isFarStop(unit: number): boolean {
  return (unit >= 0x3000 && unit < 0x3040) || unit >= 0xff00;
}

/** Thai and Lao, Burmese, Khmer; kana and the ideographs of the far east. */
function isUnspaced(unit: number): boolean {
  if (unit < 0x1100) return unit < 0xf00 || unit >= 0x1000;
  if (unit < 0x3040) return unit >= 0x1780 && unit < 0x1800;
  return unit < 0xa000;
}
