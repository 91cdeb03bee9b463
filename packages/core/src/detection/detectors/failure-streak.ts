import { combine } from '../../event/fingerprint.js';
import { resultLabel } from '../../event/label.js';
import { roundAt } from '../../session/history.js';
import { defineDetector, type Signal } from '../detector.js';
import { failureWords, LASTING, TRANSIENT } from '../failures.js';
import { signalOf } from '../finding.js';
import { integer, type OptionsOf } from '../options.js';
import { turningAt } from '../period.js';
import { surest } from '../score.js';
import { type Failed, goOn, WINDOW } from '../streak.js';

/** One for all sessions in which nothing fails. */
const NONE: { readonly streak: readonly Failed[] } = { streak: [] };

const options = {
  kind: integer(5, {
    min: 2,
    max: WINDOW,
    meaning: 'failures of one lasting kind in a row, whatever the tool',
  }),
  turns: integer(5, { min: 4, max: WINDOW, meaning: 'failures in turn (A, B, A, B, A) that make a loop' }),
  any: integer(8, { min: 2, max: WINDOW, meaning: 'failures of any kind in a row' }),
  never: integer(5, {
    min: 2,
    max: WINDOW,
    meaning: 'the same, where nothing in the session has ever worked',
  }),
};

type MessageId = 'kind' | 'mole' | 'any' | 'never';

/** Nothing works: call after call fails, by one cause or by many; a single success ends it. */
export const failureStreak = defineDetector({
  meta: {
    id: 'failure-streak',
    summary: 'Call after call fails, and none succeeds in between.',
    listens: ['call'],
    family: 'failures',
    cap: 'redirect',
    isClose: true,
    memory: 'run',
    options,
    messages: {
      kind: { text: '{{count}} calls in a row failed ({{reason}}): {{error}}', category: 'ERROR_REPETITION' },
      mole: {
        text: 'the same errors take turns over {{count}} failed calls: {{error}}',
        category: 'ERROR_WHACK_A_MOLE',
      },
      any: { text: '{{count}} calls in a row failed: {{error}}', category: 'ERROR_REPETITION' },
      never: {
        text: 'nothing has worked yet, {{count}} calls failed: {{error}}',
        category: 'ERROR_REPETITION',
      },
    },
  },

  init: () => NONE,

  step(state, { event, percept, call, session }, limits) {
    if (!percept || !call || event.kind !== 'call' || percept.kind === 'wait') return { state };
    const { outcome } = percept;
    if (outcome.failed === 'no') return { state: NONE };
    const streak = goOn(state.streak, {
      seq: call.seq,
      label: call.label,
      reason: outcome.reason,
      cause: combine(...failureWords(percept)),
      call: percept.call,
      print: outcome.print,
      round: roundAt(session.history),
    });
    const error = resultLabel(event.result) || call.label;
    const signal = surest(
      find(streak, error, limits),
      session.news === 0 ? findNever(streak, error, limits) : undefined,
    );
    return { state: { streak }, ...(signal && { signal }) };
  },
});

function find(
  streak: readonly Failed[],
  error: string,
  limits: OptionsOf<typeof options>,
): Signal<MessageId> | undefined {
  const { reason } = streak.at(-1)!;
  const ofKind = streak.slice(streak.findLastIndex((one) => one.reason !== reason) + 1);
  const lasts = LASTING.has(reason) || reason === 'validation';
  const { length, turns } = turningAt(streak.map(({ cause }) => cause));
  const facts = { data: { reason, error }, window: WINDOW };
  return surest<Signal<MessageId>>(
    signalOf({
      ...facts,
      messageId: 'kind',
      share: lasts ? ofKind.length / limits.kind : 0,
      found: ofKind,
      identity: `streak:${reason}`,
    }),
    signalOf({
      ...facts,
      messageId: 'mole',
      share: turns / limits.turns,
      found: streak.slice(-length),
      identity: 'streak:mole',
    }),
    signalOf({
      ...facts,
      messageId: 'any',
      share: streak.length / limits.any,
      found: streak,
      identity: 'streak:any',
    }),
  );
}

/** Not one call has worked since the session began, and waiting would not help. A bad start alone is no sign. */
function findNever(
  streak: readonly Failed[],
  error: string,
  { never }: { never: number },
): Signal<MessageId> | undefined {
  if (streak.length < never || streak.some(({ reason }) => TRANSIENT.has(reason))) return undefined;
  return signalOf({
    messageId: 'never',
    share: streak.length / never,
    found: streak,
    identity: 'streak:any',
    data: { error },
    window: WINDOW,
  });
}
