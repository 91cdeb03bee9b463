import { expect, it } from 'vitest';
import { outcomesText } from './outcomes.js';

it('the session view has the last outcome of each action, and why it was not carried out', () => {
  const text = outcomesText([
    { at: 1, action: 'reset', result: 'not carried out', why: 'there is nothing to reset' },
    { at: 1, action: 'warn-user', result: 'carried out' },
    { at: 2, action: 'reset', result: 'not carried out', why: 'no \u001b[31mhistory' },
  ]);
  expect(text).toBe('reset: not carried out (no ␛1b[31mhistory); warn-user: carried out');
});
