import { defineDetector, says } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { type Group, keepGroup, NO_GROUPS } from '../mechanisms/similar.js';
import { ratio } from '../options.js';
import { countAnswer, isAnswer, withoutStale } from '../weights/same-answer.js';

const options = {
  limit: ratio(4.5, {
    max: 50,
    meaning: 'calls with one answer, each weighed by how their arguments differ, that make a loop',
  }),
};

/** Different arguments, the same answer: the agent learned nothing. */
export const sameAnswer = defineDetector({
  meta: {
    id: 'same-answer',
    summary: 'Varied calls keep getting the same answer.',
    listens: ['call'],
    family: 'calls',
    mechanism: 'similar',
    memory: 'run',
    needs: 'features',
    options,
    messages: {
      same: says(
        'TOOL_PARAMETER_DRIFT',
        'redirect',
        '{{count}} similar calls got the same answer, last {{call}}',
      ),
    },
  },

  init: (): readonly Group[] => NO_GROUPS,

  step(state, context, { limit }) {
    if (!isAnswer(context)) return { state };
    const groups = withoutStale(state, context);
    const { group, isReady } = countAnswer(groups, context);
    const { weight, events, key } = group;
    const found = { messageId: 'same', share: weight / limit, events, count: events.length } as const;
    const signal = isReady ? signalFrom(context, { ...found, identity: `answer:${key}` }) : undefined;
    return { state: keepGroup(groups, group), ...(signal && { signal }) };
  },
});
