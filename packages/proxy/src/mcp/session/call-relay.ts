import { admit, settle } from './admit-call.js';
import { end, observe } from './observe-call.js';
import type { CallRelay } from './relay-types.js';
import { queueText, type RelayParts, type RelayState } from './relay-state.js';

export function createSession(state: RelayState, parts: RelayParts): CallRelay {
  const { server, policy, audit, clock } = parts;
  return {
    server,
    isStrict: policy !== undefined || audit !== undefined,
    schemas: parts.schemas,
    version: undefined,
    refusedMessage: (problem, message) => state.records.refusedMessage(problem, message, clock()),
    admit: (call) => admit(state, call, parts),
    agreed: (ticket) => settle(state, ticket, clock(), parts),
    declined: (ticket, by) => state.records.refused(ticket, by, clock()),
    forwarded: (ticket) => state.records.prepare(ticket),
    ended: (ticket, outcome) => end(state, ticket, outcome, parts),
    observed(ticket, result, isError) {
      state.backlog.catchUp();
      return observe(state, ticket, { result, isError, at: clock() }, parts);
    },
    observedLater(ticket, { read, sample, isError }) {
      const at = clock();
      state.backlog.push(() => void observe(state, ticket, { result: read(), isError, at }, parts));
      // A result that was never seen before cannot be a repetition, so detection can wait.
      if (isError || sample === undefined || state.results.seen(sample)) state.backlog.catchUp();
    },
    catchUp: state.backlog.catchUp,
    queueText(text) {
      const later = state.queuedText;
      state.queuedText = text;
      queueText(state, later);
    },
  };
}
