import { OWN_MARK } from '../../event/own-words.js';
import { factsOf } from '../render/facts.js';
import { defineStrategy } from '../strategy.js';

/** One last turn without tools, so that the findings are not lost. */
export const summariseAndStop = defineStrategy({
  meta: {
    id: 'summarise-and-stop',
    summary: 'Gives the model one last turn without tools to say what was done and found, then ends the run.',
    needs: ['injectMessage', 'resetContext'],
    rungs: ['stop'],
    suits: [],
  },
  plan(context) {
    const facts = factsOf(context);
    const why = facts ? ` (${facts.pattern})` : '';
    return {
      kind: 'summarise',
      text:
        `${OWN_MARK} Notice of the loop guard, not of the user. The run ends here${why}. Call no further tools. ` +
        'Say in a few lines what was done, what was found, what is still open, and what is needed to go on.',
    };
  },
});
