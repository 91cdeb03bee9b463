import { commandAckExample, pauseExample } from '../docs/examples.js';
import {
  commandAckShape,
  endShape,
  gateDecisionShape,
  injectShape,
  killAckShape,
  killShape,
  killStateShape,
  overrideShape,
  pauseShape,
  rewriteShape,
} from '../hitl.js';
import type { Route } from './route.js';

const others = {
  404: 'There is no such session.',
  409: 'It does not fit: another agent, a session that has ended, a gate that is decided.',
  422: 'The body is not valid.',
};

const command = { method: 'POST', scope: 'control', reply: commandAckShape, others } as const;
const home = '/gateway/sessions/{id}';

export const hitlRoutes = {
  pause: {
    ...{ ...command, path: `${home}/pause`, body: pauseShape },
    summary: 'Pauses the agent; its further events are stored in order and count later.',
    example: { body: pauseExample, reply: commandAckExample },
  },
  unpause: {
    ...{ ...command, path: `${home}/unpause`, body: pauseShape },
    summary: 'Resumes the agent and processes the held events in order.',
    example: {
      body: { operator_id: 'ada' },
      reply: {
        ...commandAckExample,
        state: 'active',
        action: 'continue',
        text: '',
        forwarded: 2,
        version: 5,
      },
    },
  },
  inject: {
    ...{ ...command, path: `${home}/inject`, body: injectShape },
    summary: 'Sends the agent a message with its next acknowledgement.',
    example: {
      body: { operator_id: 'ada', message: 'The database is down; do not try again.' },
      reply: { ...commandAckExample, state: 'active', action: 'redirect', version: 6 },
    },
  },
  rewrite: {
    ...{ ...command, path: `${home}/rewrite`, body: rewriteShape },
    summary: 'Changes a held step before it counts, and tells the agent.',
    example: {
      body: { operator_id: 'ada', message: { action: { tool_call: 'npm run lint' } }, text: 'Lint first.' },
      reply: commandAckExample,
    },
  },
  endSession: {
    ...{ ...command, path: `${home}/end`, body: endShape },
    summary: 'Stops the agent and ends the session.',
    example: { body: pauseExample, reply: { ...commandAckExample, state: 'ended', action: 'stop' } },
  },
  override: {
    ...{ ...command, path: `${home}/override`, body: overrideShape },
    summary:
      'Says that this is not a loop, and clears the intervention. Each further override needs more confirmation; a 409 says what is missing.',
    example: {
      body: { operator_id: 'ada', reason: 'polls a deployment' },
      reply: { ...commandAckExample, state: 'active', action: 'continue', text: '' },
    },
  },
  approveGate: {
    ...{ ...command, path: `${home}/gates/{gate}/approve`, body: gateDecisionShape },
    summary: 'Approves the held step.',
    example: { body: { operator_id: 'ada' }, reply: { ...commandAckExample, state: 'active', forwarded: 1 } },
  },
  rewriteGate: {
    ...{ ...command, path: `${home}/gates/{gate}/rewrite`, body: gateDecisionShape },
    summary: 'Approves the held step with changes.',
    example: {
      body: { operator_id: 'ada', message: { action: { tool_call: 'npm run lint' } } },
      reply: { ...commandAckExample, state: 'active', forwarded: 1 },
    },
  },
  rejectGate: {
    ...{ ...command, path: `${home}/gates/{gate}/reject`, body: gateDecisionShape },
    summary: 'Rejects the held step: it is dropped, and the agent is told.',
    example: { body: { operator_id: 'ada' }, reply: { ...commandAckExample, state: 'active' } },
  },
  getKillSwitch: {
    ...{
      method: 'GET',
      path: '/gateway/kill-switch',
      scope: 'read',
      summary: 'The state of the kill-switch.',
    },
    reply: killStateShape,
    example: { reply: { active: false, by: null, at: null, reason: null } },
  },
  kill: {
    ...{
      method: 'POST',
      path: '/gateway/kill-switch',
      scope: 'control',
      body: killShape,
      reply: killAckShape,
    },
    summary: 'Stops all agents. Needs a second request with the token of the first response and "STOP ALL".',
    others: { 202: 'Confirm it with this token.', 409: 'The confirmation is wrong or has expired.' },
    example: {
      body: { operator_id: 'ada', reason: 'budget' },
      reply: {
        active: false,
        confirm_token: '…',
        expires_at: 1771668060000,
        message: 'Send it again with …',
      },
    },
  },
  releaseKill: {
    ...{ method: 'POST', path: '/gateway/kill-switch/release', scope: 'control', body: killShape },
    ...{ summary: 'Releases the kill-switch.', reply: killAckShape },
    example: { body: { operator_id: 'ada' }, reply: { active: false, message: 'Agents may continue.' } },
  },
} as const satisfies Readonly<Record<string, Route>>;
