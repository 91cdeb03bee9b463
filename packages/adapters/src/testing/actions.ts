import { createArchive, type Preset, presetOf } from '@rutbreak/core';
import { expect, it } from 'vitest';
import type { ActionResult, HostActions } from '../run/action-types.js';
import { callOf, scripted } from './script.js';
import type { Stage } from './stage.js';

const PROMPT = 'Find x.';
const loopOf = (rounds: number) =>
  scripted((step) => (step <= rounds ? { calls: [callOf('x')] } : { text: 'Done.' }));

const standard = presetOf('default');

/** Detects what the default preset detects, and asks for everything that only a host can do. */
export const ASKING: Preset = {
  ...standard,
  texts(context) {
    if (context.rung === 'nudge') return { text: 'Possible drift.', actions: ['warn-user'] };
    if (context.rung !== 'redirect') return standard.texts(context);
    return {
      text: 'Drift.',
      actions: ['warn-user', 'checkpoint', 'roll-back', 'switch-model', 'decompose-task'],
    };
  },
};

/** Presets ask for more than a text. Every adapter must report the outcome of each action. */
export function describeActions({ make }: Pick<Stage, 'make'>): void {
  it('an action without a callback is reported as not carried out, and the run continues', async () => {
    const results: ActionResult[] = [];
    const onAction = (result: ActionResult) => results.push(result);
    const { text } = await make(loopOf(6), { preset: ASKING, onAction }).run(PROMPT);
    expect(text).toBe('Done.');
    for (const [action, callback] of [
      ['warn-user', 'warnUser'],
      ['checkpoint', 'checkpoint'],
      ['roll-back', 'rollBack'],
      ['switch-model', 'switchModel'],
      ['decompose-task', 'decomposeTask'],
    ])
      expect(results).toContainEqual({
        ...{ action, status: 'not carried out' },
        reason: `No callback: give \`actions.${callback}\` to the adapter.`,
      });
  });

  it('a callback carries its action out before the model is asked again', async () => {
    const done: string[] = [];
    const model = loopOf(6);
    const log = (name: string) => async () => {
      const asked = model.requests.length;
      await new Promise((resolve) => setTimeout(resolve, 5));
      done.push(model.requests.length === asked ? name : `${name}, too late`);
    };
    const results: ActionResult[] = [];
    const names = ['warnUser', 'checkpoint', 'rollBack', 'switchModel', 'decomposeTask'] as const;
    const actions: HostActions = Object.fromEntries(names.map((name) => [name, log(name)]));
    await make(model, { preset: ASKING, actions, onAction: (result) => results.push(result) }).run(PROMPT);
    expect([...new Set(done)].sort()).toEqual([...names].sort());
    expect(results.filter(({ status }) => status === 'not carried out')).toEqual([]);
  });

  describeTold({ make });
  describeBeyondPresets({ make });
}

/** The texts that the model and the user read, and failures. */
function describeTold({ make }: Pick<Stage, 'make'>): void {
  it('a warning that the user has read is not repeated to the model', async () => {
    const [warned, told] = [loopOf(6), loopOf(6)];
    const texts: string[] = [];
    const actions: HostActions = { warnUser: ({ text }) => texts.push(text) };
    await make(warned, { preset: ASKING, actions }).run(PROMPT);
    await make(told, { preset: ASKING }).run(PROMPT);
    expect(texts[0]).toContain('Possible drift');
    expect(warned.requests.join()).not.toContain('Possible drift');
    expect(told.requests.join()).toContain('Possible drift');
  });

  it('a callback that fails is reported, and the run continues', async () => {
    const results: ActionResult[] = [];
    const broken = () => {
      throw new Error('disk full');
    };
    const options = { preset: ASKING, actions: { checkpoint: broken }, onError: () => undefined };
    const onAction = (result: ActionResult) => results.push(result);
    const { text } = await make(loopOf(6), { ...options, onAction }).run(PROMPT);
    expect(text).toBe('Done.');
    expect(results).toContainEqual({
      ...{ action: 'checkpoint', status: 'not carried out', reason: '`actions.checkpoint` failed.' },
    });
  });

  it('C3 each warning of a preset that asks for a user message is one, and stays out of the results', async () => {
    const model = loopOf(6);
    const results: ActionResult[] = [];
    const onAction = (result: ActionResult) => results.push(result);
    await make(model, { preset: 'cycles', onAction }).run(PROMPT);
    expect(results).toContainEqual({ action: 'user-message', status: 'carried out' });
    expect(model.requests[2]).toContain('pattern has repeated 2 times');
    expect(model.requests.join()).not.toMatch(/no results[^"]*Loop detected/);
  });
}

/** What the guard adds without a preset: advice of earlier runs, and who may lift a block. */
function describeBeyondPresets({ make }: Pick<Stage, 'make'>): void {
  it('R16 the first words about a loop say what helped against it in earlier runs', async () => {
    const archive = createArchive();
    const first = scripted((step) =>
      step <= 5
        ? { calls: [callOf('x')] }
        : step <= 20
          ? { calls: [callOf(`topic ${step}`)] }
          : { text: 'Done.' },
    );
    await make(first, { archive }).run(PROMPT);
    expect(first.requests.join()).not.toContain('once before');
    expect(archive.rows()).toHaveLength(1);
    const second = loopOf(6);
    await make(second, { archive }).run(PROMPT);
    expect(second.requests.join()).toMatch(/seen once before .* It was ended by/);
  });

  it('an agent that runs a command to lift its block is refused, and that is reported', async () => {
    const model = scripted((step) =>
      step === 1 ? { calls: [callOf('rutbreak session reset run-1')] } : { text: 'Done.' },
    );
    const results: ActionResult[] = [];
    const onAction = (result: ActionResult) => results.push(result);
    await make(model, { onAction }).run(PROMPT);
    expect(model.requests.join()).toContain('only a person can lift');
    expect(model.requests.join()).not.toContain('found rutbreak');
    expect(results).toEqual([
      {
        ...{ action: 'forbid-call', status: 'carried out' },
        reason: 'The agent tried to run: rutbreak session reset',
      },
    ]);
  });
}
