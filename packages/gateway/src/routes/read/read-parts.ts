import type { Store } from '../../store/store.js';
import type { Loop } from '../../api/sessions.js';
import type { SessionEngine } from '../../engine/engine.js';
import type { KillState } from '../../api/hitl.js';
import { HttpProblem } from '../../http/problem.js';

export interface ReadParts {
  /** Overrides never need more confirmation. */
  readonly permitsOverride?: boolean | undefined;
  readonly engine: SessionEngine;
  readonly store: Store;
  readonly now: () => number;
  readonly kill: () => KillState;
}

export function sessionNotFound(): HttpProblem {
  return new HttpProblem('NOT_FOUND', 'There is no such session.', { hint: 'GET /v1/sessions lists them.' });
}

export const idOf = ({ params }: { readonly params: Readonly<Record<string, string>> }): string =>
  params['id'] ?? '';

export function loopFrom(body: string): Loop {
  const loop: Partial<{ voice: unknown }> & Loop = JSON.parse(body) as Loop;
  delete loop.voice;
  return loop;
}
