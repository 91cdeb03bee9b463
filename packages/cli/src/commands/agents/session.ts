import { type Lifting, summarise } from '@rutbreak/core/edge';
import { type Command, Option } from 'commander';
import type { Io } from '../../io.js';
import { gatewayDetails, gatewayRow, rowOf, sessionDetails, sessionTable } from '../../report/session.js';
import { escapeText, safeJson } from '../../text.js';
import {
  FEEDBACK,
  type FeedbackKind,
  noteFeedback,
  noteRefusal,
  type LocalRecord,
  switchedOn,
} from '../../store/record.js';
import { openStore } from '../../store/store.js';
import { EXIT, type ExitCode } from '../../errors/exit.js';
import { override, overrideOnGateway } from '../../session/override.js';
import {
  afresh,
  allSessions,
  find,
  type Found,
  gatewayFor,
  proxiesFor,
  type Parts,
  type SessionOptions,
} from '../../session/find-session.js';
import { describeError } from '../../errors/report-errors.js';
import { UsageError } from '../../errors/usage-error.js';

const EXAMPLES = `
Examples:
  rutbreak session list                          all sessions
  rutbreak session show run-42                   loops, overrides, and how to lift a block
  rutbreak session reset run-42                  lift a block and start again
  rutbreak session override run-42 --for 30m     let it continue for 30 minutes
  rutbreak session feedback run-42 false-alarm   this was not a loop

ID is the id of a session, or the start of it if no other session starts so.
Hooks keep their sessions on this machine, without secrets. Sessions inside a
running proxy are listed as mcp:SERVER/ID and llm:PORT/ID. The sessions of a
gateway are listed as gateway/ID: of the one that runs on this machine, or of
the one that --gateway names, with its token in RUTBREAK_TOKEN.
`;

type Act = (parts: Parts, options: SessionOptions, id: string, what: string) => Promise<string>;

/** Commands for sessions that hooks keep on this machine, and for those of proxies and a gateway. */
export function addSession(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const session = program
    .command('session')
    .summary('show sessions, lift blocks, report false alarms')
    .description('Show the sessions of this machine and of a gateway, lift blocks, and report false alarms.')
    .addHelpText('after', EXAMPLES);
  const add = (usage: string, description: string, act: Act): Command =>
    session
      .command(usage)
      .description(description)
      .option('--data <dir>', 'the folder with the sessions')
      .option('--gateway <url>', 'a gateway on another machine or port')
      .action(async (...given: unknown[]) => {
        const options = given.at(-2) as SessionOptions;
        const [id = '', what = ''] = given.slice(0, -2) as string[];
        end(await carryOut(io, options, (parts) => act(parts, options, id, what)));
      });
  addCommands(add);
}

function addCommands(add: (usage: string, description: string, act: Act) => Command): void {
  add('list', 'List the sessions, the most recently updated first.', list).option(
    '--json',
    'one line of JSON per session',
  );
  add('show <ID>', 'Show the loops, what the agent was told, and overrides.', show).option(
    '--json',
    'as one line of JSON',
  );
  add('reset <ID>', 'Lift the block, forget the history, and switch detection on.', byPerson('reset', reset));
  add(
    'override <ID>',
    'Let a loop continue. From the third loop on, this switches detection off for the session.',
    byPerson('override', overrideAny),
  )
    .addOption(
      new Option('--for <time>', 'switch detection on again after this time: 90s, 30m, 2h, 1d').conflicts(
        'once',
      ),
    )
    .option('--once', 'only if detection stays on')
    .option('-y, --yes', 'do not ask')
    .option('--reason <text>', 'why; it is kept with the session');
  add('feedback <ID> <what>', `Say what the last verdict was: ${FEEDBACK.join(', ')}.`, feedback).option(
    '--note <text>',
    'what you saw; it is kept with the session',
  );
}

async function carryOut(
  io: Io,
  options: SessionOptions,
  act: (parts: Parts) => Promise<string>,
): Promise<ExitCode> {
  const troubles: string[] = [];
  const store = openStore(options.data ?? io.dataDir, {
    onTrouble: (text) => troubles.push(`note: ${text}\n`),
  });
  try {
    const proxies = proxiesFor(options, io);
    const where = {
      proxies,
      gateway: gatewayFor(options, io),
      isGatewayNamed: options.gateway !== undefined,
    };
    await io.stdout.write(await act({ store, io, now: Date.now(), ...where }));
    return EXIT.nothingFound;
  } catch (error) {
    const sentence = describeError(error);
    if (sentence === undefined) throw error;
    troubles.push(`error: ${sentence}\n`);
    return EXIT.badInput;
  } finally {
    for (const text of troubles) await io.stderr.write(`${escapeText(text.trimEnd())}\n`);
  }
}

type LiftingAct = (parts: Parts, options: SessionOptions, found: Found) => Promise<string>;

/** Refuses an agent that tries to lift its own block, and records the attempt. */
function byPerson(command: Lifting, act: LiftingAct): Act {
  return async (parts, options, given) => {
    const { store, io, now } = parts;
    const found = await find(parts, given);
    if (io.agent === undefined) return act(parts, options, found);
    const by = io.agent;
    const note = (before: LocalRecord): LocalRecord => noteRefusal(before, { at: now, command, by });
    if (found.kind === 'proxy') await found.proxy.update(found.id, note);
    await store.update(found.id, note);
    throw new UsageError(
      `only a person can lift a block, and ${by} runs this command. Run it in a terminal of your own: rutbreak session ${command} ${found.id}`,
    );
  };
}

async function list(parts: Parts, { json = false }: SessionOptions): Promise<string> {
  const { store, io, now } = parts;
  const all = await allSessions(parts);
  if (json) return all.map((found) => `${safeJson(jsonOf(found))}\n`).join('');
  if (all.length === 0) return `No sessions in ${escapeText(store.folder)}.\n`;
  const rows = all.map((found) =>
    found.kind === 'gateway' ? gatewayRow(found.id, found.session) : rowOf(found.record, now),
  );
  return sessionTable(rows, { now, columns: io.columns, isColourful: io.isColourful });
}

async function show(parts: Parts, { json = false }: SessionOptions, given: string): Promise<string> {
  const { store, io, now, isGatewayNamed } = parts;
  const found = await find(parts, given);
  if (json) return `${safeJson(jsonOf(found))}\n`;
  const how = { now, columns: io.columns, isColourful: io.isColourful };
  if (found.kind !== 'gateway') return sessionDetails(found.record, how);
  const { id, session, gateway } = found;
  const refusals = (await store.load(id))?.refusals;
  const url = isGatewayNamed ? gateway.url : undefined;
  return gatewayDetails(await gateway.show(session.id), { id, url, refusals }, how);
}

/** Without the snapshot, which is large and not readable. */
function jsonOf(found: Found): object {
  if (found.kind === 'gateway') return { ...found.session, id: found.id };
  const { snapshot, ...rest } = found.record;
  return { ...rest, summary: summarise(rest.log), hasSnapshot: snapshot !== undefined };
}

async function reset({ store, now }: Parts, _: SessionOptions, found: Found): Promise<string> {
  if (found.kind === 'gateway') {
    await found.gateway.send(found.session.id, 'unpause', {});
    return `${escapeText(found.id)} continues: its pause or block is lifted.\n`;
  }
  const change = (record: LocalRecord): LocalRecord => ({
    ...switchedOn(afresh(record)),
    liftedAt: now,
  });
  if (found.kind === 'proxy') await found.proxy.update(found.id, change, 'reset');
  else await store.update(found.id, change);
  return `${escapeText(found.id)} starts again from zero: nothing is blocked, and detection is on.\n`;
}

function overrideAny(parts: Parts, options: SessionOptions, found: Found): Promise<string> {
  return found.kind === 'gateway'
    ? overrideOnGateway(parts, options, found)
    : override(parts, options, found);
}

async function feedback(
  parts: Parts,
  { note }: SessionOptions,
  given: string,
  what: string,
): Promise<string> {
  const kind = FEEDBACK.find((one) => one === what);
  if (kind === undefined)
    throw new UsageError(`there is no feedback ${what}. Use one of: ${FEEDBACK.join(', ')}.`);
  const { id, ...found } = await find(parts, given);
  if (found.kind === 'gateway')
    throw new UsageError(
      `${id} is a session of a gateway. Give the feedback on its page: ${found.gateway.url}`,
    );
  const change = (before: LocalRecord): LocalRecord => noteFeedback(before, { at: parts.now, kind, note });
  const record =
    found.kind === 'proxy' ? await found.proxy.update(id, change) : await parts.store.update(id, change);
  const about = record.last?.brief === undefined ? '' : ` about: ${record.last.brief}`;
  return `${escapeText(`Noted for ${id}: ${SAID[kind]}${about}`)}.\n`;
}

const SAID: Readonly<Record<FeedbackKind, string>> = {
  'false-alarm': 'a false alarm',
  right: 'a loop indeed',
  missed: 'a loop that was missed',
};
