/** Admits and records the calls of all sessions. The transports around it move the bytes. */
import { recentlyUsed } from '../../shared/bounded.js';
import { randomBytes } from 'node:crypto';
import { createGuard, presetOf } from '@rutbreak/core';
import { breakerOptions } from '@rutbreak/core/edge';
import { outputSchemas } from '../wire/output-schemas.js';
import { failureGate } from './failure-gate.js';
import { createSession } from './relay-session.js';
import type { RelayOptions, RelaySession } from './relay-types.js';

export interface Relay {
  readonly server: string;
  session(id: string): RelaySession;
}

const MAX_SESSIONS = 1000;

export function createRelay(options: RelayOptions): Relay {
  const { preset = 'default', clock = Date.now } = options;
  const guard = createGuard({
    preset: presetOf(preset),
    // A proxy can add text to a result and refuse a call.
    capabilities: { appendToResult: true, veto: true },
    ...(options.options && { options: options.options }),
    ...(options.mode && { mode: options.mode }),
    ...(options.tools && { tools: options.tools }),
    ...(options.budgets && { budgets: options.budgets }),
  });
  const failures = failureGate(options.failureBreaker);
  const limits = breakerOptions(options.breaker);
  const run = randomBytes(4).toString('hex');
  const schemas = outputSchemas();
  let calls = 0;
  const sessions = recentlyUsed<string, RelaySession>(MAX_SESSIONS, (id) => guard.forget(id));
  const session = (id: string): RelaySession => {
    const one =
      sessions.get(id) ??
      createSession(id, { ...options, guard, failures, limits, run, clock, schemas, nextSeq: () => ++calls });
    sessions.set(id, one);
    return one;
  };
  return { server: options.server, session };
}
