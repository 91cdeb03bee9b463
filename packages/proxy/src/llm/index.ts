export type { FindLifting, SessionControl, OnDecision, ResumedState } from '../shared/session-control.js';
export { type LlmProxyOptions, type OnLoop, ON_LOOP } from './options.js';
export { createLlmProxy, type LlmProxy } from './server/proxy.js';
export type { Report as LlmReport } from './report.js';
