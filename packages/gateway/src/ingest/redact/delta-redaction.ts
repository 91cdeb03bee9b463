import { type AgentEvent, redactValue, type Refusal } from '@rutbreak/core';
import { setRecent } from '@rutbreak/core/edge';

/** Redacts streamed text. A secret that is split over several pieces is only recognisable in the joined text. */
export interface DeltaRedaction {
  /** `cleaned`: events after redaction one by one; `given`: the same events as sent. */
  readonly clean: (
    session: string,
    cleaned: readonly (AgentEvent | Refusal)[],
    given: readonly unknown[],
  ) => readonly (AgentEvent | Refusal)[];
}

const MAX_SESSIONS = 1000;
/** Characters of context before new text: `password =` may be in an earlier piece. */
const CONTEXT = 4096;
/** Longer words are released before they end, so that detection still sees text without spaces. */
const MAX_WORD = 512;

/** Raw text, kept in memory and never stored. */
interface Tail {
  readonly context: string;
  readonly word: string;
}

type Delta = AgentEvent & { readonly kind: 'delta' };

export function createDeltaRedaction(): DeltaRedaction {
  const tails = new Map<string, Tail>();
  const release = (key: string, text: string): string => {
    const { context, word } = tails.get(key) ?? { context: '', word: '' };
    const joined = word + text;
    const end = joined.length > MAX_WORD && lastBreak(joined) === 0 ? joined.length : lastBreak(joined);
    const whole = joined.slice(0, end);
    const masked = redactValue(context + whole, { keepsLength: true }) as string;
    const tail = { context: (context + whole).slice(-CONTEXT), word: joined.slice(end) };
    setRecent(tails, key, tail, MAX_SESSIONS);
    return masked.slice(context.length);
  };
  return {
    clean: (session, cleaned, given) =>
      cleaned.map((event, i) => {
        const raw = (given[i] as Partial<Delta> | undefined)?.text;
        if (event.kind !== 'delta' || typeof raw !== 'string' || event.text.startsWith('sha256:'))
          return event;
        return { ...event, text: release(`${event.channel ?? 'text'} ${session}`, raw) };
      }),
  };
}

const BREAK = /[\s"'`,;(){}<>[\]|]/;

/** The end of the last complete word. */
function lastBreak(text: string): number {
  let end = text.length;
  while (end > 0 && !BREAK.test(text[end - 1] ?? '')) end--;
  return end;
}
