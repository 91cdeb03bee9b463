import { HttpProblem } from '../../http/problem.js';
import type { ListedSession, ListQuery } from '../../store/store.js';

type Place = NonNullable<ListQuery['after']>;

/** The position after a session in a list, as the text `next` of a page. */
export function placeOf({ updatedAt, waste, id }: Pick<ListedSession, keyof Place>): string {
  return Buffer.from(JSON.stringify([updatedAt, waste, id])).toString('base64url');
}

export function placeFrom(text: string): Place {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [updatedAt, waste, id] = read as [number, number, string];
    const isRead = typeof updatedAt === 'number' && typeof waste === 'number' && typeof id === 'string';
    if (isRead) return { updatedAt, waste, id };
  } catch {
    // Falls through to the error below.
  }
  throw new HttpProblem('INVALID_FIELD', 'after: must be the `next` of an earlier page.', { field: 'after' });
}
