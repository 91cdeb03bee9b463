import { redact } from '@rutbreak/core';
import { NO_LOOPS, override, start } from '@rutbreak/core/edge';
import { audited, change, type Draft } from '../engine/draft.js';
import { markLoop } from '../engine/loops/loops.js';
import type { HitlCommand, Rejection } from './command.js';

/** A person says that this is not a loop: detection restarts; from the third override on, it stays off. */
export function applyOverride(
  draft: Draft,
  { by, request, reason = '' }: HitlCommand & { name: 'override' },
): number | Rejection {
  const { record, context } = draft;
  const which = overridable(draft);
  if (!which) return { rejection: 'There is no intervention to override in this session.' };
  const stored = record.core[which];
  const engine = which === 'steps' ? context.settings.steps : context.settings.eventsOf(record.agent.model);
  const state = stored?.preset === engine.preset.id ? stored.state : start(engine);
  const result = override(state, { ...request, reason, at: context.now }, engine, record.id);
  if (result.kind === 'refused')
    return { rejection: `${result.code}: this override needs more confirmation.`, hint: result.hint };
  const { type, resetCount } = result.record;
  audited(draft, by, 'override', { type, resets: resetCount, reason: redact(reason) }, () => {
    markLoop(draft, record.loops.at(-1)?.id, { outcome: 'overridden' });
    change(draft, {
      core: {
        ...record.core,
        [which]: { ...(stored ?? { version: 0, preset: engine.preset.id }), state: result.state },
      },
      ...{ status: 'healthy', severity: 'NORMAL', action: 'continue', standing: null },
      ...(which === 'steps' && { score: null }),
    });
  });
  const fact = { kind: 'override' as const, session: record.id, at: context.now, type, resets: resetCount };
  draft.facts.push({ fact, log: NO_LOOPS });
  const loop = record.loops.at(-1)?.voice;
  if (loop) draft.archive.push({ kind: 'override', loop, at: context.now });
  return 0;
}

/** The track on which the guard has intervened; native events first. */
function overridable({ record }: Draft): 'steps' | 'events' | undefined {
  const hasActed = (which: 'steps' | 'events'): boolean =>
    (record.core[which]?.state.control?.count ?? 0) > 0;
  return hasActed('events') ? 'events' : hasActed('steps') ? 'steps' : undefined;
}
