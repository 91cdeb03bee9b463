import { redact } from '@rutbreak/core';
import type { ActionOutcome } from '../../api/events.js';
import { audited, change, type Draft } from '../draft.js';

const MAX_KEPT = 50;

/** Keeps what the agent's program reports about the actions of decisions, and writes it into the audit. */
export function noteOutcomes(draft: Draft, given: readonly ActionOutcome[], by: string): void {
  const known = draft.record.outcomes ?? [];
  const fresh = given.map(cleaned).filter((one) => !known.some((old) => isSame(old, one)));
  if (fresh.length === 0) return;
  audited(draft, `agent ${by}`, 'action_outcomes', { outcomes: fresh }, () =>
    change(draft, { outcomes: [...known, ...fresh].slice(-MAX_KEPT) }),
  );
}

function cleaned({ at, action, result, why }: ActionOutcome): ActionOutcome {
  return { at, action: redact(action), result, ...(why !== undefined && { why: redact(why) }) };
}

/** A sender that got no response reports again. */
function isSame(a: ActionOutcome, b: ActionOutcome): boolean {
  return a.at === b.at && a.action === b.action && a.result === b.result;
}
