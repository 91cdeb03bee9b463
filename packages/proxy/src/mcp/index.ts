export { type Audit, type AuditOptions, openAudit } from './audit.js';
export { type Child, type ChildOptions, type Ending, startChild } from './child.js';
export { type Command, type Machine, serverName, thisMachine } from './command.js';
export { createExchange, type Exchange, type ExchangeOptions, type FromServer } from './exchange.js';
export type { FromClient } from './call-in.js';
export { createGatewayClient, type GatewayClient, type GatewayOptions } from './gateway-client.js';
export { bridgeHandler } from './http-bridge.js';
export type { UpstreamOptions } from './http-send.js';
export { type Handler, upstreamHandler } from './http-upstream.js';
export { pathOf, readMcpConfig, type ServerEntry, wrapMcpConfig, type WrapOptions } from './mcp-config.js';
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
export { createRelay, type Relay } from './relay.js';
export type {
  Admission,
  RelayEvent,
  RelayOptions,
  RelaySession,
  Settled,
  Ticket,
  ToolCall,
} from './relay-session.js';
export type { OutcomeClass } from './result.js';
export { type HttpServing, serveHttp } from './serve-http.js';
export { runStdio, type StdioOptions } from './stdio.js';
