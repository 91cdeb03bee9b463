import { isDerived } from './derived/derive.js';
import type { AgentEvent, CallEvent } from './event.js';
import { combine, type Fingerprint, fingerprint, textPrint } from '../fingerprint/fingerprint.js';
import { asPlain } from '../fingerprint/plain.js';
import { sha256 } from '../fingerprint/sha256.js';

/**
 * The guard's own words may come back: as the result of a call that it refused, or as a turn. Within the
 * session they are recognised by digest and by the place where the guard put them. The mark is only for
 * readers: anybody can print it.
 */
/** Starts a notice; nothing from the run follows it. */
export const OWN_MARK = '[rutbreak]';
export const RECOVERY = { open: '<loop-recovery ', close: '</loop-recovery>' } as const;
/** Starts the one line that the `matrix` preset adds below a result. */
const MATRIX_MARK = '[loop detection]';

/** Every text from `recovery/` is shorter. */
export const MAX_OWN_TEXT = 6000;

/** The guard's words stand at the end of a result; a program may append a little. */
const LOOK_BACK = 2 * MAX_OWN_TEXT;
const MAX_DEPTH = 3;
const MAX_PARTS = 16;
/** The fields where common protocols keep the text of a result. */
const CARRIERS = ['content', 'text', 'output', 'value'];

/** One text that the guard said in this session. Plain JSON. */
export interface SaidText {
  readonly digest: string;
  readonly length: number;
  /** The call that it was about; null if it was about something else. */
  readonly call: Fingerprint | null;
  /** Refusals with this text that have not yet come back as a result. */
  readonly vetoes: number;
  /** It may still come back as a turn. */
  readonly isTurnOpen: boolean;
  /** It has just come back as a result: events derived from that call did not happen, either. */
  readonly isBack?: boolean;
}

/** A text that the guard said, and whether it refused a call. */
export interface OwnText {
  readonly text: string;
  readonly isVeto: boolean;
}

const MAX_SAID = 12;
const NOTHING_SAID: readonly SaidText[] = [];

/** The texts so far, plus one. */
export function rememberSaid(
  said: readonly SaidText[] = NOTHING_SAID,
  event: AgentEvent,
  { text, isVeto }: OwnText,
): readonly SaidText[] {
  const trimmed = text.trim();
  const digest = sha256(trimmed);
  const call = event.kind === 'call' || event.kind === 'attempt' ? keyOf(event) : null;
  const known = said.find((one) => one.digest === digest && one.call === call);
  const vetoes = (known?.vetoes ?? 0) + (isVeto ? 1 : 0);
  const next = { digest, length: trimmed.length, call, vetoes, isTurnOpen: true };
  return [...said.filter((one) => one !== known), next].slice(-MAX_SAID);
}

/** An event, and the guard's texts that may still come back. */
export interface RecognisedEvent {
  /** Null if the guard's refusal came back as a result, and for events derived from it: nothing ran. */
  readonly event: AgentEvent | null;
  readonly said: readonly SaidText[];
}

/** Recognises a refusal that comes back as a result, and a text that comes back as a turn; no other copy. */
export function recogniseOwnText(
  said: readonly SaidText[] = NOTHING_SAID,
  event: AgentEvent,
): RecognisedEvent {
  if (said.length === 0) return { event, said };
  if (isDerived(event)) return { event: said.some(({ isBack }) => isBack) ? null : event, said };
  const known = said.some(({ isBack }) => isBack) ? said.map(withoutBack) : said;
  if (event.kind === 'turn') return recogniseTurn(known, event);
  return event.kind === 'call' ? recogniseResult(known, event) : { event, said: known };
}

function withoutBack(one: SaidText): SaidText {
  return one.isBack === true ? { ...one, isBack: false } : one;
}

function recogniseTurn(
  said: readonly SaidText[],
  event: AgentEvent & { readonly kind: 'turn' },
): RecognisedEvent {
  const open = said.filter(({ isTurnOpen }) => isTurnOpen);
  const { rest, found } = withoutSaid(event.text ?? '', open);
  if (found.length === 0 || rest.trim() !== '') return { event, said };
  return {
    event: { ...event, role: 'harness', reason: 'guard' },
    said: said.map((one) => (found.includes(one) ? { ...one, isTurnOpen: false } : one)),
  };
}

/** Only a refusal counts, for its own call, as the whole result, and once. */
function recogniseResult(said: readonly SaidText[], event: CallEvent): RecognisedEvent {
  if (said.every(({ vetoes }) => vetoes === 0)) return { event, said };
  const key = keyOf(event);
  const open = said.filter(({ call, vetoes }) => vetoes > 0 && call !== null && call === key);
  const found: SaidText[] = [];
  const rest = mapTexts(event.result, (text) => {
    const cut = withoutSaid(text, open);
    found.push(...cut.found);
    return cut.rest;
  });
  const [veto] = found;
  if (!veto || !isNothing(rest)) return { event, said };
  const back = { ...veto, vetoes: veto.vetoes - 1, isBack: true } as const;
  return { event: null, said: said.map((one) => (one === veto ? back : one)) };
}

/** Removes the guard's texts from the end, as long as there are any. */
function withoutSaid(
  text: string,
  said: readonly SaidText[],
): { readonly rest: string; readonly found: readonly SaidText[] } {
  const found: SaidText[] = [];
  let rest = text;
  for (let left = said.length; left > 0; left--) {
    const end = rest.trimEnd();
    const last = said.find(
      ({ digest, length }) => length <= end.length && sha256(end.slice(end.length - length)) === digest,
    );
    if (!last) break;
    found.push(last);
    rest = withoutGap(withoutMark(end.slice(0, end.length - last.length)));
  }
  return { rest, found };
}

/** Some edges prepend the mark to a text without one. */
function withoutMark(before: string): string {
  const mark = `${OWN_MARK} `;
  return before.endsWith(mark) ? before.slice(0, -mark.length) : before;
}

/** Tool and arguments; null if they are too large to read completely. */
function keyOf({ tool, args }: { readonly tool: string; readonly args?: unknown }): Fingerprint | null {
  const { print, partial } = fingerprint(asPlain(args));
  return partial ? null : combine(textPrint(tool), print);
}

/** Whether the text carries one of the guard's marks. For readers and tests: no decision depends on it. */
export function hasOwnMark(text: string): boolean {
  return [OWN_MARK, RECOVERY.open, MATRIX_MARK].some((mark) => text.startsWith(mark));
}

/** A result of a history without notices: for comparing and shortening histories, never for detection. */
export function resultWithoutNotices(result: unknown): unknown {
  return mapTexts(result, withoutNotices);
}

type Cut = (text: string) => string;

/** A result with its texts replaced; the same object if nothing changed. */
function mapTexts(result: unknown, cut: Cut): unknown {
  try {
    return strip(result, cut, 0);
  } catch {
    // A getter of the caller threw.
    return result;
  }
}

function isNothing(result: unknown): boolean {
  if (result === null || result === undefined) return false;
  if (typeof result === 'string') return result.trim() === '';
  const list: unknown = Array.isArray(result) ? result : (result as { readonly content?: unknown }).content;
  return (Array.isArray(list) && list.length === 0) || (typeof list === 'string' && list.trim() === '');
}

function strip(value: unknown, cut: Cut, depth: number): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return stripList(value, cut, depth);
  let next = value as Readonly<Record<string, unknown>>;
  for (const key of CARRIERS) {
    if (!Object.hasOwn(next, key)) continue;
    const stripped = strip(next[key], cut, depth + 1);
    if (stripped !== next[key]) next = { ...next, [key]: stripped };
  }
  return next;
}

/** Parts that become empty are dropped: they consisted of the guard's words only. */
function stripList(list: readonly unknown[], cut: Cut, depth: number): readonly unknown[] {
  const from = Math.max(0, list.length - MAX_PARTS);
  let next: unknown[] | undefined;
  for (let i = list.length - 1; i >= from; i--) {
    const stripped = strip(list[i], cut, depth + 1);
    if (stripped === list[i]) continue;
    next ??= list.slice();
    if (isBlank(stripped)) next.splice(i, 1);
    else next[i] = stripped;
  }
  return next ?? list;
}

function isBlank(part: unknown): boolean {
  if (typeof part === 'string') return part === '';
  return typeof part === 'object' && part !== null && (part as { text?: unknown }).text === '';
}

/** Reads only the end of the text, so a text without the guard's words costs next to nothing. */
export function withoutNotices(text: string): string {
  const from = Math.max(0, text.length - LOOK_BACK);
  const tail = from === 0 ? text : text.slice(from);
  // All three start with a character that is rare in texts, so the search is fast.
  if (!tail.includes(OWN_MARK) && !tail.includes(RECOVERY.close) && !tail.includes(MATRIX_MARK)) return text;
  const rest = withoutLines(withoutBlocks(tail));
  return rest === tail ? text : text.slice(0, from) + rest;
}

function withoutBlocks(text: string): string {
  let rest = text;
  for (let left = MAX_PARTS; left > 0; left--) {
    const end = rest.lastIndexOf(RECOVERY.close);
    const start = end < 0 ? end : rest.lastIndexOf(RECOVERY.open, end);
    if (start < 0 || end - start > MAX_OWN_TEXT) return rest;
    rest = withoutGap(rest.slice(0, start)) + rest.slice(end + RECOVERY.close.length);
  }
  return rest;
}

function withoutLines(text: string): string {
  const own = lineStart(text, OWN_MARK);
  const rest = own < 0 || text.length - own > MAX_OWN_TEXT ? text : withoutGap(text.slice(0, own));
  const start = lineStart(rest, MATRIX_MARK);
  if (start < 0) return rest;
  const end = rest.indexOf('\n', start);
  return withoutGap(rest.slice(0, start)) + (end < 0 ? '' : rest.slice(end));
}

function lineStart(text: string, mark: string): number {
  const at = text.indexOf(mark);
  return at > 0 && text.charAt(at - 1) !== '\n' ? -1 : at;
}

/** The guard added one blank line between the result and its words; other line ends belong to the result. */
function withoutGap(before: string): string {
  if (before.endsWith('\n\n')) return before.slice(0, -2);
  return before.endsWith('\n') ? before.slice(0, -1) : before;
}
