export { type Audit, type AuditOptions, openAudit } from './audit.js';
export type { Ending } from './child.js';
export { type Command, serverName, thisMachine } from './command.js';
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
export { runStdio, type StdioOptions } from './stdio.js';
