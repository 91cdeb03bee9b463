import type { Decision, PresetOptions, Rung } from '@rutbreak/core';
import { configure, reduce, start, type State } from '@rutbreak/core/edge';
import type { Action, Detector, Verdict } from './detector.js';

const ACTION_OF: Readonly<Record<Rung, Action>> = {
  ...{ observe: 'none', nudge: 'warn', redirect: 'warn' },
  ...{ block: 'block', pause: 'block', stop: 'stop' },
};

/** A preset of the core, in the terms of the benchmark. */
export function presetDetector(preset: string, options?: PresetOptions): Detector {
  const engine = configure(preset, options);
  return {
    name: preset,
    start: () => {
      let state: State = start(engine);
      return {
        observe: (event) => {
          const outcome = reduce(state, event, engine);
          state = outcome.state;
          return verdictOf(outcome.decision);
        },
      };
    },
  };
}

function verdictOf(decision: Decision): Verdict {
  if (decision.kind === 'refused') return { action: 'none', score: 0 };
  const score = decision.verdict.findings.reduce((most, { signal }) => Math.max(most, signal.score), 0);
  const action = decision.kind === 'act' ? ACTION_OF[decision.rung] : 'none';
  return { action, score: Math.min(1, Math.max(0, score)) };
}
