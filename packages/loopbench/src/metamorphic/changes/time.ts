import { type Event, hasManyEqualOutcomes, isCall, isMessage, mapEvents, without } from '../trace.js';
import type { Transformation } from '../transformation.js';

/** Polls that are healthy because time passes between them. */
const changesLabel: Transformation['changesLabel'] = (one) =>
  one.expect === 'no_loop' && hasManyEqualOutcomes(one)
    ? 'only the time between equal outcomes may make it healthy'
    : undefined;

const withTime = (event: Event, change: (at: number) => number): Event =>
  typeof event['at'] === 'number' ? { ...event, at: change(event['at']) } : event;

export const noTime: Transformation = {
  id: 'no-time',
  summary: '`at` removed',
  isSeedless: true,
  changesLabel,
  apply: (one) => mapEvents(one, (event) => without(event, 'at')),
};

export const shiftedTime: Transformation = {
  id: 'shifted-time',
  summary: '`at` shifted by some years',
  apply: (one, draw) => {
    const shift = draw.integer(1, 200_000_000) * 1000;
    return mapEvents(one, (event) => withTime(event, (at) => at + shift));
  },
};

export const scaledTime: Transformation = {
  id: 'scaled-time',
  summary: 'time that runs up to three times as fast or as slow',
  changesLabel,
  apply: (one, draw) => {
    const factor = 3 ** (2 * draw.next() - 1);
    const first = (one.events as readonly Event[]).find(({ at }) => typeof at === 'number')?.['at'] as number;
    return mapEvents(one, (event) => withTime(event, (at) => Math.round(first + (at - first) * factor)));
  },
};

export const tokensAndCost: Transformation = {
  id: 'tokens-and-cost',
  summary: 'calls and messages with tokens and cost',
  apply: (one, draw) =>
    mapEvents(one, (event) => {
      if (!isCall(event) && !isMessage(event)) return event;
      return { ...event, tokens: draw.integer(20, 9000), cost: Number((draw.next() / 10).toFixed(4)) };
    }),
};
