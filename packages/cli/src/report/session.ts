import { summarise } from '@rutbreak/core';
import pc from 'picocolors';
import { wayBack } from '../session/guarded-agent.js';
import { isDetectionOff, type SessionRecord } from '../store/record.js';
import { count, cutMiddle, escapeText, padEnd } from '../text.js';

export interface SessionReportOptions {
  readonly now: number;
  readonly columns: number | undefined;
  readonly isColourful: boolean;
}

const STATUS = 10;
const AGE = 8;
const LOOPS = 5;
const GAP = '  ';

/** A row a session. */
export function sessionTable(
  records: readonly SessionRecord[],
  { now, columns, isColourful }: SessionReportOptions,
): string {
  const colours = pc.createColors(isColourful);
  const width = Math.min(Math.max(columns ?? 120, 60), 160);
  const idWidth = Math.min(width < 80 ? 18 : 32, Math.max(7, ...records.map(({ id }) => id.length)));
  const room = width - STATUS - AGE - LOOPS - idWidth - 4 * GAP.length;
  const row = (status: string, id: string, age: string, loops: string, last: string): string =>
    [padEnd(status, STATUS), padEnd(id, idWidth), age.padStart(AGE), loops.padStart(LOOPS), last]
      .join(GAP)
      .trimEnd();
  const head = colours.dim(row('STATUS', 'SESSION', 'UPDATED', 'LOOPS', 'LAST SEEN'));
  const rows = records.map((record) => {
    const loops = record.log.loops.length + record.log.more;
    const last = escapeText(record.last?.brief ?? '');
    return row(
      statusOf(record, now),
      cutMiddle(escapeText(record.id), idWidth),
      ageOf(now - record.updatedAt),
      loops > 0 ? String(loops) : '',
      cutMiddle(last, room),
    );
  });
  return `${[head, ...rows].join('\n')}\n\n${count(records.length, 'session')}.\n`;
}

function statusOf(record: SessionRecord, now: number): string {
  return isDetectionOff(record, now) ? 'off' : (record.last?.rung ?? record.last?.status ?? 'healthy');
}

/** Everything that a person may want to know about one session. */
export function sessionDetails(record: SessionRecord, { now, isColourful }: SessionReportOptions): string {
  const colours = pc.createColors(isColourful);
  const { id, createdAt, updatedAt, last, overrides, feedback, log } = record;
  const lines = [
    colours.bold(escapeText(id)),
    `${summarise(log)}.`,
    `Started ${time(createdAt)}, updated ${time(updatedAt)} (${ageOf(now - updatedAt)} ago).`,
    `Detection is ${detectionOf(record, now)}. ${count(record.resets, 'reset')}.`,
    ...(last ? ['', 'Last seen', `  ${lastLine(last)}`] : []),
    ...(isHeld(record) ? ['', ...wayBack(id).split('\n').map(escapeText)] : []),
    ...section('Overrides', overrides, ({ at, type, resets, reason }) =>
      [time(at), type, `after ${count(resets, 'reset')}`, reason]
        .filter((part) => part !== undefined)
        .join(', '),
    ),
    ...section('Refused', record.refusals ?? [], ({ at, command, by }) => [time(at), command, by].join(', ')),
    ...section('Feedback', feedback, ({ at, kind, category, note }) =>
      [time(at), kind, category, note].filter((part) => part !== undefined).join(', '),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** A call is blocked, or the run was ended. */
function isHeld({ last }: SessionRecord): boolean {
  return last?.rung === 'block' || last?.rung === 'pause' || last?.rung === 'stop';
}

function lastLine({ seq, status, rung, category, brief, score }: NonNullable<SessionRecord['last']>): string {
  const what = escapeText([category, brief].filter((part) => part !== undefined).join(': '));
  return `event ${seq}: ${rung ?? status}, ${Math.round(100 * score)} % sure. ${what}`;
}

const MAX_SHOWN = 10;

function section<Entry>(title: string, entries: readonly Entry[], line: (entry: Entry) => string): string[] {
  if (entries.length === 0) return [];
  const earlier = entries.length - MAX_SHOWN;
  const rest = earlier > 0 ? [`  … and ${earlier} earlier`] : [];
  return ['', title, ...rest, ...entries.slice(-MAX_SHOWN).map((entry) => `  ${escapeText(line(entry))}`)];
}

function detectionOf(record: SessionRecord, now: number): string {
  if (!isDetectionOff(record, now)) return 'on';
  return typeof record.off === 'number' ? `off until ${time(record.off)}` : 'off until a reset';
}

function time(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'at some time' : date.toISOString().replace('.000Z', 'Z');
}

const SPANS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

function ageOf(span: number): string {
  for (const [unit, size] of SPANS) if (span >= size) return `${Math.floor(span / size)}${unit}`;
  return 'now';
}
