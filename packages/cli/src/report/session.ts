import { summarise } from '@rutbreak/core/edge';
import pc from 'picocolors';
import type { GatewaySession, GatewaySessionDetail } from '../session/gateway-sessions.js';
import { wayBack, wayBackOnGateway } from '../session/guarded-agent.js';
import { isDetectionOff, isHeld, type LocalRecord } from '../store/record.js';
import { ageOf } from './age.js';
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

/** One line of the table. */
export interface SessionRow {
  readonly status: string;
  readonly id: string;
  readonly updatedAt: number;
  readonly loops: number;
  readonly last: string;
}

export function rowOf(record: LocalRecord, now: number): SessionRow {
  const { id, updatedAt, log, last } = record;
  const isLifted = last !== undefined && last.at <= (record.liftedAt ?? -Infinity);
  const seen = isLifted ? 'lifted' : (last?.rung ?? last?.status ?? 'healthy');
  const status = isDetectionOff(record, now) ? 'off' : seen;
  return { status, id, updatedAt, loops: log.loops.length + log.more, last: last?.brief ?? '' };
}

export function gatewayRow(id: string, session: GatewaySession): SessionRow {
  const { state, action, status, updated_at: updatedAt, loops, last_loop: last } = session;
  const shown = state === 'active' ? (action === 'continue' ? status : action) : state;
  return { status: shown, id, updatedAt, loops, last };
}

/** One row per session. */
export function sessionTable(
  sessions: readonly SessionRow[],
  { now, columns, isColourful }: SessionReportOptions,
): string {
  const colours = pc.createColors(isColourful);
  const width = Math.min(Math.max(columns ?? 120, 60), 160);
  const idWidth = Math.min(width < 80 ? 18 : 32, Math.max(7, ...sessions.map(({ id }) => id.length)));
  const room = width - STATUS - AGE - LOOPS - idWidth - 4 * GAP.length;
  const row = (status: string, id: string, age: string, loops: string, last: string): string =>
    [padEnd(status, STATUS), padEnd(id, idWidth), age.padStart(AGE), loops.padStart(LOOPS), last]
      .join(GAP)
      .trimEnd();
  const head = colours.dim(row('STATUS', 'SESSION', 'UPDATED', 'LOOPS', 'LAST SEEN'));
  const rows = sessions.map(({ status, id, updatedAt, loops, last }) =>
    row(
      escapeText(status),
      cutMiddle(escapeText(id), idWidth),
      ageOf(now - updatedAt),
      loops > 0 ? String(loops) : '',
      cutMiddle(escapeText(last), room),
    ),
  );
  return `${[head, ...rows].join('\n')}\n\n${count(sessions.length, 'session')}.\n`;
}

/** A session of a gateway, and the commands that lift a block; `refusals` are kept on this machine. */
export function gatewayDetails(
  session: GatewaySessionDetail,
  { id, url, refusals }: { id: string; url: string | undefined; refusals: LocalRecord['refusals'] },
  { now, isColourful }: SessionReportOptions,
): string {
  const { state, action, created_at: created, updated_at: updated, summary, is_off: isOff } = session;
  const isBlocked = state === 'paused' || ['block', 'pause', 'stop'].includes(action);
  const lines = [
    pc.createColors(isColourful).bold(escapeText(id)),
    `${escapeText(summary)}.`,
    `Started ${time(created)}, updated ${time(updated)} (${agoOf(now - updated)}).`,
    `The session is ${state}; the agent is told to ${action}. Detection is ${isOff ? 'off' : 'on'}.`,
    ...(session.last_loop === '' ? [] : ['', 'Last seen', `  ${escapeText(session.last_loop)}`]),
    ...(isBlocked ? ['', ...wayBackOnGateway(id, session.override !== null, url).map(escapeText)] : []),
    ...refusalLines(refusals),
  ];
  return `${lines.join('\n')}\n`;
}

function refusalLines(refusals: LocalRecord['refusals'] = []): string[] {
  return section('Refused', refusals, ({ at, command, by }) => [time(at), command, by].join(', '));
}

/** All details of one session for a person. */
export function sessionDetails(record: LocalRecord, { now, isColourful }: SessionReportOptions): string {
  const colours = pc.createColors(isColourful);
  const { id, createdAt, updatedAt, last, overrides, feedback, log } = record;
  const lines = [
    colours.bold(escapeText(id)),
    `${summarise(log)}.`,
    `Started ${time(createdAt)}, updated ${time(updatedAt)} (${agoOf(now - updatedAt)}).`,
    `Detection is ${detectionOf(record, now)}. ${count(record.resets, 'reset')}.`,
    ...(last ? ['', 'Last seen', `  ${lastLine(last)}`, ...timesLines(last), ...actionLines(last)] : []),
    ...(isHeld(record) ? ['', ...wayBack(id).split('\n').map(escapeText)] : []),
    ...section('Overrides', overrides, ({ at, type, resets, reason }) =>
      [time(at), type, `after ${count(resets, 'reset')}`, reason]
        .filter((part) => part !== undefined)
        .join(', '),
    ),
    ...refusalLines(record.refusals),
    ...section('Feedback', feedback, ({ at, kind, category, note }) =>
      [time(at), kind, category, note].filter((part) => part !== undefined).join(', '),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Only actions that could not be carried out get a line. */
function actionLines({ actions = [] }: NonNullable<LocalRecord['last']>): readonly string[] {
  return actions
    .filter(({ why }) => why !== undefined)
    .map(({ action, result, why = '' }) => `  ${escapeText(`${action}: ${result}: ${why}`)}`);
}

function lastLine({ seq, status, rung, category, brief, score }: NonNullable<LocalRecord['last']>): string {
  const what = escapeText([category, brief].filter((part) => part !== undefined).join(': '));
  // Without a kind it is a limit, which is certain.
  const sure = category === undefined ? '' : `, ${Math.round(100 * score)} % sure`;
  return `event ${seq}: ${rung ?? status}${sure}. ${what}`;
}

/** The live count, which goes on while the words above stay the same. */
function timesLines({ times }: NonNullable<LocalRecord['last']>): readonly string[] {
  if (!times) return [];
  const { ran, refused, since } = times;
  const when = since === null ? '' : `, noticed ${time(since)}`;
  return [`  It ran ${count(ran, 'time')} and was refused ${count(refused, 'time')}${when}.`];
}

function agoOf(milliseconds: number): string {
  const age = ageOf(milliseconds);
  return age === 'now' ? age : `${age} ago`;
}

const MAX_SHOWN = 10;

function section<Entry>(title: string, entries: readonly Entry[], line: (entry: Entry) => string): string[] {
  if (entries.length === 0) return [];
  const earlier = entries.length - MAX_SHOWN;
  const rest = earlier > 0 ? [`  … and ${earlier} earlier`] : [];
  return ['', title, ...rest, ...entries.slice(-MAX_SHOWN).map((entry) => `  ${escapeText(line(entry))}`)];
}

function detectionOf(record: LocalRecord, now: number): string {
  if (!isDetectionOff(record, now)) return 'on';
  return typeof record.off === 'number' ? `off until ${time(record.off)}` : 'off until a reset';
}

function time(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'at some time' : date.toISOString().replace('.000Z', 'Z');
}
