import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentEvent, createGuard, presetOf, type Preset, rungAtLeast } from '@rutbreak/core';
import { defineDetector } from '@rutbreak/core/detectors';
import { readEvent } from '@rutbreak/core/edge';

/** What one false alarm costs healthy runs. */
export interface HarmFigures {
  /** Healthy traces, each with an alarm forced at 1/4, 1/2 and 3/4. */
  readonly runs: number;
  /** The most calls that were refused in one run. */
  readonly refusedMost: number;
  readonly refused: number;
  /** Decisions that asked for entries to be taken out of the history. */
  readonly removed: number;
  readonly ended: number;
  /** Healthy traces in which a detector raises a false alarm by itself. */
  readonly alarmedAnyway: number;
}

const SHARES = [1 / 4, 1 / 2, 3 / 4];
const CORPUS = join('corpus', 'healthy');

/** Says at one event, whatever happened there, that ten repeats were seen: the harshest alarm that a detector of calls can raise. */
function forcedAlarm(at: number) {
  return defineDetector({
    meta: {
      id: 'forced-alarm',
      summary: 'A false alarm.',
      listens: ['call', 'message', 'edit', 'step', 'error', 'state'],
      options: {},
      messages: { forced: { text: 'a forced alarm', category: 'TOOL_REPETITION' } },
    },
    init: () => ({ seen: 0 }),
    step({ seen }, { seq }) {
      const state = { seen: seen + 1 };
      if (seen !== at) return { state };
      const evidence = {
        ...{ events: [seq], elements: [], count: 10, window: 10, first: seq, last: seq },
        ...{ examples: [], variations: [] },
      };
      const signal = {
        messageId: 'forced',
        score: 1,
        urgency: 'warn',
        identity: 'forced',
        data: {},
        evidence,
      };
      return { state, signal: signal as typeof signal & { messageId: 'forced'; urgency: 'warn' } };
    },
  });
}

interface Cost {
  readonly refused: number;
  readonly removed: number;
  readonly ended: number;
  readonly acts: number;
}

function play(events: readonly AgentEvent[], preset: Preset): Cost {
  const session = createGuard({ preset }).session('healthy');
  const cost = { refused: 0, removed: 0, ended: 0, acts: 0 };
  const tell = (event: AgentEvent): boolean => {
    const decision = session.observe(event);
    if (decision.kind !== 'act' || decision.rung === 'observe') return false;
    cost.acts++;
    if (decision.rung === 'stop') cost.ended++;
    if (decision.actions.some((one) => one === 'drop-loop-from-context' || one === 'reset')) cost.removed++;
    return decision.isAttempt && rungAtLeast(decision.rung, 'block');
  };
  for (const event of events) {
    if (event.kind === 'call') {
      const { tool, args, round, at } = event;
      const asked = { tool, args, ...(round !== undefined && { round }), ...(at !== undefined && { at }) };
      if (tell({ kind: 'attempt', ...asked })) {
        cost.refused++;
        continue;
      }
    }
    tell(event);
  }
  return cost;
}

/** Over all healthy traces of the corpus. */
export function measureHarm(root: string): HarmFigures {
  const preset = presetOf('default');
  const traces = healthyTraces(join(root, CORPUS));
  const costs = traces.flatMap((events) => {
    const seen = events.filter(({ kind }) => kind !== 'turn' && kind !== 'delta' && kind !== 'attempt');
    return SHARES.map((share) => {
      const alarm = forcedAlarm(Math.floor(share * seen.length));
      return play(events, { ...preset, detectors: [...preset.detectors, alarm] });
    });
  });
  const sum = (of: (cost: Cost) => number): number => costs.reduce((total, cost) => total + of(cost), 0);
  return {
    runs: costs.length,
    refusedMost: Math.max(...costs.map(({ refused }) => refused)),
    refused: sum(({ refused }) => refused),
    removed: sum(({ removed }) => removed),
    ended: sum(({ ended }) => ended),
    alarmedAnyway: traces.filter((events) => play(events, preset).acts > 0).length,
  };
}

function healthyTraces(folder: string): readonly (readonly AgentEvent[])[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { readonly events: readonly unknown[] }).events)
    .map((events) => events.map((event) => readEvent(event)).filter((event) => event.kind !== 'refused'));
}
