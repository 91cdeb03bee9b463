import type { Draw } from '../draw.js';
import { mapResults } from '../trace.js';
import type { Transformation } from '../transformation.js';

type Values = () => string | number;

/** Kinds of fields that change although nothing has happened; each gives one value per call. */
const KINDS: readonly ((draw: Draw) => Values)[] = [idOf, clockOf, durationOf, counterOf, costOf];

/** The names are drawn, so only the values show the kind of such a field. */
export const volatileFields: Transformation = {
  id: 'volatile-fields',
  summary: 'results inside JSON with 2 to 5 fields of drawn names: id, clock, duration, counter, cost',
  apply: (one, draw) => {
    const fields = draw
      .shuffle(KINDS)
      .slice(0, draw.integer(2, 5))
      .map((kind) => ({ name: draw.name(), values: kind(draw) }));
    const payload = draw.name();
    const at = draw.integer(0, fields.length);
    const asText = draw.chance(0.5);
    return mapResults(one, (result) => {
      const entries: [string, unknown][] = fields.map(({ name, values }) => [name, values()]);
      const wrapped = Object.fromEntries(entries.toSpliced(at, 0, [payload, result]));
      return asText ? JSON.stringify(wrapped) : wrapped;
    });
  },
};

function idOf(draw: Draw): Values {
  const prefix = `${draw.word()}_`;
  const style = draw.integer(0, 2);
  return () => {
    if (style === 0) return draw.hex(draw.integer(12, 24));
    if (style === 1) return prefix + draw.hex(10);
    return [8, 4, 4, 4, 12].map((length) => draw.hex(length)).join('-');
  };
}

function clockOf(draw: Draw): Values {
  const style = draw.integer(0, 2);
  let now = 1_700_000_000_000 + draw.integer(0, 50_000_000) * 1000;
  return () => {
    now += draw.integer(700, 60_000);
    if (style === 0) return new Date(now).toISOString();
    return style === 1 ? now : Math.floor(now / 1000);
  };
}

function durationOf(draw: Draw): Values {
  const style = draw.integer(0, 2);
  return () => {
    const ms = draw.integer(3, 9000);
    if (style === 0) return ms;
    return style === 1 ? `${ms}ms` : ms / 1000;
  };
}

function counterOf(draw: Draw): Values {
  let count = draw.integer(0, 400);
  return () => count++;
}

function costOf(draw: Draw): Values {
  const isTotal = draw.chance(0.5);
  let total = 0;
  return () => {
    const cost = draw.next() / 10;
    total += cost;
    return Number((isTotal ? total : cost).toFixed(4));
  };
}
