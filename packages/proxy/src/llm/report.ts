import type { Act, Category } from '@rutbreak/core';
import type { ActionOutcome } from '../shared/carry-out.js';
import type { Protocol } from './protocols/protocol.js';

/**
 * Something that the proxy detected or did. A report contains no credentials, and of the conversation only the repeated
 * text, shortened.
 * - caution: a stream looks like a loop; the proxy did nothing
 * - halt, error, retry: the proxy ended a stream, ended it with an error, or asked the model again
 * - note: the proxy added a note for the model to the request
 * - answer: the proxy answered the request without asking the model
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
  /** The outcomes of the actions that the preset asks for. */
  readonly actions?: readonly ActionOutcome[];
}

/** The request that a report is about. */
export type About = Pick<Report, 'at' | 'protocol' | 'session' | 'model'>;

export function reportOf(
  kind: Report['kind'],
  { rung, verdict, status }: Act,
  about: About & Pick<Partial<Report>, 'actions' | 'confidence'>,
): Report {
  const { primary, score } = verdict;
  return {
    kind,
    confidence: score,
    ...about,
    rung,
    ...(primary && { category: primary.category }),
    brief: primary?.brief ?? status ?? 'a loop',
  };
}
