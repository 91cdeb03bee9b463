import { defineDetector, says } from '../detector.js';
import { type Group, keepGroup, NO_GROUPS } from '../mechanisms/similar.js';
import { signalFrom } from '../mechanisms/found.js';
import { ratio } from '../options.js';
import { surest } from '../score.js';
import { countCause, countStreak, failureIn, withoutStreak } from '../weights/repeated-failure.js';

const options = {
  limit: ratio(4.1, { max: 50, meaning: 'calls that fail for one reason, each weighed, that make a loop' }),
};

/** Different calls that fail for one reason: of one tool, of several tools, or one tool on which every call fails. */
export const repeatedFailure = defineDetector({
  meta: {
    id: 'repeated-failure',
    summary: 'Varied calls keep failing for the same reason.',
    listens: ['call', 'step'],
    family: 'calls',
    mechanism: 'similar',
    needs: 'features',
    options,
    messages: {
      same: says('ERROR_REPETITION', 'redirect', '{{count}} calls failed for the same reason, last {{call}}'),
      everywhere: says(
        'ERROR_REPETITION',
        'redirect',
        '{{count}} calls of several tools failed for the same reason',
      ),
      refused: says('ERROR_REPETITION', 'redirect', '{{call}} and similar calls keep failing, {{count}}x'),
    },
  },

  init: (): readonly Group[] => NO_GROUPS,

  step(state, context, { limit }) {
    const failure = failureIn(context);
    if (failure === 'none') return { state: withoutStreak(state, context) };
    if (failure === 'unclear') return { state };
    const { group, known } = countCause(state, failure, context);
    const causes = keepGroup(state, group);
    const signalOf = ({ events, weight, key }: Group, messageId: 'same' | 'everywhere' | 'refused') => {
      const found = { messageId, share: weight / limit, events, count: events.length };
      return events.length < 2 ? undefined : signalFrom(context, { ...found, identity: `failure:${key}` });
    };
    const found = known && signalOf(group, known.tool === failure.tool ? 'same' : 'everywhere');
    if (!failure.isHard) return { state: causes, ...(found && { signal: found }) };
    const streak = countStreak(state, failure, context);
    const signal = surest(found, signalOf(streak, 'refused'));
    return { state: keepGroup(causes, streak), ...(signal && { signal }) };
  },
});
