export type { FindLifting, LiveSession, OnDecision } from '../shared/live-session.js';
export { type LlmProxyOptions, type OnLoop, ON_LOOP } from './options.js';
export { createLlmProxy, type LlmProxy } from './server/proxy.js';
export type { Report as LlmReport } from './report.js';
