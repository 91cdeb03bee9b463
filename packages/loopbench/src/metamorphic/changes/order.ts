import { type Event, eventsOf, isCall, moveLabels } from '../trace.js';
import type { Transformation } from '../transformation.js';

/** Calls of one round are unordered; a deadline inside a round moves to its end. */
export const shuffledRounds: Transformation = {
  id: 'shuffled-rounds',
  summary: 'calls of one round in another order',
  apply: (one, draw) => {
    const rounds = roundsOf(eventsOf(one));
    if (rounds.every(({ length }) => length === 1)) return one;
    const endOf = new Map<number, number>();
    let end = -1;
    for (const round of rounds) {
      end += round.length;
      for (let i = end - round.length + 1; i <= end; i++) endOf.set(i, end);
    }
    const { span } = one;
    const moved = moveLabels({ ...one, events: rounds.flatMap((round) => draw.shuffle(round)) }, (event) => {
      return endOf.get(event) ?? event;
    });
    // A loop starts at the beginning of its round.
    return span && moved.span ? { ...moved, span: [span[0], moved.span[1]] } : moved;
  },
};

function roundsOf(events: readonly Event[]): Event[][] {
  const rounds: Event[][] = [];
  for (const event of events) {
    const last = rounds.at(-1);
    const before = last?.at(-1);
    const isSame =
      before &&
      isCall(before) &&
      isCall(event) &&
      event['round'] !== undefined &&
      event['round'] === before['round'];
    if (last && isSame) last.push(event);
    else rounds.push([event]);
  }
  return rounds;
}
