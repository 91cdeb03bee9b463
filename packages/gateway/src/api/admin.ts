import { z } from 'zod';
import { amountShape, meaningOf } from './figures.js';
import { operatorId, storedName, time } from './shapes.js';

const settings = z.record(z.string(), z.record(z.string(), z.unknown()));

const modeShape = z
  .enum(['act', 'shadow', 'off'])
  .describe('shadow: decides and records, but never acts; off: no detection.');

export const configShape = z.strictObject({
  entropy: z
    .strictObject({
      mode: modeShape,
      onLoop: z
        .enum(['alert', 'pause'])
        .describe(
          'alert: broadcast an alert and leave the decision to a person; pause: also tell the agent to wait.',
        ),
      window: z.number().describe('Number of steps in the window.'),
      loopBelow: z.number(),
      warningUpTo: z.number(),
      warningInclusive: z.boolean(),
      discrepancyTolerance: z.number().describe("How far an agent's own score may deviate."),
    })
    .describe('For DecisionLog messages.'),
  events: z.strictObject({
    preset: z.string(),
    mode: modeShape,
    detectors: z
      .record(z.string(), z.enum(['on', 'shadow', 'off']))
      .describe(
        'By detector; shadow: its findings are recorded and broadcast, but the guard does not act on them.',
      ),
    options: settings.describe('By detector: {"repeated-call": {"successes": 4}}.'),
    models: z.record(z.string(), settings).describe('Options for one model.'),
    settings: z
      .record(z.string(), z.unknown())
      .describe(
        'Settings of the preset votes, by any of their names; also read from `detection`, `loop_detection` and the short keys.',
      ),
    modelSettings: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
  gates: z.strictObject({ timeoutMs: z.number(), onTimeout: z.enum(['approve', 'reject']) }),
  retention: z.strictObject({ sessionDays: z.number(), broadcastHours: z.number() }),
  archive: z.strictObject({ consent: z.boolean(), adapt: z.enum(['off', 'propose', 'apply']) }),
  privacy: z.strictObject({ metadataOnly: z.boolean() }),
  prices: z
    .record(z.string(), z.number().nonnegative())
    .describe('Price of a million tokens, by prefix of the model name; for estimates.'),
});
export type GatewayConfig = z.infer<typeof configShape>;

export const configChangeShape = z.object({
  operator_id: operatorId,
  version: z.number().int().optional().describe('The version that was read; a stale version is refused.'),
  config: z
    .record(z.string(), z.unknown())
    .describe(
      'Only the fields to change; null removes a key. The formats of the preset votes are accepted, too.',
    ),
});
export const configAckShape = z.object({
  version: z.number().int(),
  updated_at: time.nullable(),
  config: configShape,
});

export const feedbackShape = z.object({
  operator_id: operatorId,
  verdict: z.enum(['correct', 'false-positive']),
  note: z.string().max(2000).optional(),
});
export const outcomeShape = z.object({
  operator_id: operatorId,
  recovered: z.boolean(),
  strategy: z.string().max(100).optional(),
});

const patternShape = z.object({
  id: z.string(),
  category: z.string(),
  seen: z.number().int(),
  overrides: z.number().int(),
  false_alarms: z.number().int(),
  outcomes: z.record(z.string(), z.object({ recovered: z.number(), failed: z.number() })),
  last_at: time.nullable(),
  is_own: z.boolean().describe('Belongs to one person or agent; stored only with archive.consent.'),
  likeness: z.number().optional(),
});
export const patternListShape = z.object({ patterns: z.array(patternShape) });

export const proposalListShape = z.object({
  proposals: z.array(
    z.object({
      kind: z.enum(['tighten', 'loosen', 'keep']),
      model: z.string(),
      why: z.string(),
      changes: z.array(
        z.object({
          owner: z.string(),
          option: z.string(),
          before: z.number().optional(),
          after: z.number(),
          why: z.string(),
        }),
      ),
    }),
  ),
});

const scopeShape = z.enum(['ingest', 'read', 'control']);
export type Scope = z.infer<typeof scopeShape>;

export const newKeyShape = z.object({
  name: storedName(100),
  scopes: z.array(scopeShape).min(1),
  operator_id: operatorId,
});
const keyShape = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(scopeShape),
  created_at: time,
});
export const createdKeyShape = keyShape.extend({
  key: z.string().describe('Shown once; the store keeps only its hash.'),
});
export const keyListShape = z.object({ keys: z.array(keyShape) });

const secret = z.string().min(1).max(200);
export const signInShape = z.union([
  z.object({ token: secret.describe('The token, or a key.') }),
  z.object({ link: secret.describe('The secret of a login link, which works once.') }),
]);
export const loginLinkShape = z.object({
  path: z.string().describe('Append it to the address of the gateway and open it in a browser.'),
  expires_at: time,
});
export const pageSessionShape = z.object({
  page_secret: z
    .string()
    .describe('Send it in the header x-rutbreak-page. The other half is a cookie; neither is enough alone.'),
  expires_at: time,
});

export const removedShape = z.object({ removed: z.boolean() });
export const violationListShape = z.object({
  violations: z.array(z.unknown()),
  next: z.number().int().nullable(),
});
export const statsShape = z.object({
  sessions: z.number().int(),
  store: z.string(),
  version: z.string(),
  cached: z.number().int(),
  queued: z.number().int(),
  stream_clients: z.number().int(),
  kill_switch: z.boolean(),
  loops_today: z.number().int().describe('Since midnight UTC.'),
  recovered_today: z.number().int(),
  saved: amountShape.describe(meaningOf('fleet.saved')),
});
