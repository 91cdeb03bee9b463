const WHOLE = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function whole(value: number): string {
  return WHOLE.format(Math.round(value));
}

export function short(value: number): string {
  return SHORT.format(Math.round(value));
}

export function money(value: number): string {
  // A small amount must not look like zero.
  if (value > 0 && value < 0.005) return '<$0.01';
  return `$${value.toFixed(value >= 100 ? 0 : 2)}`;
}

interface Amount {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
}

/** Money if it was reported, else tokens, else calls, always with the unit. */
export function amount({ cost, tokens, calls }: Amount): string {
  if (cost > 0) return money(cost);
  if (tokens > 0) return `${short(tokens)} tokens`;
  return calls === 1 ? '1 call' : `${whole(calls)} calls`;
}

export function isNothing({ cost, tokens, calls }: Amount): boolean {
  return cost === 0 && tokens === 0 && calls === 0;
}

/** `nudge 1×, redirect 2×` */
export function rungsText(rungs: readonly { readonly rung: string; readonly times: number }[]): string {
  return rungs.map(({ rung, times }) => `${plain(rung, 20)} ${times}×`).join(', ');
}

export function score(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
] as const;

/** `12 s`, `4 m`, `2 h`: the largest unit that fits. */
export function ago(at: number, now: number): string {
  const age = Math.max(0, now - at);
  const [size, unit] = UNITS.find(([ms]) => age >= ms) ?? UNITS[3];
  return `${Math.floor(age / size)} ${unit}`;
}

export function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** For lists: only the time if it is today. */
export function when(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? clock(at) : dateTime(at).slice(5, 16);
}

export function dateTime(at: number): string {
  return `${new Date(at).toLocaleDateString('sv-SE')} ${clock(at)}`;
}

let known: { readonly minutes: number; readonly name: string } | undefined;

/** The time zone of the page. It is looked up again only when the clocks change, because that is slow. */
export function zone(): string {
  const minutes = -new Date().getTimezoneOffset();
  if (known?.minutes !== minutes) known = { minutes, name: zoneAt(minutes) };
  return known.name;
}

function zoneAt(minutes: number): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const sign = minutes < 0 ? '−' : '+';
  const offset = `${sign}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`;
  return minutes === 0 ? timeZone : `${timeZone} ${offset}`;
}

/** `TOOL_REPETITION` → `Tool repetition` */
export function words(name: string): string {
  const text = plain(name, 80).replaceAll(/[_-]+/g, ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const DEEDS: Readonly<Record<string, string>> = { inject: 'message', unpause: 'resume' };

/** What was done, in the words of the page's buttons: commands of the interface have names of their own. */
export function deed(name: string): string {
  return Object.hasOwn(DEEDS, name) ? (DEEDS[name] ?? '') : plain(name, 60).replaceAll('_', ' ');
}

/** Shorter texts are labels, which have no room for the number of missing characters. */
const LABEL = 1000;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Characters that change the direction, have no width, or are unpaired surrogates. A joiner inside an emoji is allowed. */
const HIDDEN = new RegExp(
  [
    ...[
      '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff]',
    ],
    ...[
      '[\\u{e0000}-\\u{e007f}]',
      '\\p{Surrogate}',
      '(?<![\\p{Extended_Pictographic}\\ufe0f\\p{Emoji_Modifier}])\\u200d',
    ],
  ].join('|'),
  'gu',
);

/**
 * Makes text of an agent safe to show: invisible and direction-changing characters become visible, and long text is cut.
 * React escapes the rest.
 */
export function plain(text: string, limit = 20_000): string {
  const missing = text.length - limit;
  const more = missing <= 0 ? '' : limit < LABEL ? '…' : `… (${whole(missing)} more)`;
  return (text.slice(0, limit) + more)
    .replaceAll(CONTROL, (char) => `␛${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll(
      HIDDEN,
      (char) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
}

export function json(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
}
