/** Core's readers for data from other programs, under the names that readers of spans and transcripts use. */
export {
  isRecord as isFields,
  type Json as Fields,
  listOf,
  recordOf as fieldsOf,
  textOf,
} from '@rutbreak/core/edge';

/** Numbers may come as texts. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Parses arguments that come as a JSON string. A string that is not JSON stays a string. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
