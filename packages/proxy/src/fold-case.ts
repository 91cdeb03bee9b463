/** Equal for names that a parser which ignores case takes for the same: ſ and K (Kelvin) included. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}
