import { call, message, testDetector, times, turn } from '../../../testing/index.js';
import { roundLimit } from './round-limit.js';

const work = call('ls', {}, 'x');
const inRound = (round: number): typeof work => call('ls', { round }, 'x', { round });
const nudge = turn('go on', { role: 'harness', reason: 'nudge' });

testDetector(roundLimit, {
  healthy: [
    { name: 'as many rounds as are allowed', options: { rounds: 3 }, events: times(3, work) },
    { name: 'many calls in one model step', options: { rounds: 1 }, events: times(20, inRound(1)) },
    {
      name: 'a user turn starts the count again',
      options: { rounds: 3 },
      events: times(5, [...times(3, work), turn()]),
    },
    { name: 'as many turns as are allowed', options: { turns: 3 }, events: times(3, turn()) },
    { name: 'a harness message is not a user turn', options: { turns: 1 }, events: times(5, nudge) },
    { name: 'messages are not rounds', options: { rounds: 1 }, events: times(9, message('still thinking')) },
  ],
  looping: [
    {
      name: 'one round too many, and every one after it',
      options: { rounds: 3 },
      events: times(5, work),
      signals: [
        { at: 3, messageId: 'rounds', score: 0.95 },
        { at: 4, messageId: 'rounds', score: 0.95 },
      ],
    },
    {
      name: 'the 201st round, not the 200th',
      events: times(201, work),
      signals: [{ at: 200, messageId: 'rounds' }],
    },
    {
      name: 'rounds by their number, not by the calls in them',
      options: { rounds: 2 },
      events: [1, 1, 2, 2, 3, 3].map(inRound),
      signals: [
        { at: 4, messageId: 'rounds' },
        { at: 5, messageId: 'rounds' },
      ],
    },
    {
      name: 'a harness message does not restart the count',
      options: { rounds: 2 },
      events: [work, work, nudge, work],
      signals: [{ at: 3, messageId: 'rounds' }],
    },
    {
      name: 'a user turn ends it',
      options: { rounds: 1 },
      events: [work, work, turn(), work, work],
      signals: [
        { at: 1, messageId: 'rounds' },
        { at: 4, messageId: 'rounds' },
      ],
    },
    {
      name: 'one turn too many, and everything after it',
      options: { turns: 2 },
      events: [turn(), turn(), turn(), work],
      signals: [
        { at: 2, messageId: 'turns' },
        { at: 3, messageId: 'turns' },
      ],
    },
    {
      name: 'the 501st turn, not the 500th',
      events: times(501, turn()),
      signals: [{ at: 500, messageId: 'turns' }],
    },
    {
      name: 'too many rounds and too many turns: the signal names the rounds, because they are happening now',
      options: { rounds: 1, turns: 1 },
      events: [turn(), turn(), work, work],
      signals: [
        { at: 1, messageId: 'turns' },
        { at: 2, messageId: 'turns' },
        { at: 3, messageId: 'rounds' },
      ],
    },
  ],
});
