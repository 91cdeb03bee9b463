import { demoCommandShape, demoShape } from '../demo.js';
import type { Route } from './route.js';

const command = { method: 'POST', scope: 'control', body: demoCommandShape, reply: demoShape } as const;

export const demoRoutes = {
  getDemo: {
    ...{ method: 'GET', path: '/v1/demo', scope: 'read', reply: demoShape },
    summary: 'The demo fleet: which simulated agents run, and captions for what happens.',
  },
  startDemo: {
    ...{ ...command, path: '/v1/demo/start' },
    summary: 'Starts simulated agents in this gateway. They run until they are stopped.',
  },
  stopDemo: {
    ...{ ...command, path: '/v1/demo/stop' },
    summary: 'Stops the simulated agents and ends their sessions.',
  },
} as const satisfies Readonly<Record<string, Route>>;
