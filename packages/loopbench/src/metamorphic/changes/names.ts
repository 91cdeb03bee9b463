import { isRecord } from '@rutbreak/core/edge';
import type { Draw } from '../draw.js';
import { type Event, eventsOf, hasManyEqualOutcomes, isCall, mapEvents, without } from '../trace.js';
import type { Transformation } from '../transformation.js';

/** Renames each tool and each argument, consistently within a trace. */
export const renamed: Transformation = {
  id: 'renamed',
  summary: 'tools and arguments under drawn names',
  changesLabel: (one) =>
    one.expect === 'no_loop' && hasManyEqualOutcomes(one)
      ? 'only names may tell that it waits between equal outcomes'
      : undefined,
  apply: (one, draw) => {
    const [tools, fields] = [namesFrom(draw), namesFrom(draw)];
    return mapEvents(one, (event) => {
      if (typeof event['tool'] !== 'string') return event;
      const args = event['args'];
      const renamedArgs = isRecord(args) && { args: withKeys(args, fields) };
      return { ...event, tool: tools(event['tool']), ...renamedArgs };
    });
  },
};

function namesFrom(draw: Draw): (name: string) => string {
  const names = new Map<string, string>();
  return (name) => {
    const known = names.get(name);
    if (known !== undefined) return known;
    let fresh = draw.name();
    while ([...names.values()].includes(fresh)) fresh = draw.name();
    names.set(name, fresh);
    return fresh;
  };
}

function withKeys(record: Event, rename: (name: string) => string): Event {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [rename(name), value]));
}

/** Many edges do not know whether a call failed. */
export const noErrorMark: Transformation = {
  id: 'no-error-mark',
  summary: '`isError` dropped',
  isSeedless: true,
  changesLabel: (one) => {
    const calls = eventsOf(one).filter(isCall);
    const fine = new Set(calls.filter(({ isError }) => isError !== true).map(resultOf));
    const isSilent = (call: Event): boolean => /^\W*$/u.test(resultOf(call)) || fine.has(resultOf(call));
    return calls.some((call) => call['isError'] === true && isSilent(call))
      ? 'only the mark tells that a call failed'
      : undefined;
  },
  apply: (one) => mapEvents(one, (event) => without(event, 'isError')),
};

function resultOf({ result }: Event): string {
  return JSON.stringify(result ?? null);
}

/** Keys of arguments and results in another order each time. */
export const keyOrder: Transformation = {
  id: 'key-order',
  summary: 'keys of JSON objects in another order each time',
  apply: (one, draw) =>
    mapEvents(one, (event) => {
      if (!isCall(event)) return event;
      const fields = ['args', 'result'].filter((field) => event[field] !== undefined);
      return {
        ...event,
        ...Object.fromEntries(fields.map((field) => [field, shuffled(event[field], draw)])),
      };
    }),
};

function shuffled(value: unknown, draw: Draw): unknown {
  if (typeof value === 'string') return shuffledText(value, draw);
  if (Array.isArray(value)) return value.map((item) => shuffled(item, draw));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    draw.shuffle(Object.entries(value)).map(([key, item]) => [key, shuffled(item, draw)]),
  );
}

function shuffledText(text: string, draw: Draw): string {
  if (!text.startsWith('{')) return text;
  try {
    return JSON.stringify(shuffled(JSON.parse(text), draw));
  } catch {
    return text;
  }
}
