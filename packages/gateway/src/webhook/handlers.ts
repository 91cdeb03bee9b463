import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { webhookShape } from '../api/webhooks.js';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import type { Store } from '../store/store.js';
import {
  addHook,
  hooksIn,
  MAX_HOOKS,
  movePlace,
  type Place,
  placeOf,
  removeHook,
  type Webhook,
} from './book.js';
import { newSigningSecret } from './sign.js';
import { addressOf, type Reach, readUrl } from './target.js';

export interface WebhookParts {
  readonly store: Store;
  readonly now: () => number;
  readonly reach: () => Reach;
  readonly wake: () => void;
}

type Names = 'listWebhooks' | 'createWebhook' | 'enableWebhook' | 'deleteWebhook';

export function webhookHandlers(parts: WebhookParts): Pick<Handlers, Names> {
  const { store, now, wake } = parts;
  const note = (operator: string, command: string, detail: object): Promise<void> =>
    store.append({
      broadcasts: [],
      audit: [{ at: now(), operator, command, before: '', after: '', detail: JSON.stringify(detail) }],
    });
  return {
    async listWebhooks() {
      const hooks = await hooksIn(store);
      const all = hooks.map(async (hook) => shown(hook, (await placeOf(store, hook.id))?.place));
      return { webhooks: await Promise.all(all) };
    },
    async createWebhook({ body }) {
      const hook = await newHook(parts, body.url, body.topics);
      await addHook(store, hook, await store.lastBroadcast());
      await note(body.operator_id, 'create_webhook', { id: hook.id, url: hook.url, topics: hook.topics });
      wake();
      return { ...shown(hook, undefined), secret: hook.secret };
    },
    async enableWebhook({ params, body }) {
      const hook = await hookOf(store, params['id'] ?? '');
      const found = await placeOf(store, hook.id);
      const next = { state: 'active', failures: 0, nextTryAt: null, lastError: null } as const;
      if (found) await movePlace(store, hook.id, found, { ...found.place, ...next });
      await note(body.operator_id, 'enable_webhook', { id: hook.id });
      wake();
      return shown(hook, (await placeOf(store, hook.id))?.place);
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

async function newHook(
  { store, now, reach }: WebhookParts,
  text: string,
  topics: readonly string[],
): Promise<Webhook> {
  const url = readUrl(text);
  // A name that cannot be looked up now may be known later; one that leads inside is refused now.
  await addressOf(url, reach()).catch((error: unknown) => {
    if (error instanceof HttpProblem) throw error;
  });
  if ((await hooksIn(store)).length >= MAX_HOOKS)
    throw new HttpProblem('CONFLICT', `There are ${MAX_HOOKS} webhooks; delete one first.`);
  const id = `wh_${randomBytes(9).toString('base64url')}`;
  return { id, url: url.href, topics, secret: newSigningSecret(), createdAt: now() };
}

async function hookOf(store: Store, id: string): Promise<Webhook> {
  const hook = (await hooksIn(store)).find((one) => one.id === id);
  if (!hook) throw new HttpProblem('NOT_FOUND', 'There is no such webhook.');
  return hook;
}

function shown(
  { id, url, topics, createdAt }: Webhook,
  place: Place | undefined,
): z.infer<typeof webhookShape> {
  return {
    ...{ id, url, topics: [...topics], created_at: createdAt, state: place?.state ?? 'active' },
    ...{ delivered: place?.delivered ?? 0, failed: place?.failed ?? 0, last_error: place?.lastError ?? null },
    ...{ last_delivered_at: place?.lastAt ?? null, next_try_at: place?.nextTryAt ?? null },
  };
}
