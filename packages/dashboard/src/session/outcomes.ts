import type { SessionDetail } from '../contract.js';
import { plain } from '../format.js';

type Outcomes = NonNullable<SessionDetail['outcomes']>;

const MAX_ACTION = 40;
const MAX_WHY = 160;

/** What became of each action the last time that a preset asked for it: `reset: not carried out (…)`. */
export function outcomesText(outcomes: Outcomes): string {
  const last = new Map(outcomes.map((one) => [one.action, one]));
  return [...last.values()]
    .map(({ action, result, why }) => {
      const reason = why === undefined ? '' : ` (${plain(why, MAX_WHY)})`;
      return `${plain(action, MAX_ACTION)}: ${result}${reason}`;
    })
    .join('; ');
}
