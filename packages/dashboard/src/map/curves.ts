import type { Box, DrawnLink, Point } from './picture.js';

const STEPS = 60;

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });
const isInside = ({ x, y }: Point, box: Box, pad: number): boolean =>
  x > box.x - pad && x < box.x + box.width + pad && y > box.y - pad && y < box.y + box.height + pad;

/**
 * A curve from the border of one box to the border of the other. It bends to its left, so that two directions between the
 * same boxes do not lie on each other, and a clockwise cycle bends outwards.
 */
export function curveOf(from: Box, to: Box, pad: number): Pick<DrawnLink, 'path' | 'middle'> {
  const [a, b] = [centre(from), centre(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.max(1, Math.hypot(dx, dy));
  const bend = Math.min(46, length * 0.22);
  const c = { x: (a.x + b.x) / 2 + (dy / length) * bend, y: (a.y + b.y) / 2 - (dx / length) * bend };
  const at = (t: number): Point => ({
    x: (1 - t) ** 2 * a.x + 2 * t * (1 - t) * c.x + t ** 2 * b.x,
    y: (1 - t) ** 2 * a.y + 2 * t * (1 - t) * c.y + t ** 2 * b.y,
  });
  const times = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS);
  const start = times.findLast((t) => t < 0.5 && isInside(at(t), from, pad)) ?? 0;
  const end = times.find((t) => t > 0.5 && isInside(at(t), to, pad + 3)) ?? 1;
  const [p, q] = [at(start), at(end)];
  const mix = (one: 'x' | 'y'): number =>
    (1 - start) * (1 - end) * a[one] +
    ((1 - start) * end + start * (1 - end)) * c[one] +
    start * end * b[one];
  return {
    path: `M${round(p.x)} ${round(p.y)}Q${round(mix('x'))} ${round(mix('y'))} ${round(q.x)} ${round(q.y)}`,
    middle: at((start + end) / 2),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
