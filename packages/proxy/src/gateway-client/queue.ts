/** Events as JSON, oldest first. Beyond its limits the queue drops the oldest ones. */
export interface Queue {
  readonly push: (event: string) => number;
  /** Puts older events in front of all others. */
  readonly putBack: (events: readonly string[]) => number;
  /** The oldest events within both limits; at least one, if there is one. */
  readonly first: (events: number, bytes: number) => readonly string[];
  readonly drop: (count: number) => void;
  readonly all: () => readonly string[];
  readonly size: () => number;
}

/** `push` and `putBack` return how many events were dropped. */
export function createQueue(maxEvents: number, maxBytes: number): Queue {
  let events: string[] = [];
  let bytes = 0;
  const drop = (count: number): void => {
    for (const event of events.splice(0, count)) bytes -= event.length;
  };
  const shrink = (): number => {
    let gone = 0;
    for (
      let left = bytes;
      events.length - gone > maxEvents || (left > maxBytes && gone < events.length);
      gone++
    )
      left -= events[gone]?.length ?? 0;
    drop(gone);
    return gone;
  };
  return {
    push(event) {
      bytes += event.length;
      events.push(event);
      return shrink();
    },
    putBack(older) {
      for (const event of older) bytes += event.length;
      events = [...older, ...events];
      return shrink();
    },
    first: (most, mostBytes) => firstOf(events, most, mostBytes),
    drop,
    all: () => events,
    size: () => events.length,
  };
}

function firstOf(events: readonly string[], most: number, mostBytes: number): readonly string[] {
  let count = 0;
  for (let taken = 0; count < Math.min(most, events.length); count++) {
    taken += events[count]?.length ?? 0;
    if (count > 0 && taken > mostBytes) break;
  }
  return events.slice(0, count);
}
