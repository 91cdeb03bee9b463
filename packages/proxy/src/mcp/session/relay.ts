/** Admits and records the calls of all sessions. The transports around it move the bytes. */
import { recentlyUsed } from '../../shared/bounded.js';
import type { LiveSession } from '../../shared/live-session.js';
import { randomBytes } from 'node:crypto';
import { createGuard, presetOf } from '@rutbreak/core';
import { breakerOptions } from '@rutbreak/core/edge';
import { outputSchemas } from '../wire/output-schemas.js';
import { failureGate } from './failure-gate.js';
import { createSession } from './call-relay.js';
import type { RelayOptions, CallRelay } from './relay-types.js';
import { newRelayState, type RelayParts } from './relay-state.js';

export interface Relay {
  readonly server: string;
  session(id: string): CallRelay;
  /** All sessions with a call so far. */
  readonly sessions: () => readonly LiveSession[];
}

const MAX_SESSIONS = 1000;

export function createRelay(options: RelayOptions): Relay {
  const { preset = 'default', clock = Date.now } = options;
  const guard = createGuard({
    preset: typeof preset === 'string' ? presetOf(preset) : preset,
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
  const parts: RelayParts = {
    ...options,
    ...{ guard, failures, limits, run, clock, schemas, nextSeq: () => ++calls },
    // A design adds its text to the exact result that it is about; `default` may wait for the next one.
    holdsAll: preset !== 'default',
  };
  const sessions = recentlyUsed<string, Kept>(MAX_SESSIONS, (id) => guard.forget(id));
  return {
    server: options.server,
    session(id) {
      const one = sessions.get(id) ?? keptSession(id, parts);
      sessions.set(id, one);
      return one.session;
    },
    sessions: () => [...sessions.values()].map(({ live }) => live).filter(({ lastAt }) => lastAt > 0),
  };
}

interface Kept {
  readonly live: LiveSession;
  readonly session: CallRelay;
}

function keptSession(id: string, parts: RelayParts): Kept {
  const state = newRelayState(id, parts);
  return { live: state.live, session: createSession(state, parts) };
}
