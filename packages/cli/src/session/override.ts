import type { GuardSession, OverrideRecord, OverrideRefusal, Snapshot } from '@rutbreak/core';
import { configFromEnv } from '@rutbreak/core/designs/votes';
import type { Io } from '../io.js';
import { count, escapeText } from '../text.js';
import { noteOverride, type LocalRecord, switchedOn } from '../store/record.js';
import { UsageError } from '../errors/usage-error.js';
import { afresh, type Found, type Parts, restored, type SessionOptions } from './find-session.js';

/** The flags of an override. */
interface Wish {
  readonly at: number;
  readonly until: number | undefined;
  readonly once: boolean;
  readonly reason: string | undefined;
}

/**
 * The rescue command, which is itself a permission. It uses the same override as a person at a screen, so the
 * third loop and later ones switch detection off for the session. At a terminal it asks first.
 */
export async function override(
  { store, io, now }: Parts,
  { for: time, once = false, yes = false, reason }: SessionOptions,
  found: Exclude<Found, { kind: 'gateway' }>,
): Promise<string> {
  const before = found.kind === 'local' ? found.record : await found.proxy.load(found.id);
  const wish = { at: now, until: time === undefined ? undefined : now + durationOf(time), once, reason };
  if (!yes && !isPermitted(io)) await confirm(before, io);
  const change = (record: LocalRecord): LocalRecord => overridden(record, wish);
  const { id, off, overrides } =
    found.kind === 'local'
      ? await store.update(before.id, change)
      : await found.proxy.update(before.id, change, 'override');
  // A proxy's state ends with it, but an override is kept longer.
  if (found.kind === 'proxy') await store.update(id, (record) => ({ ...record, overrides }));
  const how =
    off === undefined
      ? 'continues; detection stays on'
      : off === 'reset'
        ? `continues, and detection is off until: rutbreak session reset ${id}`
        : `continues, and detection is off until ${new Date(off).toISOString()}`;
  return `${escapeText(`${id} ${how}`)}.\n${count(overrides.length, 'override')} of this session so far.\n`;
}

/** Throws if there is nothing to override, or the request does not fit; then nothing changes. */
function overridden(record: LocalRecord, wish: Wish): LocalRecord {
  const { at, until, once, reason } = wish;
  const session = restored(record);
  const note = { at, reason, off: until };
  // There is no readable state, so only the record can switch detection off.
  if (!session)
    return noteOverride(switchedOn(afresh(record)), { ...note, off: once ? undefined : (until ?? 'reset') });
  const done = session.override({ at, isPermitted: true, ...(reason !== undefined && { reason }) });
  if (isRefusal(done)) {
    if (until === undefined)
      throw new UsageError(`${done.hint} To switch detection off anyway, add --for 30m.`);
    return noteOverride({ ...record, off: until }, { ...note, resets: 0 });
  }
  const snapshot = session.snapshot();
  const isOff = snapshot.state.control?.isOff === true;
  if (once && isOff)
    throw new UsageError(
      `after ${done.resetCount} detections or resets an override switches detection off. To lift the block and keep detection on: rutbreak session reset ${record.id}`,
    );
  const off = until ?? (isOff ? 'reset' : undefined);
  const next = { ...switchedOn(record), snapshot: until === undefined ? snapshot : lookingOn(snapshot) };
  return noteOverride(next, { ...note, off, type: done.type, resets: done.resetCount });
}

/** The record, not the session, switches detection off for a time, because only the record knows when it ends. */
function lookingOn(snapshot: Snapshot): Snapshot {
  const { state } = snapshot;
  return { ...snapshot, state: { ...state, control: state.control && { ...state.control, isOff: false } } };
}

function isRefusal(done: OverrideRecord | OverrideRefusal): done is OverrideRefusal {
  return 'kind' in done;
}

function isPermitted({ env }: Io): boolean {
  const name = 'LOOP_DETECTION_OVERRIDE';
  return configFromEnv({ [name]: env[name] }).values.override === true;
}

/** Shows the loop and asks for a confirmation, if there is a terminal. */
async function confirm(record: LocalRecord, io: Io): Promise<void> {
  const refusal = io.stdin.isTTY === true ? refusalOf(restored(record)) : undefined;
  if (!refusal || refusal.code === 'OVERRIDE_NOTHING') return;
  const found = record.last?.brief === undefined ? '' : ` It was: ${record.last.brief}.`;
  const effect = refusal.friction === 'confirm' ? '' : ' Detection will be off for this session.';
  const question = `Override ${record.id} after ${refusal.resetCount} detections or resets?${found}${effect} Continue anyway? [y/N] `;
  await confirmed(question, io);
}

/** Throws unless the person says yes. */
async function confirmed(question: string, io: Io): Promise<void> {
  await io.stderr.write(escapeText(question));
  if (!/^\s*y(es)?\s*$/i.test(await answerFrom(io)))
    throw new UsageError('not confirmed; nothing was changed.');
}

/** The same command for a session of a gateway, which keeps its own record of it. */
export async function overrideOnGateway(
  { io }: Parts,
  { for: time, once = false, yes = false, reason }: SessionOptions,
  { id, session, gateway }: Extract<Found, { kind: 'gateway' }>,
): Promise<string> {
  if (time !== undefined)
    throw new UsageError('--for is for sessions on this machine; a gateway looks again at once.');
  const { override: needed } = await gateway.show(session.id);
  if (!yes && io.stdin.isTTY === true) {
    const found = session.last_loop === '' ? '' : ` It was: ${session.last_loop}.`;
    // The rescue command is itself the permission that the gateway's page asks for.
    const warning =
      needed?.allowed === true ? ` ${needed.warning}` : ' Detection will be off for this session.';
    await confirmed(`Override ${id}?${found}${needed === null ? '' : warning} [y/N] `, io);
  }
  const consent = { isConfirmed: true, ...(!once && { acceptsOff: true, rescue: true }) };
  await gateway.send(session.id, 'override', { ...consent, ...(reason !== undefined && { reason }) });
  return `${escapeText(id)} continues.\n`;
}

/** Tries an override without permission on a copy, to learn what it would require. */
function refusalOf(session: GuardSession | undefined): OverrideRefusal | undefined {
  const tried = session?.override({});
  return tried && isRefusal(tried) ? tried : undefined;
}

async function answerFrom({ stdin }: Io): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.includes('\n') || text.length > 100) break;
  }
  return text.split('\n')[0] ?? '';
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function durationOf(text: string): number {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const time = Number(number) * UNITS[(unit ?? 's') as keyof typeof UNITS];
  if (time > 0) return time;
  throw new UsageError(`${text} is no time. Use a number and s, m, h or d: 90s, 30m, 2h, 1d.`);
}
