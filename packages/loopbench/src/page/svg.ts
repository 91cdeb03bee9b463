/** Inline SVG for the page: no script, font or image from elsewhere. */

export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly note?: string;
}

const ROW = 22;
const LEFT = 210;
const PLOT = 420;
const WIDTH = LEFT + PLOT + 170;

/** Shares from 0 to 1 as horizontal bars, with intervals if known. */
export function bars(title: string, rows: readonly Bar[]): string {
  const height = rows.length * ROW + 24;
  const at = (share: number): string => (LEFT + PLOT * share).toFixed(1);
  const body = rows.map(({ name, value, low, high, note = '' }, i) => {
    const y = i * ROW + 4;
    const interval =
      low === undefined || high === undefined
        ? ''
        : `<path class="interval" d="M${at(low)} ${y + 7}H${at(high)}M${at(low)} ${y + 3}v8M${at(high)} ${y + 3}v8"/>`;
    return (
      `<text x="${LEFT - 8}" y="${y + 11}" text-anchor="end">${escape(name)}</text>` +
      `<rect class="bar" x="${LEFT}" y="${y}" width="${(PLOT * value).toFixed(1)}" height="14"/>${interval}` +
      `<text class="soft" x="${LEFT + PLOT + 10}" y="${y + 11}">${escape(note)}</text>`
    );
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path class="grid" d="M${at(share)} 0V${height - 20}"/>` +
      `<text class="soft" x="${at(share)}" y="${height - 6}" text-anchor="middle">${share}</text>`,
  );
  return drawing(title, WIDTH, height, [...ticks, ...body]);
}

export interface Dot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly isFirst: boolean;
}

const SIDE = 460;
const MARGIN = 56;

/** False alarms to the right, recall upwards: a good detector is in the upper left corner. */
export function scatter(title: string, dots: readonly Dot[]): string {
  const most = Math.max(0.1, Math.ceil(Math.max(...dots.map(({ x }) => x)) * 10) / 10);
  const px = (x: number): number => MARGIN + (x / most) * SIDE;
  const py = (y: number): number => 16 + (1 - y) * (SIDE - 100);
  const bottom = py(0);
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<path class="grid" d="M${MARGIN} ${py(share).toFixed(1)}H${MARGIN + SIDE}"/>`,
    `<text class="soft" x="${MARGIN - 8}" y="${(py(share) + 4).toFixed(1)}" text-anchor="end">${share}</text>`,
    `<text class="soft" x="${px(share * most).toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${Number((share * most).toFixed(3))}</text>`,
  ]);
  const wanted = dots.map(({ name, x, y }) => ({ x: px(x) + 9, y: py(y) + 4, width: LETTER * name.length }));
  const labels = apart(wanted, bottom + 4);
  const marks = dots.map(
    ({ name, x, y, isFirst }, i) =>
      `<circle class="${isFirst ? 'first' : 'other'}" cx="${px(x).toFixed(1)}" cy="${py(y).toFixed(1)}" r="5"/>` +
      `<text x="${(px(x) + 9).toFixed(1)}" y="${(labels[i] ?? 0).toFixed(1)}">${escape(name)}</text>`,
  );
  const names =
    `<text class="soft" x="${MARGIN + SIDE / 2}" y="${bottom + 38}" text-anchor="middle">share of healthy runs with a false alarm</text>` +
    `<text class="soft" x="${MARGIN}" y="10">recall in time</text>`;
  return drawing(title, MARGIN + SIDE + 170, bottom + 46, [...ticks, ...marks, names]);
}

const LINE = 13;
const LETTER = 7;

interface Label {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Label positions without overlaps and not below `lowest`: the nearest free one for each. */
function apart(labels: readonly Label[], lowest: number): number[] {
  const placed: Label[] = [];
  for (const label of labels) {
    const isBeside = (other: Label): boolean =>
      other.x < label.x + label.width && label.x < other.x + other.width;
    const isFree = (y: number): boolean =>
      y <= lowest && !placed.some((other) => isBeside(other) && Math.abs(other.y - y) < LINE);
    const offsets = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? -i / 2 : (i + 1) / 2));
    const offset = offsets.find((one) => isFree(label.y + one)) ?? 0;
    placed.push({ ...label, y: label.y + offset });
  }
  return placed.map(({ y }) => y);
}

/** How many values fall into each bin. */
export function histogram(title: string, values: readonly number[], unit: string): string {
  if (values.length === 0) return '';
  const steps = 20;
  const top = Math.max(steps, ...values.map((value) => Math.min(value, 40)));
  const counts = Array.from({ length: steps }, () => 0);
  for (const value of values) {
    const step = Math.max(0, Math.min(steps - 1, Math.floor((value / (top + 1)) * steps)));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const body = counts.map((count, i) => {
    const height = (120 * count) / most;
    return `<rect class="bar" x="${20 + i * 28}" y="${(140 - height).toFixed(1)}" width="24" height="${height.toFixed(1)}"><title>${count}</title></rect>`;
  });
  const axis =
    `<text class="soft" x="20" y="158">0</text><text class="soft" x="${20 + steps * 28}" y="158" text-anchor="end">` +
    `${top === 40 ? '40 or more' : top} ${escape(unit)}</text>`;
  return drawing(title, 40 + steps * 28, 170, [...body, axis]);
}

function drawing(title: string, width: number, height: number, parts: readonly string[]): string {
  return (
    `<svg viewBox="0 0 ${width} ${Math.ceil(height)}" width="${width}" role="img" aria-label="${escape(title)}">` +
    `<title>${escape(title)}</title>${parts.join('')}</svg>`
  );
}
