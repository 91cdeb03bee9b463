import type { Verdict, Voice } from './verdict.js';

const MAX_BRIEF = 160;

/** Puts the facts into the words: `{{call}} called {{count}}x`. */
export function fill(text: string, data: Readonly<Record<string, string | number>>): string {
  const parts = text.split('{{');
  const filled = parts.slice(1).map((part) => {
    const end = part.indexOf('}}');
    return String(data[part.slice(0, end)] ?? '?') + part.slice(end + 2);
  });
  const whole = parts[0]! + filled.join('');
  return whole.length > MAX_BRIEF ? `${whole.slice(0, MAX_BRIEF - 1)}…` : whole;
}

/** `ping_pong: Read(a) and Edit(b) in turn, 2x` */
export function patternOf({ signal, brief }: Voice): string {
  return `${signal.messageId.replaceAll('-', '_')}: ${brief}`;
}

/** A few lines for a person: what was seen, by whom, how sure, and where to look. */
export function explain({ status, voices, primary }: Verdict): string {
  if (!primary) return 'Healthy: no detector has anything to say.';
  const head = `${status === 'looping' ? 'Looping' : 'Suspicious'}: ${primary.brief} (${primary.category}).`;
  const lines = voices.map(({ detector, signal, brief }) => {
    const { events, count, window } = signal.evidence;
    const where = `events ${events.join(', ')}`;
    return `- ${detector}, ${Math.round(signal.score * 100)} % sure: ${brief}. Seen ${count}x, looking back ${window}; ${where}.`;
  });
  return [head, ...lines].join('\n');
}
