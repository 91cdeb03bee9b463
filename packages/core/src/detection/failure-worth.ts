import { jaccard, type Sketch } from '../event/sketch.js';
import { LASTING, TRANSIENT } from './failures.js';

/** A failed call, as far as it is needed to tell whether a later one is the same failure again. */
export interface Failure {
  readonly seq: number;
  readonly label: string;
  readonly reason: string;
  /** What is compared only among failures: 30 bits of each print are enough. */
  readonly tool: number;
  readonly call: number;
  readonly frame: number;
  readonly kin: number;
  readonly print: number;
  /** The error's words without those of the arguments. */
  readonly words: Sketch;
  readonly args: Sketch;
  readonly round: number;
  /** How many calls, waits, good news, changes of the world, tasks and runs there had been when it came back. */
  readonly made: number;
  readonly waits: number;
  readonly goods: number;
  /** How many calls had worked that were like a failed one. */
  readonly likes: number;
  readonly world: number;
  readonly task: number;
  readonly run: number;
}

/** What a failure still counts once something has happened since; 1 is all of it. */
export interface Worths {
  /** How many calls back is near. */
  readonly reach: number;
  readonly other: number;
  readonly asked: number;
  readonly waited: number;
  readonly edited: number;
  readonly worked: number;
}

export const WORDS = 64;
export const ARGS = 32;
/** From this many words on, an error says something specific. */
const SPECIFIC = 4;
/** Share of common arguments above which a call is the other one in other words. */
const REWORDED = 0.5;
/** Beyond twice the reach. */
const FAR = 0.5;

/** A passing failure with other numbers in it is a look at something that moves. */
export function isAlike(one: Failure, last: Failure, likeness: number): boolean {
  const isLook = one.call === last.call && TRANSIENT.has(last.reason);
  return isLook ? one.print === last.print : jaccard(one.words, last.words, WORDS) >= likeness;
}

/** What an earlier failure counts beside the last one: an edit may have cured it, or time. */
export function worthOf(one: Failure, last: Failure, hadGood: boolean, worths: Worths): number {
  if (one === last) return 1;
  const time = worthInTime(one, last, worths);
  const hasPassed = TRANSIENT.has(one.reason) && one.waits !== last.waits;
  // A scheduled run does its other work too; what matters is that this failed again.
  if (one.run !== last.run) return time;
  const hasWorked = one.goods !== last.goods;
  // The same kind of call has worked on something else: it depends on the target.
  const isOfTarget = one.likes !== last.likes && one.call !== last.call;
  const isSame = (one.frame === last.frame && !isOfTarget) || isSpecific(one, last);
  if (LASTING.has(one.reason) && !hasPassed) {
    return isSame || !hasWorked || isReworded(one, last) ? time : time * worths.other;
  }
  // Other numbers in the same place, with successes in between, are a probe: a search by halves, a sweep.
  const isProbe = isOfTarget || (hadGood && one.kin === last.kin);
  const isKin = isSame || (!isProbe && !hasWorked && isReworded(one, last));
  if (one.world !== last.world) return time * worths.edited * (isKin ? 1 : worths.other);
  if (isKin) return time;
  return time * worths.other * (hasWorked ? worths.worked : 1);
}

function worthInTime(one: Failure, last: Failure, { reach, asked, waited }: Worths): number {
  const isFar = one.run === last.run && last.made - one.made > 2 * reach;
  return (one.task === last.task ? 1 : asked) * (one.waits === last.waits ? 1 : waited) * (isFar ? FAR : 1);
}

/** Two tools that fail in the same words, and enough of them, meet the same obstacle. */
function isSpecific(one: Failure, last: Failure): boolean {
  return last.words.length >= SPECIFIC && one.tool !== last.tool;
}

/** The other one in other words. */
export function isReworded(one: Failure, last: Pick<Failure, 'kin' | 'args'>): boolean {
  // Only numbers: whatever they are, it is the same obstacle.
  if (last.args === '') return one.kin === last.kin;
  return jaccard(one.args, last.args, ARGS) >= REWORDED;
}
