import type { Case } from '../../data/case.js';
import type { Draw } from '../draw.js';
import { beside, type Event, eventsOf, isGap, replaceEvents } from '../trace.js';
import type { Transformation } from '../transformation.js';

/** Inserts the result of `make` before calls, where that splits nothing. */
function insertBefore(make: (gap: number, draw: Draw) => Event | undefined): Transformation['apply'] {
  return (one, draw) => {
    const events = eventsOf(one);
    let gaps = 0;
    const pieces = events.map((event, i) => {
      const fresh = isGap(events, i) ? make(gaps++, draw) : undefined;
      return fresh ? [beside(fresh, events[i - 1]), event] : [event];
    });
    return pieces.every(({ length }) => length === 1) ? one : replaceEvents(one, pieces);
  };
}

const remark = (draw: Draw): Event => ({ kind: 'message', text: `${draw.words(draw.integer(4, 14))}.` });

export const remarks: Transformation = {
  id: 'remarks',
  summary: 'a new assistant message before some calls',
  apply: insertBefore((_, draw) => (draw.chance(0.5) ? remark(draw) : undefined)),
};

export const sameRemarks: Transformation = {
  id: 'same-remarks',
  summary: 'one of three assistant messages before some calls',
  apply: (one, draw) => {
    const pool = [remark(draw), remark(draw), remark(draw)] as const;
    return insertBefore(() => (draw.chance(0.5) ? draw.pick(pool) : undefined))(one, draw);
  },
};

/** A read of something else with its own result. */
function foreignCall(tool: string, field: string, draw: Draw): Event {
  const result = Array.from({ length: draw.integer(2, 5) }, () => draw.words(draw.integer(3, 8))).join('\n');
  return { kind: 'call', tool, args: { [field]: draw.words(2) }, result, isError: false };
}

export const foreignCalls: Transformation = {
  id: 'foreign-calls',
  summary: 'every third to sixth call an unrelated read with a fresh result',
  apply: (one, draw) => {
    const [tool, field, every] = [draw.name(), draw.name(), draw.integer(3, 6)];
    return insertBefore((gap) => (gap % every === every - 1 ? foreignCall(tool, field, draw) : undefined))(
      one,
      draw,
    );
  },
};

const FRONT = 30;

/** This many healthy events after the task at the start of the trace, so that they are work on that task. */
export function putWorkInFront(one: Case, count: number, draw: Draw): Case {
  const events = eventsOf(one);
  const start = events.findIndex(({ kind }) => kind !== 'turn');
  const first = events[start];
  if (!first || count === 0) return one;
  const work = workOf(count, draw).map((event, i) => earlier(event, first, count - i));
  return replaceEvents(
    one,
    events.map((event, i) => (i === start ? [...work, event] : [event])),
  );
}

/** Unrelated reads with fresh results, and remarks. */
export function workOf(count: number, draw: Draw): Event[] {
  const tools = Array.from({ length: draw.integer(2, 5) }, () => [draw.name(), draw.name()] as const);
  return Array.from({ length: count }, () => {
    const [tool = '', field = ''] = tools[draw.integer(0, tools.length - 1)] ?? [];
    return draw.chance(0.8) ? foreignCall(tool, field, draw) : remark(draw);
  });
}

export const workInFront: Transformation = {
  id: 'work-in-front',
  summary: `${FRONT} healthy events in front`,
  apply: (one, draw) => putWorkInFront(one, FRONT, draw),
};

function earlier(event: Event, { at }: Event, steps: number): Event {
  return typeof at === 'number' ? { ...event, at: Math.max(0, at - 1000 * steps) } : event;
}
