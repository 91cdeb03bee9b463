/** Does this line open an object or a list that it does not close? */
export function opensDocument(text: string): boolean {
  const first = text.trimStart().charAt(0);
  return (first === '{' || first === '[') && (unclosed(text) ?? 0) > 0;
}

/** Brackets opened minus brackets closed, outside strings; `undefined` if a string is open at the end. */
export function unclosed(text: string): number | undefined {
  let depth = 0;
  let isString = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (isString) {
      if (sign === '\\') i++;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
  }
  return isString ? undefined : depth;
}
