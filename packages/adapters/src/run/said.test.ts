import { describe, expect, it } from 'vitest';
import { createGuard, type Decision } from '@rutbreak/core';
import { createRun } from './run.js';

const text = (message: string): string => message;
const dialect = { userText: text, read: text } as never;

/** A run in which the guard has spoken, its words, and how many prompts it has counted. */
function spoken() {
  const decisions: Decision[] = [];
  const session = createGuard().session('one');
  const turns: string[] = [];
  const counted: typeof session = {
    ...session,
    turn(turn) {
      turns.push(turn.text ?? '');
      return session.turn(turn);
    },
  };
  const run = createRun<string>(counted, dialect, { onDecision: (one) => decisions.push(one) });
  for (let i = 0; i < 8; i++)
    run.after({ tool: 'Bash', args: { command: 'git status' } }, { result: 'nothing to commit' });
  return { run, said: run.takeTexts(), prompts: () => turns.length };
}

describe('a message of the user', () => {
  it.each([
    ['that begins with our mark is a prompt', (): string => '[rutbreak] What does this mean?', 1],
    ['that quotes our words and asks about them is a prompt', (said: string) => `${said} Why?`, 1],
    ['that quotes a part of our words is a prompt', (said: string) => said.slice(0, said.length / 2), 1],
    ['that a framework made of our words is none', (said: string) => `${said}\n`, 0],
  ])('%s', async (_, messageOf, expected) => {
    const { run, said, prompts } = spoken();
    expect(said).toContain('[rutbreak]');
    await run.request([messageOf(said)]);
    expect(prompts()).toBe(expected);
  });
});
