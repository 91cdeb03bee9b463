export type { LiveSession, OnDecision } from '../shared/live-session.js';
export type { ActionOutcome, HostActions, HostContext } from '../shared/carry-out.js';
export { type Audit, type AuditOptions, openAudit } from './audit/audit-file.js';
export { type Child, type ChildOptions, type Ending, startChild } from './transport/stdio/child-process.js';
export { type Command, type Machine, serverName, thisMachine } from './transport/stdio/command.js';
export { createExchange, type Exchange, type ExchangeOptions } from './session/exchange/exchange.js';
export type { FromServer } from './session/exchange/server-message.js';
export type { FromClient } from './session/exchange/tool-call.js';
export { TOKEN_HEADER } from './transport/http/access-token.js';
export { bridgeHandler } from './transport/http/stdio-bridge.js';
export type { UpstreamOptions } from './transport/http/upstream-request.js';
export { type Handler, upstreamHandler } from './transport/http/upstream.js';
export {
  pathOf,
  readMcpConfig,
  type ServerEntry,
  wrapMcpConfig,
  type WrapOptions,
} from './config/mcp-config.js';
export {
  type Action,
  decide,
  misfit,
  type Policy,
  type PolicyCall,
  type Rule,
  type Ruling,
} from './policy/policy.js';
export { readPolicy } from './policy/read-policy.js';
export { createRelay, type Relay } from './session/relay.js';
export type {
  Admission,
  HostCheck,
  RelayEvent,
  RelayOptions,
  RelayReport,
  CallRelay,
  Settled,
  Ticket,
  ToolCall,
} from './session/relay-types.js';
export type { OutcomeClass } from './wire/result.js';
export { type HttpServing, serveHttp, type ServeHttpOptions } from './transport/http/serve-http.js';
export { runStdio, type StdioOptions } from './transport/stdio/stdio.js';
