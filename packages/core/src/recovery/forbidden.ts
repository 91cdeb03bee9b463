import type { AttemptEvent } from '../event/event.js';
import { callLabel } from '../event/label.js';
import { extractFeatures } from '../features/call-features.js';
import type { ForbidAction } from './strategy.js';

/**
 * Whether this is one of the forbidden calls. Ignores spelling if the loop consists of one call. Never
 * throws.
 */
export function isForbidden(
  { identity, labels }: Pick<ForbidAction, 'identity' | 'labels'>,
  { tool, args }: Pick<AttemptEvent, 'tool' | 'args'>,
): boolean {
  if (labels.includes(callLabel(tool, args))) return true;
  return identity.startsWith('call:') && identity === `call:${extractFeatures({ tool, args }).call}`;
}
