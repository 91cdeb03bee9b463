import { summarise } from '@rutbreak/core';
import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { sessionDetails, sessionTable } from '../report/session.js';
import { escapeText } from '../text.js';
import {
  FEEDBACK,
  type FeedbackKind,
  noteFeedback,
  noteRefusal,
  type SessionRecord,
  switchedOn,
} from '../store/record.js';
import { openStore } from '../store/store.js';
import { EXIT, type ExitCode } from '../errors/exit.js';
import { override } from '../session/override.js';
import type { Lifting } from '../session/guarded-agent.js';
import { afresh, find, type Parts, type SessionOptions } from '../session/find-session.js';
import { isUsageError, UsageError } from '../errors/usage-error.js';

const EXAMPLES = `
Examples:
  rutbreak session list                          which sessions there are
  rutbreak session show run-42                   what was found, said and overridden
  rutbreak session reset run-42                  lift a block and start afresh
  rutbreak session override run-42 --for 30m     let it go on; look again in 30 minutes
  rutbreak session feedback run-42 false-alarm   it was no loop

ID is a session's name or its beginning, as far as only one begins so.
Sessions are kept on this machine by the hooks and proxies, without secrets.
`;

type Act = (parts: Parts, options: SessionOptions, id: string, what: string) => Promise<string>;

/** The rescue commands for sessions that hooks and proxies keep on this machine. */
export function addSession(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const session = program
    .command('session')
    .summary('look at sessions on this machine, lift blocks, report false alarms')
    .description('Look at the sessions on this machine, lift what is blocked, and say what was wrong.')
    .addHelpText('after', EXAMPLES);
  const add = (usage: string, description: string, act: Act): Command =>
    session
      .command(usage)
      .description(description)
      .option('--data <dir>', 'where the sessions are kept')
      .action(async (...given: unknown[]) => {
        const options = given.at(-2) as SessionOptions;
        const [id = '', what = ''] = given.slice(0, -2) as string[];
        end(await carryOut(io, options, (parts) => act(parts, options, id, what)));
      });
  addCommands(add);
}

function addCommands(add: (usage: string, description: string, act: Act) => Command): void {
  add('list', 'List the sessions, the one updated last first.', list).option(
    '--json',
    'one line of JSON a session',
  );
  add('show <ID>', 'Show what was found, said and overridden.', show).option('--json', 'as one line of JSON');
  add('reset <ID>', 'Lift what is blocked, forget what was seen, and look again.', byPerson('reset', reset));
  add(
    'override <ID>',
    'Let a loop go on. From the third on, nothing more is looked at in this session.',
    byPerson('override', override),
  )
    .addOption(new Option('--for <time>', 'look again after this: 90s, 30m, 2h, 1d').conflicts('once'))
    .option('--once', 'only if it is looked at afterwards as before')
    .option('-y, --yes', 'do not ask')
    .option('--reason <text>', 'why; it is kept with the session');
  add('feedback <ID> <what>', `Say what the last verdict was: ${FEEDBACK.join(', ')}.`, feedback).option(
    '--note <text>',
    'what you saw; it is kept with the session',
  );
}

async function carryOut(
  io: Io,
  { data }: SessionOptions,
  act: (parts: Parts) => Promise<string>,
): Promise<ExitCode> {
  const troubles: string[] = [];
  const store = openStore(data ?? io.dataDir, { onTrouble: (text) => troubles.push(`note: ${text}\n`) });
  try {
    await io.stdout.write(await act({ store, io, now: Date.now() }));
    return EXIT.nothingFound;
  } catch (error) {
    if (!isUsageError(error)) throw error;
    troubles.push(`error: ${error.message}\n`);
    return EXIT.badInput;
  } finally {
    for (const text of troubles) await io.stderr.write(`${escapeText(text.trimEnd())}\n`);
  }
}

/** Refuses an agent that wants to lift what was decided about it, and records that it tried. */
function byPerson(command: Lifting, act: Act): Act {
  return async (parts, options, id, what) => {
    const { store, io, now } = parts;
    if (io.agent === undefined) return act(parts, options, id, what);
    const by = io.agent;
    const record = await find(store, id);
    await store.update(record.id, (before) => noteRefusal(before, { at: now, command, by }));
    throw new UsageError(
      `only a person can lift a block, and ${by} runs this command. Run it in a terminal of your own: rutbreak session ${command} ${record.id}`,
    );
  };
}

async function list({ store, io, now }: Parts, { json = false }: SessionOptions): Promise<string> {
  const records = await store.list();
  if (json) return records.map((record) => `${JSON.stringify(withoutSnapshot(record))}\n`).join('');
  if (records.length === 0) return `No sessions in ${escapeText(store.folder)}.\n`;
  return sessionTable(records, { now, columns: io.columns, isColourful: io.isColourful });
}

async function show(
  { store, io, now }: Parts,
  { json = false }: SessionOptions,
  id: string,
): Promise<string> {
  const record = await find(store, id);
  return json
    ? `${JSON.stringify(withoutSnapshot(record))}\n`
    : sessionDetails(record, { now, columns: io.columns, isColourful: io.isColourful });
}

/** The snapshot is for programs of ours: large, and nothing to read. */
function withoutSnapshot({ snapshot, ...rest }: SessionRecord): object {
  return { ...rest, summary: summarise(rest.log), hasSnapshot: snapshot !== undefined };
}

async function reset({ store }: Parts, _: SessionOptions, given: string): Promise<string> {
  const { id } = await find(store, given);
  await store.update(id, (record) => switchedOn(afresh(record)));
  return `${escapeText(id)} starts afresh: nothing is blocked, and what comes is looked at.\n`;
}

async function feedback(
  { store, now }: Parts,
  { note }: SessionOptions,
  given: string,
  what: string,
): Promise<string> {
  const kind = FEEDBACK.find((one) => one === what);
  if (kind === undefined)
    throw new UsageError(`there is no feedback ${what}. Use one of: ${FEEDBACK.join(', ')}.`);
  const { id } = await find(store, given);
  const record = await store.update(id, (before) => noteFeedback(before, { at: now, kind, note }));
  const about = record.last?.brief === undefined ? '' : ` about: ${record.last.brief}`;
  return `${escapeText(`Noted for ${id}: ${SAID[kind]}${about}`)}.\n`;
}

const SAID: Readonly<Record<FeedbackKind, string>> = {
  'false-alarm': 'a false alarm',
  right: 'a loop indeed',
  missed: 'a loop that was missed',
};
