import { removedShape } from '../admin.js';
import { bulkAckShape, bulkShape, createdMuteShape, muteListShape, newMuteShape } from '../mutes.js';
import type { Route } from './route.js';

export const muteRoutes = {
  listMutes: {
    ...{ method: 'GET', path: '/v1/mutes', scope: 'read', reply: muteListShape },
    summary: 'The muted patterns, with their expiry.',
  },
  createMute: {
    ...{ method: 'POST', path: '/v1/mutes', scope: 'control', body: newMuteShape, reply: createdMuteShape },
    summary:
      'Mutes the pattern of a loop in all sessions until it expires: the gateway records it, but raises no alert and does not act.',
    others: { 404: 'There is no such loop.', 409: 'There are too many mutes.' },
  },
  deleteMute: {
    ...{ method: 'DELETE', path: '/v1/mutes/{id}', scope: 'control', reply: removedShape },
    ...{ summary: 'Ends a mute.', others: { 404: 'There is no such mute.' } },
  },
  bulkCommand: {
    ...{ method: 'POST', path: '/v1/sessions/bulk', scope: 'control', body: bulkShape, reply: bulkAckShape },
    summary: 'One command for up to 500 sessions. Each one succeeds or fails on its own, and is audited.',
    example: {
      body: { operator_id: 'ada', command: 'pause', sessions: ['run-1', 'run-2'] },
      reply: {
        results: [
          { session_id: 'run-1', changed: true, problem: null },
          { session_id: 'run-2', changed: false, problem: 'There is no such session.' },
        ],
      },
    },
  },
} as const satisfies Readonly<Record<string, Route>>;
