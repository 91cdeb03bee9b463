import { type Category, presetOf } from '@rutbreak/core';
import { expect, it } from 'vitest';
import { RUN_BY_RUN } from './live-runs.js';
import { collectCategories, promptOf, recordedTools, stepsOf } from './recorded.js';
import { scripted } from './script.js';
import type { Stage } from './stage.js';

const ENTRIES = Object.entries(RUN_BY_RUN) as [Category, (typeof RUN_BY_RUN)[Category]][];

/** Every category, found while an agent of the framework repeats a recorded run. In shadow mode nothing changes the run. */
export function describeLive(equip: NonNullable<Stage['equip']>): void {
  it.each(ENTRIES)('%s is found', async (category, { preset, events }) => {
    const { found, onDecision } = collectCategories();
    const steps = stepsOf(events);
    const model = scripted(() => steps.shift() ?? { text: 'Done.' });
    const options = { mode: 'shadow', session: 'live', preset: presetOf(preset), onDecision } as const;
    const agent = equip(model, recordedTools(events), options);
    const isStream = events.some(({ kind }) => kind === 'delta');
    for (let prompt = promptOf(events); steps.length > 0; prompt = 'Go on.')
      await (isStream && agent.stream ? agent.stream(prompt) : agent.run(prompt));
    expect([...found]).toContain(category);
  });
}
