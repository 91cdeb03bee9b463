import { archiveWorks } from './archive/works.js';
import { takeEvents } from './engine/events.js';
import { takeHook } from './engine/hooks.js';
import { change } from './engine/draft.js';
import { takeMessage } from './engine/steps.js';
import { settleLoops } from './engine/loops/settle-loops.js';
import type { WorkHandlers, WorkObserver } from './engine/work.js';
import { command, expireGates, releasesHeld } from './hitl/commands.js';
import { showAgents, showNode } from './topology/show.js';
import { link, sweepSession } from './topology/work.js';

/** All kinds of work on a session, registered by the folders that implement them. */
const handlers: WorkHandlers = {
  message: { createsSession: true, run: takeMessage },
  events: { createsSession: true, run: takeEvents },
  hook: { createsSession: true, run: takeHook },
  violation: {
    run(draft) {
      change(draft, { violatedAt: draft.context.now });
      return null;
    },
  },
  command: { needsHeld: ({ name }) => releasesHeld(name), run: command },
  link: { run: link },
  look: {
    needsHeld: () => true,
    run(draft, _, held) {
      expireGates(draft, held);
      return sweepSession(draft);
    },
  },
  ...archiveWorks,
};

const observers: readonly WorkObserver[] = [settleLoops, showNode, showAgents];

export const WORKS = { handlers, observers };
