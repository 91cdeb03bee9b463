import {
  configAckShape,
  configChangeShape,
  createdKeyShape,
  feedbackShape,
  keyListShape,
  newKeyShape,
  outcomeShape,
  removedShape,
  pageSessionShape,
  loginLinkShape,
  signInShape,
} from '../admin.js';
import { loopExample } from '../docs/examples.js';
import { z } from 'zod';
import { operatorId } from '../shapes.js';
import type { Route } from './route.js';
import { loopShape } from '../sessions.js';

const unknown = { 404: 'There is no such thing.' };

export const adminRoutes = {
  getConfig: {
    ...{ method: 'GET', path: '/v1/config', scope: 'read', reply: configAckShape },
    summary: 'The current configuration, with its version.',
  },
  putConfig: {
    ...{
      method: 'PUT',
      path: '/v1/config',
      scope: 'control',
      body: configChangeShape,
      reply: configAckShape,
    },
    summary:
      'Changes the configuration from the next event on. An invalid value is refused, and nothing changes.',
    others: {
      409: 'Another operator has changed it since that version.',
      422: 'A value is not allowed; the body names it.',
    },
  },
  postFeedback: {
    ...{ method: 'POST', path: '/v1/loops/{id}/feedback', scope: 'control', body: feedbackShape },
    ...{
      summary: 'Feedback on whether it was a loop, for the archive and for limits.',
      reply: loopShape,
      others: unknown,
    },
    example: {
      body: { operator_id: 'ada', verdict: 'false-positive' },
      reply: { ...loopExample, feedback: 'false-positive' },
    },
  },
  postOutcome: {
    ...{ method: 'POST', path: '/v1/loops/{id}/outcome', scope: 'ingest', body: outcomeShape },
    ...{
      summary: 'Reports whether the agent left the loop, and by which strategy.',
      reply: loopShape,
      others: unknown,
    },
    example: {
      body: { operator_id: 'agent-7', recovered: true, strategy: 'hint' },
      reply: { ...loopExample, outcome: 'recovered' },
    },
  },
  openPageSession: {
    ...{ method: 'POST', path: '/session', scope: null, body: signInShape, reply: pageSessionShape },
    summary:
      'Signs a browser in: a cookie and a second secret, which together replace the token for 12 hours.',
    others: { 401: 'The token is not valid.' },
    example: { body: { token: 'rbt_…' }, reply: { page_secret: 'rbp_…', expires_at: 1771668000000 } },
  },
  createLoginLink: {
    ...{ method: 'POST', path: '/v1/login-links', scope: 'control', reply: loginLinkShape },
    body: z.object({ operator_id: operatorId }),
    summary: 'A link that signs one browser in as the owner of the token. It works once, for 5 minutes.',
    others: { 403: 'The caller lacks a scope that the page session would have.' },
    example: {
      body: { operator_id: 'ada' },
      reply: { path: '/sign-in#link=rbl_…', expires_at: 1771668300000 },
    },
  },
  endPageSession: {
    ...{ method: 'DELETE', path: '/session', scope: null, reply: removedShape },
    summary: 'Signs a browser out. Needs both the cookie and the header.',
    others: { 401: 'There is no such page session.' },
  },
  listKeys: {
    ...{ method: 'GET', path: '/v1/keys', scope: 'control', summary: 'The keys, without their secrets.' },
    reply: keyListShape,
  },
  createKey: {
    ...{ method: 'POST', path: '/v1/keys', scope: 'control', body: newKeyShape, reply: createdKeyShape },
    summary:
      'Creates a key for an agent (ingest), a viewer (read) or an operator (control). A key can only create keys with its own scopes.',
    others: { 403: 'The caller lacks one of the scopes.' },
    example: {
      body: { operator_id: 'ada', name: 'agents', scopes: ['ingest'] },
      reply: { id: 'k_1', name: 'agents', scopes: ['ingest'], created_at: 1771668000000, key: 'rbk_…' },
    },
  },
  deleteKey: {
    ...{ method: 'DELETE', path: '/v1/keys/{id}', scope: 'control', reply: removedShape },
    summary: 'Revokes a key. A key can only revoke keys with its own scopes.',
    others: { ...unknown, 403: 'The caller lacks one of the scopes of the key.' },
  },
} as const satisfies Readonly<Record<string, Route>>;
