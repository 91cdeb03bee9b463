import { type AgentEvent, redactValue, type Refusal } from '@rutbreak/core';
import { computeHash, readEvent } from '@rutbreak/core/edge';
import type { DecisionLog } from '../../api/decision-log.js';
import type { NewEvents } from '../../engine/events.js';
import { bounded } from '../../session/amount.js';

/**
 * Redacts an event before any other step, so that neither state nor history contains a secret. Redaction keeps lengths and
 * maps equal secrets to equal letters, so that repeats stay repeats.
 */
export function cleanEvent(input: unknown, isMetadataOnly: boolean): AgentEvent | Refusal {
  const event = readEvent(input);
  if (event.kind === 'refused') return event;
  const kept = withoutSecrets(isMetadataOnly ? withoutTexts(event) : event) as AgentEvent;
  if (kept.kind !== 'call' && kept.kind !== 'message') return kept;
  if (kept.tokens === undefined && kept.cost === undefined) return kept;
  return {
    ...kept,
    ...(kept.tokens !== undefined && { tokens: bounded(kept.tokens) }),
    ...(kept.cost !== undefined && { cost: bounded(kept.cost) }),
  };
}

type Agent = NonNullable<NewEvents['agent']>;

/** What an agent says about itself. Its parent is a session, which must keep its name to be found. */
export function cleanAgent({ parent, ...names }: Agent): Agent {
  return { ...(withoutSecrets(names) as Agent), ...(parent !== undefined && { parent }) };
}

function withoutSecrets(value: unknown): unknown {
  return redactValue(value, { keepsLength: true });
}

/** In metadata-only mode, only the named fields remain, because agents may add fields anywhere. */
export function cleanMessage(message: DecisionLog, isMetadataOnly: boolean): DecisionLog {
  return withoutSecrets(isMetadataOnly ? metadataOf(message) : message) as DecisionLog;
}

function metadataOf({ meta, identity, cognition, action, control, state_delta }: DecisionLog): DecisionLog {
  const { trace_id, parent_step_id, timestamp, cluster_id, session_id, seq } = meta;
  const { agent_id, agent_type, capability_version } = identity;
  return {
    meta: known({ trace_id, parent_step_id, timestamp, cluster_id, session_id, seq }),
    identity: { agent_id, agent_type, capability_version },
    cognition: known({ intent: digest(cognition.intent), entropy_score: cognition.entropy_score }),
    action: known({
      status: action.status,
      tool_call: action.tool_call == null ? undefined : digest(action.tool_call),
    }),
    ...(state_delta && {
      state_delta: known({
        tokens_consumed: state_delta.tokens_consumed,
        cumulative_session_cost: state_delta.cumulative_session_cost,
      }),
    }),
    ...(control && {
      control: { hitl_required: control.hitl_required ?? false, is_terminal: control.is_terminal ?? false },
    }),
  };
}

/** Drops fields without a value. */
function known<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Fields;
}

/** Fields with metadata; every other text becomes a digest. Names of tools and errors are redacted as well. */
const KEPT: ReadonlySet<string> = new Set([
  ...[
    'kind',
    'tool',
    'round',
    'at',
    'isError',
    'tokens',
    'cost',
    'channel',
    'role',
    'reason',
    'status',
    'type',
    'derived',
  ],
]);

function withoutTexts(event: AgentEvent): unknown {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, KEPT.has(name) ? value : digest(value)]),
  );
}

/** A short hash, equal for equal values. */
function digest(value: unknown): string {
  return `sha256:${computeHash(value).slice(0, 24)}`;
}
