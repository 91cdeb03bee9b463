import { type Friction, frictionAt } from '../escalation/override.js';
import { liftCommands } from '../recovery/render/person.js';

export interface OverridePrompt {
  readonly friction: Friction;
  /** Whether the person can do it where the notification appears. */
  readonly allowOverride: boolean;
  /** The question or message for the person. */
  readonly overrideWarning: string;
}

/** What the person is about to override. */
export interface OverrideSubject {
  readonly brief: string;
  readonly session?: string;
  /** `count` counts resets of the session; otherwise it counts detections of the loop. */
  readonly countsResets: boolean;
}

/** The second text contains the finding, so that nobody confirms what they have not read. */
export function overridePrompt(count: number, subject: OverrideSubject): OverridePrompt {
  const friction = frictionAt(count);
  return {
    friction,
    allowOverride: friction !== 'permission',
    overrideWarning: textOf(friction, count, subject),
  };
}

function textOf(
  friction: Friction,
  count: number,
  { brief, session = 'ID', countsResets }: OverrideSubject,
): string {
  const past = countsResets
    ? `This is the ${ordinal(count)} loop.`
    : `This loop was detected ${count} times.`;
  switch (friction) {
    case 'simple':
      return 'Continue anyway?';
    case 'confirm':
      return `Detected again: ${brief}. Please confirm that this is wanted.`;
    case 'turns-off':
      return `${past} Override will disable detection for this session.`;
    case 'permission':
      return `${past} To go on, set LOOP_DETECTION_OVERRIDE=true or run: ${liftCommands(session).override}`;
  }
}

function ordinal(count: number): string {
  const teens = count % 100 >= 11 && count % 100 <= 13;
  const end = teens ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${end}`;
}
