/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const TOKEN = /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;
const MAX_TOKENS = 400;

/**
 * Two texts side by side: text in only one of them is marked. For two calls that count as the same, this is
 * the volatile part.
 */
export function compare(a: string, b: string): readonly [string, string] {
  const [left, right] = [tokens(a), tokens(b)];
  const common = commonTokens(left, right);
  return [marked(left, common.left), marked(right, common.right)];
}

function tokens(text: string): readonly string[] {
  const all = text.match(TOKEN) ?? [];
  return all.length > MAX_TOKENS ? [...all.slice(0, MAX_TOKENS), '…'] : all;
}

/** Which tokens belong to a longest common sequence. Quadratic, over a bounded number. */
function commonTokens(
  a: readonly string[],
  b: readonly string[],
): { left: ReadonlySet<number>; right: ReadonlySet<number> } {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const left = new Set<number>();
  const right = new Set<number>();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      left.add(i++);
      right.add(j++);
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return { left, right };
}

function marked(all: readonly string[], common: ReadonlySet<number>): string {
  return all
    .map((token, i) => (common.has(i) ? escapeHtml(token) : `<mark>${escapeHtml(token)}</mark>`))
    .join('')
    .replaceAll('</mark><mark>', '');
}

/** The width of a tick. */
function stepFor(events: number): number {
  return Math.max(1, Math.min(24, Math.floor(1100 / Math.max(1, events))));
}

/**
 * A strip with one tick per event: its kind by height, the loop by colour and a line below, interventions by
 * a mark above.
 */
export function strip(
  kinds: readonly string[],
  loop: ReadonlySet<number>,
  acts: ReadonlyMap<number, string>,
): string {
  const step = stepFor(kinds.length);
  const ticks = kinds.map((kind, i) => {
    const height = kind === 'call' || kind === 'attempt' ? 22 : kind === 'turn' ? 30 : 12;
    const name = loop.has(i) ? 'loop' : kind;
    return `<rect class="${escapeHtml(name)}" x="${i * step}" y="${40 - height}" width="${Math.max(1, step - 1)}" height="${height}"><title>#${i} ${escapeHtml(kind)}</title></rect>`;
  });
  const marks = [...acts].map(
    ([i, rung]) =>
      `<path class="act" d="M${i * step + step / 2 - 4} 0h8l-4 7z"><title>#${i} ${escapeHtml(rung)}</title></path>`,
  );
  const width = kinds.length * step;
  const label = `Timeline of ${kinds.length} events`;
  const box = `viewBox="0 0 ${width} 46" preserveAspectRatio="none" style="max-width:${width}px"`;
  return `<svg class="strip" ${box} height="46" role="img" aria-label="${label}">${ticks.join('')}${spanLine([...loop], step)}${marks.join('')}</svg>`;
}

const MARKS = 5;

/** The axis of the strip: numbers of events, and the time of day if known. */
export function scale(times: readonly (number | undefined)[]): string {
  const last = times.length - 1;
  if (last < 1) return '';
  const known = times.filter((at) => at !== undefined);
  // Within a few minutes the seconds matter.
  const end = (known.at(-1) ?? 0) - (known[0] ?? 0) < 600_000 ? 19 : 16;
  const marks = [...new Set(Array.from({ length: MARKS }, (_, i) => Math.round((i * last) / (MARKS - 1))))];
  const items = marks.map((index) => {
    const at = times[index];
    const clock = at === undefined ? '' : ` <i>${new Date(at).toISOString().slice(11, end)}</i>`;
    return `<span>#${index}${clock}</span>`;
  });
  return `<div class="scale" style="max-width:${times.length * stepFor(times.length)}px">${items.join('')}</div>`;
}

/** From the first event of the loop to the last. */
function spanLine(loop: readonly number[], step: number): string {
  if (loop.length === 0) return '';
  const first = loop.reduce((a, b) => Math.min(a, b));
  const last = loop.reduce((a, b) => Math.max(a, b));
  const width = (last - first + 1) * step - 1;
  return `<rect class="span" x="${first * step}" y="43" width="${Math.max(2, width)}" height="3"><title>the loop, #${first} to #${last}</title></rect>`;
}

/** `#7 to #24, 12 events`, or all of a few. */
export function eventList(indices: readonly number[]): string {
  if (indices.length <= 6) return `events ${indices.join(', ')}`;
  const first = indices.reduce((a, b) => Math.min(a, b));
  const last = indices.reduce((a, b) => Math.max(a, b));
  return `${indices.length} events, #${first} to #${last}`;
}

/** Bars, one per day or per session. */
export function bars(values: readonly (readonly [label: string, value: number])[]): string {
  const most = Math.max(1, ...values.map(([, value]) => value));
  const step = Math.max(4, Math.min(40, Math.floor(1000 / Math.max(1, values.length))));
  const all = values.map(([label, value], i) => {
    const height = Math.round((value / most) * 110);
    return `<rect class="bar" x="${i * step}" y="${120 - height}" width="${step - 2}" height="${height}"><title>${escapeHtml(label)}: ${value}</title></rect>`;
  });
  const width = values.length * step;
  const [first, last] = [values[0]?.[0] ?? '', values.at(-1)?.[0] ?? ''];
  const line = `<rect class="axis" x="0" y="120" width="${width}" height="1"></rect>`;
  return [
    `<svg class="bars" viewBox="0 0 ${width} 121" width="${width}" height="121" role="img" aria-label="Wasted calls over time">${line}${all.join('')}</svg>`,
    `<p class="soft">${escapeHtml(first)} to ${escapeHtml(last)}; the highest bar is ${most.toLocaleString('en-US')} calls.</p>`,
  ].join('');
}
