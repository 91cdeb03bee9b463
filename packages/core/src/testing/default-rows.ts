import { expect, it } from 'vitest';
import type { AgentEvent } from '../event/event.js';
import { NAMES } from './names.js';
import { acts, play } from './play.js';
import { call, range, turn } from './trace.js';

type Events = readonly AgentEvent[];
/** A loop, and the last event by which the guard must have acted. */
type Loops = readonly (readonly [name: string, by: number, events: Events])[];
type Works = readonly (readonly [name: string, events: Events])[];

export const name = (i: number): string => NAMES[i % NAMES.length]!;

export const bash = (command: string, result: string, isError = false): AgentEvent =>
  call('Bash', { command }, result, { isError });
export const read = (path: string, result: string, more = {}): AgentEvent =>
  call('Read', { path, ...more }, result);
export const change = (path: string, from: string, to: string): AgentEvent =>
  call('Edit', { path, old_string: from, new_string: to }, `The file ${path} has been updated.`);
export const nightly = turn('nightly', { role: 'harness', reason: 'schedule' });
export const compaction = turn('', { role: 'harness', reason: 'compaction' });
/** Lines that no other number produces. */
export const page = (i: number, lines = 6): string =>
  range(lines)
    .map((k) => `${name(i)} ${name(k)} row ${i * lines + k} of the ${name(i + k)} table`)
    .join('\n');

/** The first event at which the guard intervenes. */
export function firstAct(events: Events): number | undefined {
  return acts(play('default', events)).find(([, rung]) => rung !== 'observe')?.[0];
}

export function mustDetect(rows: Loops): void {
  it.each(rows)('detects %s', (_, by, events) => {
    const at = firstAct(events);
    expect(at, 'nothing was said').toBeDefined();
    expect(at).toBeLessThanOrEqual(by);
  });
}

export function mustLeaveAlone(rows: Works): void {
  it.each(rows)('leaves alone %s', (_, events) => {
    expect(firstAct(events)).toBeUndefined();
  });
}
