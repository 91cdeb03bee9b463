import type { Capabilities } from '@rutbreak/core';
import { liftingInArgs } from '@rutbreak/core/edge';
import { failOpen } from './fail-open.js';
import type { AdapterOptions } from './options.js';

/** An agent must not lift a decision about itself. The refusal is reported like an action. */
export function refusesLift(
  args: unknown,
  session: string,
  options: AdapterOptions,
  { veto }: Capabilities,
): boolean {
  const isActing = (options.mode ?? 'act') === 'act' && veto === true;
  const lifting = isActing ? liftingInArgs(args) : undefined;
  if (lifting === undefined) return false;
  const reason = `The agent tried to run: rutbreak session ${lifting}`;
  const result = { action: 'forbid-call', status: 'carried out', reason } as const;
  failOpen(options, undefined, () => options.onAction?.(result, session));
  return true;
}
