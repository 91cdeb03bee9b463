/** Folds case the way case-insensitive parsers do, so that ſ equals s and K (Kelvin) equals k. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}
