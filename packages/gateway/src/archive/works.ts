import type { Loop } from '../api/sessions.js';
import { markLoop } from '../engine/loops/loops.js';
import type { WorkHandlers } from '../engine/work.js';

declare module '../engine/work.js' {
  interface Works {
    outcome: {
      readonly input: { readonly loop: string; readonly isRecovered: boolean };
      readonly reply: null;
    };
    feedback: {
      readonly input: { readonly loop: string; readonly verdict: NonNullable<Loop['feedback']> };
      readonly reply: null;
    };
  }
}

/** Outcomes and feedback that people report about a loop. */
export const archiveWorks: Pick<WorkHandlers, 'outcome' | 'feedback'> = {
  outcome: {
    run(draft, { loop, isRecovered }) {
      markLoop(draft, loop, { outcome: isRecovered ? 'recovered' : 'failed' });
      return null;
    },
  },
  feedback: {
    run(draft, { loop, verdict }) {
      markLoop(draft, loop, { feedback: verdict });
      return null;
    },
  },
};
