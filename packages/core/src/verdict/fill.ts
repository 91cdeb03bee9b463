const MAX_BRIEF = 160;

/** Inserts the facts into the text: `{{call}} called {{count}}x`. */
export function fill(
  text: string,
  data: Readonly<Record<string, string | number>>,
  max: number = MAX_BRIEF,
): string {
  const parts = text.split('{{');
  const filled = parts.slice(1).map((part) => {
    const end = part.indexOf('}}');
    return String(data[part.slice(0, end)] ?? '?') + part.slice(end + 2);
  });
  const whole = [parts[0], ...filled].join('');
  return whole.length > max ? `${whole.slice(0, max - 1)}…` : whole;
}
