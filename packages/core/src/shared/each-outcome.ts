import { isRecord, type Json, parseJson, textOf } from './json.js';

export interface EachOutcome {
  readonly result: unknown;
  readonly isError: boolean;
}

const LIST_OF_QUERIES = /^\s*\[\s*\{\s*"query"/;

/**
 * The tools of Cline answer with a list, one outcome for each command or file, and repeat the request in it: the same
 * answer to another request would look like another answer, and the answers to many requests like one. Returns undefined
 * for any other value.
 */
export function readEachOutcome(value: unknown): EachOutcome | undefined {
  const told = typeof value === 'string' && LIST_OF_QUERIES.test(value) ? parseJson(value) : value;
  if (!Array.isArray(told) || told.length === 0 || !told.every(isOutcome)) return undefined;
  const results = told.map(({ result, error }) => result ?? error);
  return { result: results.length === 1 ? results[0] : results, isError: told.some(hasFailed) };
}

function isOutcome(value: unknown): value is Json {
  return isRecord(value) && typeof value['query'] === 'string' && typeof value['success'] === 'boolean';
}

function hasFailed({ success, error }: Json): boolean {
  return success === false || textOf(error) !== '';
}
