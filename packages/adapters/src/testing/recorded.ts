/** A recorded run, in the parts from which a framework's agent repeats it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Act, AgentEvent, Category, Proceed } from '@rutbreak/core';
import type { Step } from './script.js';

export interface Trace {
  readonly id: string;
  readonly category: Category;
  readonly events: readonly AgentEvent[];
}

const CORPUS = join(import.meta.dirname, '../../../../corpus/looping');

export function loopingTraces(): readonly Trace[] {
  return readdirSync(CORPUS).flatMap((file) =>
    readFileSync(join(CORPUS, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Trace),
  );
}

interface Collected {
  readonly found: ReadonlySet<Category>;
  readonly onDecision: (decision: Act | Proceed) => void;
}

export function collectCategories(): Collected {
  const found = new Set<Category>();
  const onDecision = ({ verdict }: Act | Proceed): void => {
    if (verdict.status === 'looping' && verdict.primary) found.add(verdict.primary.category);
  };
  return { found, onDecision };
}

export function promptOf(events: readonly AgentEvent[]): string {
  const turn = events.find((event) => event.kind === 'turn');
  return (turn?.kind === 'turn' && turn.text) || 'Go.';
}

/** A message and the call after it form one answer; so do all consecutive deltas. */
export function stepsOf(events: readonly AgentEvent[]): Step[] {
  const steps: Step[] = [];
  let text: string | undefined;
  let calls = 0;
  for (const event of events) {
    if (event.kind === 'delta') text = (text ?? '') + event.text;
    if (event.kind === 'message') {
      if (text !== undefined) steps.push({ text });
      ({ text } = event);
    }
    if (event.kind !== 'call') continue;
    const args = (event.args ?? {}) as Readonly<Record<string, unknown>>;
    const call = { id: `live-${(calls += 1)}`, tool: event.tool, args };
    steps.push({ ...(text !== undefined && { text }), calls: [call] });
    text = undefined;
  }
  return text === undefined ? steps : [...steps, { text }];
}

/** A tool of a recorded run. Each call of any of them returns the next recorded result. */
export interface RecordedTool {
  readonly name: string;
  readonly execute: () => Promise<unknown>;
}

export function recordedTools(events: readonly AgentEvent[]): readonly RecordedTool[] {
  const results = events.flatMap((event) => (event.kind === 'call' ? [event] : []));
  const names = [...new Set(results.map(({ tool }) => tool))];
  const execute = async (): Promise<unknown> => {
    const { result, isError } = results.shift() ?? { result: '' };
    const text = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    return isError === true ? Promise.reject(new Error(text)) : Promise.resolve(result ?? null);
  };
  return names.map((name) => ({ name, execute }));
}
