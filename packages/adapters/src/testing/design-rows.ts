/** Rows of the designs, while an agent of a framework makes the calls. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Act,
  type AgentEvent,
  type Preset,
  type PresetOptions,
  type Proceed,
  presetOf,
} from '@rutbreak/core';
import { expect, it } from 'vitest';
import { recordedTools, stepsOf } from './recorded.js';
import { scripted } from './script.js';
import type { Stage } from './stage.js';

type Said = Readonly<Record<'category' | 'told', string>> & { readonly at: number };
export type DesignRow = Readonly<Record<'row' | 'name' | 'preset', string>> & {
  readonly events: readonly AgentEvent[];
  readonly acts: readonly Said[];
  readonly options?: PresetOptions;
};
interface Setting {
  readonly preset: Preset;
  readonly options: PresetOptions;
}
const PLACE = join(import.meta.dirname, '../../../../quality/design-rows.json');
export const DESIGN_ROWS = JSON.parse(readFileSync(PLACE, 'utf8')) as readonly DesignRow[];

export const expectedOf = ({ acts }: DesignRow): readonly unknown[] =>
  acts.map(({ told, ...act }) => ({ ...act, told: expect.stringContaining(told) as string }));

/** The preset of a row, with its options. */
export const settingOf = ({ preset, options = {} }: DesignRow): Setting => ({
  ...{ preset: presetOf(preset), options },
});

/** What was said, and after how many calls. */
export function listen(calls: () => number): {
  readonly said: Said[];
  readonly onDecision: (decision: Act | Proceed) => void;
} {
  const said: Said[] = [];
  return {
    said,
    onDecision(decision) {
      if (decision.kind !== 'act' || decision.rung === 'observe') return;
      const category = decision.verdict.primary?.category ?? '';
      said.push({ at: calls(), category, told: decision.text });
    },
  };
}

/** The events before the first prompt, and those after each prompt. */
function tasksOf(events: readonly AgentEvent[]): readonly [prompt: string, AgentEvent[]][] {
  let task: [prompt: string, AgentEvent[]] = ['Go.', []];
  const tasks = [task];
  for (const event of events)
    if (event.kind === 'turn') tasks.push((task = [event.text ?? '', []]));
    else task[1].push(event);
  return tasks;
}

export function describeDesignRows(equip: NonNullable<Stage['equip']>): void {
  it.each(DESIGN_ROWS)('$row $name', async (row) => {
    let calls = 0;
    const { said, onDecision } = listen(() => calls);
    const tools = recordedTools(row.events).map(({ name, execute }) => ({
      ...{ name, execute: () => ((calls += 1), execute()) },
    }));
    let steps = stepsOf([]);
    const model = scripted(() => steps.shift() ?? { text: 'Done.' });
    const agent = equip(model, tools, { session: 'live', ...settingOf(row), onDecision });
    let ended: unknown;
    for (const [prompt, events] of tasksOf(row.events)) {
      steps = stepsOf(events);
      ended = await agent.run(prompt);
    }
    expect(said).toEqual(expectedOf(row));
    // The model reads each text, or the program where the run has ended.
    const read = `${model.requests.join('\n')}\n${JSON.stringify(ended)}`;
    if (row.row === 'C6') expect(read).not.toMatch(/loop/i);
    for (const { told } of row.acts) expect(read.replaceAll('\\\\', '\\')).toContain(inJson(told));
  });
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
