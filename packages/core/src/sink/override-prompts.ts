import { type Friction, frictionAt } from '../escalation/override.js';

export interface OverridePrompt {
  readonly friction: Friction;
  /** Whether the person can do it where the notification appears. */
  readonly allowOverride: boolean;
  /** The question or message for the person. */
  readonly overrideWarning: string;
}

/** The second text contains the finding, so that nobody confirms what they have not read. */
export function overridePrompt(count: number, brief: string, session = 'ID'): OverridePrompt {
  const friction = frictionAt(count);
  return {
    friction,
    allowOverride: friction !== 'permission',
    overrideWarning: textOf(friction, count, brief, session),
  };
}

function textOf(friction: Friction, count: number, brief: string, session: string): string {
  switch (friction) {
    case 'simple':
      return 'Continue anyway?';
    case 'confirm':
      return `Detected again: ${brief}. Please confirm that this is wanted.`;
    case 'turns-off':
      return `This is the ${ordinal(count)} loop. Override will disable detection for this session.`;
    case 'permission':
      return (
        `This is the ${ordinal(count)} loop. To go on, set LOOP_DETECTION_OVERRIDE=true ` +
        `or run: rutbreak session override ${session}`
      );
  }
}

function ordinal(count: number): string {
  const teens = count % 100 >= 11 && count % 100 <= 13;
  const end = teens ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${end}`;
}
