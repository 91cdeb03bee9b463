import pc from 'picocolors';
import { ageOf } from './age.js';
import type { SessionReportOptions, SessionRow } from './session.js';
import { count, cut, cutMiddle, escapeText, padEnd } from '../text.js';

const STATUS = 9;
const CALM = ['healthy', 'off'];

/** All sessions for a screen: looping ones first, each with its repeats and the command that shows more. */
export function watchView(
  rows: readonly SessionRow[],
  { now, columns, isColourful }: SessionReportOptions,
): string {
  const colours = pc.createColors(isColourful);
  const width = Math.min(Math.max(columns ?? 100, 40), 160);
  const inTrouble = rows.filter(({ status }) => !CALM.includes(status));
  const calm = rows.filter(({ status }) => CALM.includes(status));
  const head = `${count(rows.length, 'session')} in the last hour, ${inTrouble.length} in circles`;
  const row = (one: SessionRow): string[] => {
    const isCalm = CALM.includes(one.status);
    const age = ageOf(now - one.updatedAt);
    const loops = one.loops > 0 ? `, ${count(one.loops, 'loop')}` : '';
    const facts = `${age === 'now' ? age : `${age} ago`}${loops}`;
    const name = cutMiddle(escapeText(one.id), Math.max(8, width - STATUS - facts.length - 6));
    const status = padEnd(escapeText(one.status), STATUS);
    const first = `${isCalm ? colours.green('○') : colours.red('●')} ${isCalm ? status : colours.bold(status)} ${name}  ${colours.dim(facts)}`;
    if (isCalm || one.last === '') return [first];
    const indent = ' '.repeat(STATUS + 3);
    return [
      first,
      indent + cut(escapeText(one.last), width - indent.length),
      colours.dim(indent + cut(`→ rutbreak session show ${escapeText(one.id)}`, width - indent.length)),
    ];
  };
  return `${[colours.bold(cut(head, width)), '', ...inTrouble.flatMap(row), ...calm.flatMap(row)].join('\n')}\n`;
}
