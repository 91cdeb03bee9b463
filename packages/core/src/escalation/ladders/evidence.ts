import type { Cap } from '../../detection/detector.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';

/** How far the evidence of one detection carries a loop. */
export interface Weight {
  /** The count up to which it lets the loop escalate. */
  readonly most: number;
  /** Detections of the loop whose evidence may block, with this one. */
  readonly firm: number;
}

interface Limits {
  readonly redirectAt: number;
  readonly blockAt: number;
}

/** One alarm may be false: a block needs two detections whose evidence may block. */
const FIRM = 2;

const CAPS: readonly Cap[] = ['nudge', 'redirect', 'stop'];

/** Weak evidence does not count towards a block, also before or after harder evidence. */
export function weigh(verdict: Verdict, firmBefore: number, { redirectAt, blockAt }: Limits): Weight {
  const cap = capOf(verdict.findings);
  const wanted = Math.min(FIRM, blockAt);
  const firm = isHard(verdict) ? Math.max(firmBefore, wanted) : firmBefore + (cap === 'stop' ? 1 : 0);
  if (cap === 'nudge') return { firm, most: redirectAt - 1 };
  return { firm, most: cap === 'stop' && firm >= wanted ? Infinity : blockAt - 1 };
}

/** Signs that make a loop only together justify a nudge, like words. */
export function capOf(findings: readonly Finding[]): Cap {
  const sure = findings.filter(({ signal }) => signal.urgency !== 'note');
  return sure.reduce<Cap>((hardest, { cap = 'stop' }) => harderCap(hardest, cap), 'nudge');
}

function harderCap(one: Cap, other: Cap): Cap {
  return CAPS.indexOf(other) > CAPS.indexOf(one) ? other : one;
}

/** Degenerate text is worthless even if it continues differently: one detection is enough. */
export function isHard({ findings }: Verdict): boolean {
  return findings.some(({ signal }) => signal.urgency === 'hard');
}
