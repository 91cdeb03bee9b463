/** How hard it is to let a loop go on, by how often the agent was reset (or this loop acted on) before. */
type Friction = 'simple' | 'confirm' | 'turns-off' | 'permission';

export interface OverrideTerms {
  readonly friction: Friction;
  /** Whether a person may do it where the notification is shown. */
  readonly allowOverride: boolean;
  /** What the person is asked or told. */
  readonly overrideWarning: string;
}

/** The count from which on an override turns detection off for the session. */
export const TURNS_OFF = 3;

function frictionOf(count: number): Friction {
  if (count <= 1) return 'simple';
  if (count < TURNS_OFF) return 'confirm';
  return count === TURNS_OFF ? 'turns-off' : 'permission';
}

/** What was found stands in the second text, so that nobody confirms what they have not read. */
export function overrideTerms(count: number, brief: string, session = 'ID'): OverrideTerms {
  const friction = frictionOf(count);
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
