import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { newWebhookShape, webhookShape, webhookTestShape } from '../../api/webhooks.js';
import { checkScopes } from '../../http/auth.js';
import type { Handlers } from '../../http/handler.js';
import { HttpProblem } from '../../http/problem.js';
import { appendAudit, auditLine } from '../../store/change-document.js';
import type { Store } from '../../store/store.js';
import {
  addHook,
  hooksIn,
  MAX_HOOKS,
  saveDelivery,
  type DeliveryState,
  deliveryOf,
  removeHook,
  type Webhook,
} from '../../webhook/registry.js';
import { DeliveryError, send } from '../../webhook/send.js';
import { bodyOf } from '../../webhook/templates.js';
import { newSigningSecret } from '../../webhook/sign.js';
import { addressOf, type Reach, readUrl } from '../../webhook/target.js';

export interface WebhookParts {
  readonly store: Store;
  readonly now: () => number;
  readonly reach: () => Reach;
  readonly wake: () => void;
}

type Names = 'listWebhooks' | 'createWebhook' | 'enableWebhook' | 'testWebhook' | 'deleteWebhook';

export function webhookHandlers(parts: WebhookParts): Pick<Handlers, Names> {
  const { store, now, wake } = parts;
  const note = (operator: string, command: string, detail: object): Promise<void> =>
    appendAudit(store, auditLine(now(), operator, command, detail));
  return {
    async listWebhooks() {
      const hooks = await hooksIn(store);
      const all = hooks.map(async (hook) => shown(hook, (await deliveryOf(store, hook.id))?.delivery));
      return { webhooks: await Promise.all(all) };
    },
    async createWebhook({ body, identity }) {
      // A receiver gets all data on its topics, so creating one needs the scope to read.
      checkScopes(identity, ['read']);
      const hook = await newHook(parts, body);
      await addHook(store, hook, await store.lastBroadcast());
      // Without the path: that of a Slack address is a secret, and everybody who may read sees the audit.
      const { host } = new URL(hook.url);
      await note(body.operator_id, 'create_webhook', { id: hook.id, host, topics: hook.topics });
      wake();
      return { ...shown(hook, undefined), secret: hook.secret };
    },
    async enableWebhook({ params, body }) {
      const hook = await hookOf(store, params['id'] ?? '');
      await activate(store, hook.id);
      await note(body.operator_id, 'enable_webhook', { id: hook.id });
      wake();
      return shown(hook, (await deliveryOf(store, hook.id))?.delivery);
    },
    async testWebhook({ params, body }) {
      const hook = await hookOf(store, params['id'] ?? '');
      await note(body.operator_id, 'test_webhook', { id: hook.id });
      return sendTest(hook, parts);
    },
    async deleteWebhook({ params, identity }) {
      const { id } = await hookOf(store, params['id'] ?? '');
      const removed = await removeHook(store, id);
      await note(identity.name, 'delete_webhook', { id });
      wake();
      return { removed };
    },
  };
}

async function activate(store: Store, id: string): Promise<void> {
  const found = await deliveryOf(store, id);
  const next = { state: 'active', failures: 0, nextTryAt: null, lastError: null } as const;
  if (found) await saveDelivery(store, id, found, { ...found.delivery, ...next });
}

const TIMEOUT_MS = 10_000;

async function sendTest(
  hook: Webhook,
  { now, reach }: WebhookParts,
): Promise<z.infer<typeof webhookTestShape>> {
  const id = `${hook.id}.test.${now()}`;
  const data = { event_type: 'test', message: 'This is a test delivery.' };
  const entry = { id: 0, session: '', topic: 'test' as const, at: now(), body: JSON.stringify(data) };
  try {
    const status = await send(
      hook.url,
      hook.secret,
      { id, body: bodyOf(hook, id, entry) },
      {
        ...{ reach: reach(), timeoutMs: TIMEOUT_MS, now },
      },
    );
    return { delivered: true, status, problem: null };
  } catch (error) {
    const status = error instanceof DeliveryError ? error.status : null;
    return { delivered: false, status, problem: (error as Error).message.slice(0, 500) };
  }
}

type NewWebhook = z.infer<typeof newWebhookShape>;

async function newHook(
  { store, now, reach }: WebhookParts,
  { url: text, topics, template = 'plain', routing_key: key }: NewWebhook,
): Promise<Webhook> {
  if (template === 'pagerduty' && key === undefined)
    throw new HttpProblem('INVALID_FIELD', 'routing_key: required for PagerDuty.', { field: 'routing_key' });
  const url = readUrl(text);
  // A host that does not resolve now may resolve later; a private address is refused now.
  await addressOf(url, reach()).catch((error: unknown) => {
    if (error instanceof HttpProblem) throw error;
  });
  if ((await hooksIn(store)).length >= MAX_HOOKS)
    throw new HttpProblem('CONFLICT', `The limit of ${MAX_HOOKS} webhooks is reached; delete one first.`);
  const id = `wh_${randomBytes(9).toString('base64url')}`;
  const form = { template, ...(key !== undefined && { routingKey: key }) };
  return { id, url: url.href, topics, secret: newSigningSecret(), createdAt: now(), ...form };
}

async function hookOf(store: Store, id: string): Promise<Webhook> {
  const hook = (await hooksIn(store)).find((one) => one.id === id);
  if (!hook) throw new HttpProblem('NOT_FOUND', 'There is no such webhook.');
  return hook;
}

function shown(
  { id, url, topics, createdAt, template }: Webhook,
  delivery: DeliveryState | undefined,
): z.infer<typeof webhookShape> {
  return {
    template,
    ...{ id, url, topics: [...topics], created_at: createdAt, state: delivery?.state ?? 'active' },
    ...{
      delivered: delivery?.delivered ?? 0,
      failed: delivery?.failed ?? 0,
      last_error: delivery?.lastError ?? null,
    },
    ...{ last_delivered_at: delivery?.lastAt ?? null, next_try_at: delivery?.nextTryAt ?? null },
  };
}
