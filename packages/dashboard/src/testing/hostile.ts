/** Hostile strings of many kinds, which must stay plain text on the page. */
import * as characters from './hostile-characters.js';
import * as markup from './hostile-markup.js';

const CALL = 'window.hit=1';

const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  ...markup,
  ...characters,
};

export interface Hostile {
  readonly family: string;
  readonly text: string;
}

export const HOSTILE: readonly Hostile[] = Object.entries(FAMILIES).flatMap(([family, texts]) =>
  texts.map((text) => ({ family, text: text.replaceAll('$', () => CALL) })),
);
