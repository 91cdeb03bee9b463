import { redact } from '@rutbreak/core';

const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields of one log line. Texts are redacted and cut, so that no secret and no whole message gets into the log. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;

const MAX_TEXT = 4000;

/** Writes one JSON object per line, for log collectors. */
export function createLog(
  write: (line: string) => void,
  least: LogLevel = 'info',
  now: () => number = Date.now,
): Log {
  const most = LOG_LEVELS.indexOf(least);
  return (level, message, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) > most) return;
    const safe = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value, { limit: MAX_TEXT }) : value,
    ]);
    const facts = Object.fromEntries(safe) as LogFields;
    const line = { time: new Date(now()).toISOString(), level, message, ...facts };
    write(`${JSON.stringify(line)}\n`);
  };
}

export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { error: error.message, code, cause, stack: error.stack };
}
