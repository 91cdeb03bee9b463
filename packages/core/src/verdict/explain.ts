import type { Verdict, Finding } from './verdict.js';

/** `ping_pong: Read(a) and Edit(b) in turn, 2x` */
export function patternOf({ signal, brief }: Finding): string {
  return `${signal.messageId.replaceAll('-', '_')}: ${brief}`;
}

/**
 * A few lines for a person: what was found, by which detector, how certain, and where to look.
 *
 * @example
 * ```ts
 * import { createGuard, explain } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * last.kind === 'act' && explain(last.verdict).startsWith('Looping: Bash(git status)'); // => true
 * ```
 */
export function explain({ status, findings, primary }: Verdict): string {
  if (!primary) return 'Healthy: no detector has anything to say.';
  const head = `${status === 'looping' ? 'Looping' : 'Suspicious'}: ${primary.brief} (${primary.category}).`;
  const lines = findings.map(({ detector, signal, brief }) => {
    const { events, count, window } = signal.evidence;
    const where = `events ${events.join(', ')}`;
    return `- ${detector}, ${Math.round(signal.score * 100)} % sure: ${brief}. Seen ${count}x, looking back ${window}; ${where}.`;
  });
  return [head, ...lines].join('\n');
}
