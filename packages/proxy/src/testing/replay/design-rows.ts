/** Rows of the designs, played through the proxies. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, Decision, PresetOptions } from '@rutbreak/core';
import { expect } from 'vitest';

export interface DesignRow extends Readonly<Record<'row' | 'name' | 'preset', string>> {
  readonly options?: PresetOptions;
  readonly acts: readonly Said[];
  readonly events: readonly AgentEvent[];
}

/** What the guard said about a call. */
interface Said {
  readonly at: number;
  readonly category: string;
  readonly told: string;
}

const LIST = join(import.meta.dirname, '../../../../../quality/design-rows.json');
export const DESIGN_ROWS = JSON.parse(readFileSync(LIST, 'utf8')) as readonly DesignRow[];

export const saidOf = ({ acts }: DesignRow): readonly unknown[] =>
  acts.map((one) => ({ ...one, told: expect.stringContaining(one.told) as string }));

/** Collects what a proxy decides while it handles a call. */
export function gatherSaid(): {
  readonly found: { category: string; told: string }[];
  readonly onDecision: (_: string, decision: Decision) => undefined;
} {
  const found: { category: string; told: string }[] = [];
  return {
    found,
    onDecision(_, decision) {
      if (decision.kind !== 'act' || decision.rung === 'observe') return;
      found.push({ category: decision.verdict.primary?.category ?? '', told: decision.text });
    },
  };
}

export const textOfResult = (result: unknown): string =>
  typeof result === 'string' ? result : JSON.stringify(result ?? null);
