/** A diff for people: removed and added lines with some context. */
const CONTEXT = 3;
const MAX_CELLS = 4_000_000;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

export function diffOf(file: string, before: string | undefined, after: string | undefined): string {
  const lines = compare(linesOf(before), linesOf(after));
  const heads = [
    `--- ${before === undefined ? '/dev/null' : file}`,
    `+++ ${after === undefined ? '/dev/null' : file}`,
  ];
  return [...heads, ...around(lines)].join('\n') + '\n';
}

function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function compare(a: readonly string[], b: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ sign: ' ', text }));
  return [
    ...same(a.slice(0, start)),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(a.slice(a.length - end)),
  ];
}

/** The longest common lines stay; two very large texts are replaced as a whole. */
function middle(a: readonly string[], b: readonly string[]): readonly Line[] {
  const width = b.length + 1;
  const isHuge = a.length * b.length > MAX_CELLS;
  const longest = new Uint32Array(isHuge ? 0 : (a.length + 1) * width);
  for (let i = a.length - 1; i >= 0 && !isHuge; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const isSame = !isHuge && i < a.length && j < b.length && a[i] === b[j];
    const isGone =
      j >= b.length ||
      (i < a.length && (isHuge || (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)));
    if (isSame) lines.push({ sign: ' ', text: a[i++] ?? '' });
    else if (isGone) lines.push({ sign: '-', text: a[i++] ?? '' });
    else lines.push({ sign: '+', text: b[j] ?? '' });
    if (isSame || !isGone) j++;
  }
  return lines;
}

function around(lines: readonly Line[]): readonly string[] {
  const isNear = lines.map((_, i) => lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(isChange));
  return lines.flatMap(({ sign, text }, i) =>
    isNear[i] === true ? [`${sign}${text}`] : isNear[i - 1] === true && i < lines.length - 1 ? ['@@'] : [],
  );
}

function isChange({ sign }: Line): boolean {
  return sign !== ' ';
}
