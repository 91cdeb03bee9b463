import { call, message, step, testDetector, times, turn } from '../../testing/index.js';
import { repeatedStep } from './repeated-step.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const ring = (count: number): ReturnType<typeof step>[] => range(count).map((i) => step(`part ${i}`, 'tool'));

testDetector(repeatedStep, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'different intents', events: range(12).map((i) => step(`find ${i}`, 'search')) },
    { name: 'two equal steps that succeed', events: times(2, step('look', 'search')) },
    { name: 'one step that fails', events: [step('deploy', 'ship', 'failure')] },
    {
      name: 'the same rhythm with new intents',
      events: range(6).flatMap((i) => [step(`find ${i}`, 'search'), step(`read ${i}`, 'fetch')]),
    },
    {
      name: 'the same intent with other tools',
      events: ['a', 'b', 'c', 'd', 'e', 'f'].map((tool) => step('look', tool)),
    },
    {
      name: 'a failure and then a success',
      events: [step('deploy', 'ship', 'failure'), step('deploy', 'ship')],
    },
    { name: 'one lap and a half', events: [...ring(3), step('part 0', 'tool')] },
    { name: 'a cycle that is interrupted', events: [...ring(2), step('something else', 'tool'), ...ring(2)] },
    { name: 'a cycle of five steps', events: times(6, ring(5)) },
    {
      name: 'a new task between',
      events: range(5).flatMap((i) => [turn(`task ${i}`), ...times(2, step('look', 'search'))]),
    },
    {
      name: 'a run each',
      events: times(5, [
        turn('', { role: 'harness', reason: 'schedule' }),
        step('look', 'search'),
        step('look', 'search'),
      ]),
    },
    {
      name: 'more asked for',
      options: { successes: 20, failures: 20, laps: 20 },
      events: [
        ...times(9, step('look', 'search')),
        ...times(9, step('ship', 'x', 'failure')),
        ...times(9, ring(2)),
      ],
    },
    { name: 'what is no step', events: [...times(6, call('search', {}, 'x')), ...times(6, message('look'))] },
  ],
  looping: [
    {
      name: 'the third equal step that fails',
      events: times(4, step('deploy', 'ship', 'failure')),
      signals: [
        { at: 1, messageId: 'same', score: 0.5 },
        { at: 2, messageId: 'same', score: 0.8 },
        { at: 3, messageId: 'same', score: 0.874 },
      ],
    },
    {
      name: 'steps that are skipped, or pending, are no success either',
      events: [
        ...times(3, step('deploy', 'ship', 'skipped')),
        ...times(3, step('deploy', 'ship', 'pending')),
      ],
      signals: [
        { at: 1, messageId: 'same', score: 0.5 },
        { at: 2, messageId: 'same', score: 0.8 },
        { at: 4, messageId: 'same', score: 0.5 },
        { at: 5, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'fewer failures asked for',
      options: { failures: 2 },
      events: times(2, step('deploy', 'ship', 'failure')),
      signals: [{ at: 1, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'the fifth equal step that succeeds',
      events: times(6, step('look', 'search')),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
        { at: 5, messageId: 'same', score: 0.8484 },
      ],
    },
    {
      name: 'a step without a tool',
      events: times(5, step('think', undefined)),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'fewer successes asked for',
      options: { successes: 2 },
      events: times(2, step('look', 'search')),
      signals: [{ at: 1, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'two steps in turn, the third lap',
      events: times(4, [step('hedge', 'preview', 'skipped'), step('recompute', 'risk')]),
      signals: [
        { at: 3, messageId: 'cycle', score: 0.5 },
        { at: 4, messageId: 'cycle', score: 0.5 },
        { at: 5, messageId: 'cycle', score: 0.8 },
        { at: 6, messageId: 'cycle', score: 0.8 },
        { at: 7, messageId: 'cycle', score: 0.874 },
      ],
    },
    {
      name: 'fewer laps asked for',
      options: { laps: 2 },
      events: times(2, ring(2)),
      signals: [{ at: 3, messageId: 'cycle', score: 0.8 }],
    },
    {
      name: 'a ring of four',
      events: times(3, ring(4)),
      signals: [
        { at: 7, messageId: 'cycle', score: 0.5 },
        { at: 8, messageId: 'cycle', score: 0.5 },
        { at: 9, messageId: 'cycle', score: 0.5 },
        { at: 10, messageId: 'cycle', score: 0.5 },
        { at: 11, messageId: 'cycle', score: 0.8 },
      ],
    },
    {
      name: 'calls and talk in between change nothing',
      events: times(3, [step('deploy', 'ship', 'failure'), message('hm'), call('ls', {}, 'x')]),
      signals: [
        { at: 3, messageId: 'same', score: 0.5 },
        { at: 6, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'a repeated prompt starts nothing new',
      events: times(3, [turn('go on'), step('deploy', 'ship', 'failure')]),
      signals: [
        { at: 3, messageId: 'same', score: 0.5 },
        { at: 5, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'steps before a new task do not count',
      events: [
        ...times(2, step('deploy', 'ship', 'failure')),
        turn('next'),
        ...times(2, step('deploy', 'ship', 'failure')),
      ],
      signals: [
        { at: 1, messageId: 'same', score: 0.5 },
        { at: 4, messageId: 'same', score: 0.5 },
      ],
    },
  ],
});
