import { DEFAULT_PRESET, PRESETS } from '@rutbreak/core';
import { RULES } from '../rules/index.js';
import type { Rule } from '../rules/rule.js';
import { idLookup, lengthOnly } from './baselines.js';
import type { Detector } from './detector.js';
import { presetDetector } from './preset-detector.js';
import { windowHash } from './window-hash.js';

/** A plain rule ends the run when it fires, like most agents that ship one. */
function ruleDetector({ id, start }: Rule): Detector {
  return {
    name: id,
    start: () => {
      const fires = start();
      return { observe: (event) => (fires(event) ? { action: 'stop', score: 1 } : undefined) };
    },
  };
}

export interface Reference {
  readonly kind: 'ours' | 'design' | 'rule' | 'baseline';
  readonly summary: string;
  readonly detector: Detector;
}

/** Everything in the comparison tables, implemented by us and named by its rule. */
export function referenceDetectors(idsOfEarlierRun: ReadonlyMap<string, boolean>): Reference[] {
  const designs = PRESETS.filter((name) => name !== DEFAULT_PRESET);
  return [
    { kind: 'ours', summary: 'the default preset', detector: presetDetector(DEFAULT_PRESET) },
    ...designs.map((name): Reference => ({
      ...{ kind: 'design', summary: `the published design \`${name}\``, detector: presetDetector(name) },
    })),
    ...[...RULES, windowHash].map((rule): Reference => ({
      ...{ kind: 'rule', summary: rule.summary, detector: ruleDetector(rule) },
    })),
    { kind: 'baseline', summary: 'labels looked up by id', detector: idLookup(idsOfEarlierRun) },
    { kind: 'baseline', summary: 'the number of events', detector: lengthOnly },
  ];
}
