import { encodeId } from '../encode.js';
import type {
  DagGraph,
  DemoStatus,
  EventList,
  Figures,
  Loop,
  LoopList,
  SessionDetail,
  SessionList,
  Topology,
} from '../contract.js';
import type {
  AuditList,
  BulkAck,
  CommandAck,
  ConfigAck,
  CreatedKey,
  CreatedWebhook,
  KeyList,
  KillAck,
  KillState,
  Mute,
  MuteList,
  PatternList,
  ProposalList,
  Scope,
  Stats,
  Webhook,
  WebhookList,
  WebhookTest,
} from '../contract-admin.js';

/** An error response of the gateway. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint = '',
  ) {
    super(message);
  }
}

type Query = Readonly<Record<string, string | number | undefined>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface ProblemBody {
  readonly error?: { readonly code?: string; readonly message?: string; readonly hint?: string };
}

export function withQuery(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * The second half of the page session, stored by the sign-in page. Unlike a cookie, local storage belongs to one port only.
 */
export function pageHeaders(): Record<string, string> {
  try {
    const secret = localStorage.getItem('rutbreak-page');
    return secret === null ? {} : { 'x-rutbreak-page': secret };
  } catch {
    // There is no storage in tests without a browser.
    return {};
  }
}

/** One request to the gateway that served this page; the browser adds the cookie. */
async function ask(method: Method, path: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: { ...pageHeaders(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, 'OFFLINE', 'The gateway does not answer.', 'Is it running?');
  });
  const text = await reply.text();
  const parsed = readJson(text);
  if (reply.ok) return parsed;
  const { code = 'HTTP', message = `HTTP ${reply.status}`, hint = '' } = (parsed as ProblemBody).error ?? {};
  throw new ApiError(reply.status, code, message, hint);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const get = async <T>(path: string, query?: Query): Promise<T> =>
  (await ask('GET', withQuery(path, query))) as T;
const post = async <T>(path: string, body: unknown): Promise<T> => (await ask('POST', path, body)) as T;
const one = encodeId;
const sessionPath = (id: string): string => `/v1/sessions/${one(id)}`;

export type CommandName = 'pause' | 'unpause' | 'inject' | 'rewrite' | 'end' | 'override';

export const api = {
  sessions: (query?: Query) => get<SessionList>('/v1/sessions', query),
  session: (id: string) => get<SessionDetail>(sessionPath(id)),
  events: (id: string, query?: Query) => get<EventList>(`${sessionPath(id)}/events`, query),
  sessionLoops: (id: string) => get<LoopList>(`${sessionPath(id)}/loops`),
  dag: (id: string) => get<DagGraph>(`${sessionPath(id)}/dag`),
  control: (id: string) => get<CommandAck>(`${sessionPath(id)}/control`),
  loops: (query?: Query) => get<LoopList>('/v1/loops', { limit: 500, ...query }),
  figures: () => get<Figures>('/v1/figures'),
  demo: () => get<DemoStatus>('/v1/demo'),
  startDemo: (body: unknown) => post<DemoStatus>('/v1/demo/start', body),
  stopDemo: (body: unknown) => post<DemoStatus>('/v1/demo/stop', body),
  bulk: (body: unknown) => post<BulkAck>('/v1/sessions/bulk', body),
  mutes: () => get<MuteList>('/v1/mutes'),
  mute: (body: unknown) => post<Mute>('/v1/mutes', body),
  unmute: (id: string) => ask('DELETE', `/v1/mutes/${one(id)}`),
  topology: (limit: number) => get<Topology>('/v1/topology', { limit }),
  audit: (query?: Query) => get<AuditList>('/v1/audit', query),
  patterns: (query?: Query) => get<PatternList>('/v1/archive', query),
  proposals: () => get<ProposalList>('/v1/proposals'),
  stats: () => get<Stats>('/v1/stats'),
  command: (id: string, name: CommandName, body: unknown) =>
    post<CommandAck>(`/gateway/sessions/${one(id)}/${name}`, body),
  gate: (id: string, gate: string, decision: 'approve' | 'rewrite' | 'reject', body: unknown) =>
    post<CommandAck>(`/gateway/sessions/${one(id)}/gates/${one(gate)}/${decision}`, body),
  feedback: (loop: string, body: unknown) => post<Loop>(`/v1/loops/${one(loop)}/feedback`, body),
  killState: () => get<KillState>('/gateway/kill-switch'),
  kill: (body: unknown) => post<KillAck>('/gateway/kill-switch', body),
  release: (body: unknown) => post<KillAck>('/gateway/kill-switch/release', body),
  config: () => get<ConfigAck>('/v1/config'),
  changeConfig: async (body: unknown) => (await ask('PUT', '/v1/config', body)) as ConfigAck,
  keys: () => get<KeyList>('/v1/keys'),
  addKey: (body: {
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly operator_id: string;
  }) => post<CreatedKey>('/v1/keys', body),
  removeKey: (id: string) => ask('DELETE', `/v1/keys/${one(id)}`),
  webhooks: () => get<WebhookList>('/v1/webhooks'),
  addWebhook: (body: unknown) => post<CreatedWebhook>('/v1/webhooks', body),
  enableWebhook: (id: string, body: unknown) => post<Webhook>(`/v1/webhooks/${one(id)}/enable`, body),
  testWebhook: (id: string, body: unknown) => post<WebhookTest>(`/v1/webhooks/${one(id)}/test`, body),
  removeWebhook: (id: string) => ask('DELETE', `/v1/webhooks/${one(id)}`),
} as const;
