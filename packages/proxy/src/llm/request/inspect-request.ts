import type { IncomingMessage } from 'node:http';
import { jsonBody } from './body.js';
import { type Plan, planContinuation, planRequest } from '../conversation/plan-request.js';
import type { Planning } from '../conversation/assign-request.js';
import { addedTo, type LastRequests } from './request-diff.js';
import { SESSION_HEADER } from './headers.js';
import { type Json, text } from '../../shared/json.js';
import type { Protocol, RequestFacts } from '../protocols/protocol.js';

/** A request to a model, parsed only as far as the proxy needs before it forwards the request. */
export interface InspectedRequest {
  readonly facts: RequestFacts;
  readonly header: string | undefined;
  readonly plan: Plan;
  /** The body for the upstream, including the proxy's edits. Parsed on demand. */
  readonly body: () => Json;
  /** The offset at which the history ends in the bytes, if known. */
  readonly historyEnd?: number;
}

interface InspectInput {
  readonly protocol: Protocol;
  readonly path: string;
  readonly header: string | undefined;
  readonly bytes: Buffer;
  readonly encoding: string | undefined;
}

/** Returns `undefined` if the request cannot be read. */
export function inspectRequest(
  request: IncomingMessage,
  protocol: Protocol,
  bytes: Buffer,
  planning: Planning & { readonly last: LastRequests },
): InspectedRequest | undefined {
  const { headers, url: path = '', socket } = request;
  const header = text(headers[SESSION_HEADER]) || undefined;
  const input = { protocol, path, header, bytes, encoding: headers['content-encoding'] };
  return inspectAdded(input, planning.last.of(socket), planning) ?? inspectWhole(input, planning);
}

/** Inspects only the part that the request adds to the previous one. */
function inspectAdded(
  { protocol, path, header, bytes, encoding }: InspectInput,
  last: ReturnType<LastRequests['of']>,
  planning: Planning,
): InspectedRequest | undefined {
  const isLikeLast = last?.protocol === protocol && last.path === path && last.header === header;
  const added = isLikeLast && encoding === undefined ? addedTo(last, bytes) : undefined;
  if (!last || !added) return undefined;
  let read: Json | undefined;
  const body = (): Json => (read ??= jsonBody(bytes, undefined) ?? {});
  const plan = planContinuation(last, added.entries, body, planning);
  return plan && { facts: last.facts, header, plan, body, historyEnd: added.historyEnd };
}

function inspectWhole(
  { protocol, path, header, bytes, encoding }: InspectInput,
  planning: Planning,
): InspectedRequest | undefined {
  const body = jsonBody(bytes, encoding);
  if (!body) return undefined;
  const facts = protocol.readRequest(body, path);
  const plan = planRequest({ protocol, body, facts, header }, planning);
  return { facts, header, plan, body: () => plan.edited ?? body };
}
