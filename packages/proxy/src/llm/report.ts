import type { Act, Category } from '@rutbreak/core';
import type { ActionOutcome } from '../carry-out.js';
import type { Protocol } from './protocols/protocol.js';

/**
 * What the proxy noticed or did. No credentials, no texts of the conversation but what repeats, cut short.
 * - caution: a stream looks like a loop; nothing was done
 * - halt, error, retry: a stream was ended, broken off with an error, or asked for again
 * - note: the model was told, in the request
 * - answer: the request was answered without the upstream
 */
export interface Report {
  readonly kind: 'caution' | 'halt' | 'error' | 'retry' | 'note' | 'answer';
  readonly at: number;
  readonly protocol: Protocol['id'];
  readonly session: string;
  readonly model: string;
  readonly rung: Act['rung'];
  readonly category?: Category;
  /** `"the" 22x in a row` */
  readonly brief: string;
  readonly confidence: number;
  /** What became of the actions that the preset asks for. */
  readonly actions?: readonly ActionOutcome[];
}

export function reportOf(
  kind: Report['kind'],
  { rung, verdict }: Act,
  about: Pick<Report, 'at' | 'protocol' | 'session' | 'model' | 'actions'> & { readonly confidence?: number },
): Report {
  const { primary, score } = verdict;
  return {
    kind,
    confidence: score,
    ...about,
    rung,
    ...(primary && { category: primary.category }),
    brief: primary?.brief ?? 'a loop',
  };
}
