import type { StreamLimits } from './demand.js';
import { endStream, type Finding, listen, newStream } from './text-stream.js';

/** In less than this nothing can be found. */
const SHORTEST = 80;
/** A fifth. */
const PART = 5;

/** A text that is complete came to an end by itself: what repeats must be a good part of it. */
export function readWhole(text: string, limits: StreamLimits): Finding | undefined {
  let first: Finding | undefined;
  let covered = 0;
  for (let rest = text; rest.length >= SHORTEST;) {
    const heard = listen(newStream(false), rest, limits);
    if (heard.base !== undefined) {
      endStream(heard);
      return undefined;
    }
    first ??= heard;
    const end = endOf(heard, rest);
    covered += heard.length + end - heard.end;
    if (covered * PART >= text.length) return first;
    rest = rest.slice(end);
  }
  return undefined;
}

/** Where a period that was found is over. */
function endOf({ by, period, end }: Finding, text: string): number {
  let i = end;
  if (by === 'period') while (i < text.length && text.charCodeAt(i) === text.charCodeAt(i - period)) i++;
  return i;
}
