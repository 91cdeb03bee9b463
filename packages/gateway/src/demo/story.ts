import type { Category } from '@rutbreak/core';

/** An event of the trace format. */
export type DemoEvent = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The script of one simulated agent. */
export interface Story {
  readonly id: string;
  readonly agent: string;
  readonly team: string;
  readonly model: string;
  /** The category of its loop; null: it looks like a loop but is healthy. */
  readonly category: Category | null;
  /** The caption at the beginning. */
  readonly opening: string;
  /** Step `n` of the story, counted from 0. A loop never ends; other work does. */
  readonly step: (n: number) => DemoEvent | undefined;
  /** The agent asks the guard before each call, as behind a hook or a proxy, so that a call can be refused. */
  readonly asks?: boolean;
  /** The mildest action that the agent obeys. It always obeys a person. */
  readonly obeys: 'nudge' | 'redirect' | 'block' | 'pause';
  /** The steps that lead out of the loop. */
  readonly wayOut: readonly DemoEvent[];
  /** The caption for the way out. */
  readonly movingOn: string;
}

const USED = { tokens: 420, cost: 0.0042 };

export function call(tool: string, args: object, result: string, isError = false): DemoEvent {
  return { kind: 'call', tool, args, result, ...(isError && { isError }), ...USED };
}

export const say = (text: string): DemoEvent => ({ kind: 'message', role: 'assistant', text, ...USED });
export const read = (path: string, result: string): DemoEvent => call('Read', { path }, result);
