import { asPlain } from '../../fingerprint/plain.js';

/**
 * A text that begins with the punctuation that follows a value in JSON (`: true}`, `, "path": …`), or that contains
 * a marker of a chat template. A model writes such arguments when it loses the format of a call.
 */
const CONTINUES_JSON = /^\s*(?:[,}\])]|:(?![\w:/]))/u;
const TEMPLATE_MARKER = /<\|\w{2,40}\|>/u;
const MAX_VALUES = 40;
const READ = 400;

/** Whether an argument is the debris of a broken call instead of a value. Never throws. */
export function hasDebris(args: unknown): boolean {
  try {
    return isDebris(asPlain(args));
  } catch {
    return false;
  }
}

function isDebris(args: unknown): boolean {
  const values: unknown[] = [args];
  for (let i = 0; i < values.length && i < MAX_VALUES; i++) {
    const value = values[i];
    if (typeof value === 'string') {
      const start = value.slice(0, READ);
      if (CONTINUES_JSON.test(start) || TEMPLATE_MARKER.test(start)) return true;
    } else if (typeof value === 'object' && value !== null)
      values.push(...(Object.values(value) as unknown[]).slice(0, MAX_VALUES));
  }
  return false;
}
