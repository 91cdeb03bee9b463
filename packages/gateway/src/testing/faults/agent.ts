import type { AgentEvent } from '@rutbreak/core';
import type { EventAck } from '../../api/events.js';
import { between, pick, type Random, sleep } from './random.js';
import { TOKEN } from './replica.js';

/** What one agent and its operator were told. The check compares it with the store. */
export interface Diary {
  readonly session: string;
  /** Every event with a smaller number was acknowledged. */
  acked: number;
  /** The outcome of those from `acked` up to here is unknown. */
  sent: number;
  /** By id; false if no reply came. */
  readonly commands: Map<string, { readonly name: 'inject' | 'pause' | 'unpause'; isAcked: boolean }>;
  readonly heard: Set<string>;
  duplicates: number;
}

export interface World {
  readonly random: Random;
  readonly urls: () => readonly string[];
  readonly isOver: () => boolean;
  /** The deadline for all waits. */
  readonly isTooLate: () => boolean;
  readonly violation: (what: string) => void;
  readonly late: Set<Promise<void>>;
}

const ROUND = 40;
/** Enough repeats for several messages, and too few for a stop: a replay cannot know which blocks a person lifts. */
const CIRCLE = 6;

/** The time identifies the event, so every event is unique while the agent still loops. */
export function eventAt(seq: number): AgentEvent {
  const isCircle = seq % ROUND >= ROUND - CIRCLE;
  const room = nameOf(Math.floor(seq / ROUND));
  const path = isCircle ? `src/${room}.ts` : `src/${seq % 17}.ts`;
  const result = isCircle ? `in ${room} there are a table and a chair` : `content ${seq}`;
  return { kind: 'call', tool: 'read', args: { path }, result, at: 1_000_000 + seq, tokens: 3 };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Letters, because numbers would look like positions in a file. */
function nameOf(number: number): string {
  const rest = Math.floor(number / LETTERS.length);
  return (rest > 0 ? nameOf(rest) : 'room-') + LETTERS.charAt(number % LETTERS.length);
}

const DUPLICATES = 0.3;

/** One agent sends batches one after the other until the end; a person sends commands in between. */
export async function runAgent(session: string, world: World): Promise<Diary> {
  const diary: Diary = { session, acked: 0, sent: 0, commands: new Map(), heard: new Set(), duplicates: 0 };
  while (!world.isOver()) {
    if (!(await sendBatch(diary, world))) return diary;
    const chance = world.random();
    if (chance < 0.1) await give(diary, 'inject', world);
    else if (chance < 0.2) {
      if (await give(diary, 'pause', world)) await sendBatch(diary, world);
      await give(diary, 'unpause', world);
    }
  }
  return diary;
}

async function sendBatch(diary: Diary, world: World): Promise<boolean> {
  const firstSeq = diary.acked;
  const size = between(world.random, 1, 20);
  const events = Array.from({ length: size }, (_, i) => eventAt(firstSeq + i));
  diary.sent = firstSeq + size;
  const path = '/v1/events';
  const body = { session: diary.session, firstSeq, events };
  const ack = (await insist(path, body, world)) as EventAck | undefined;
  if (!ack) return false;
  if (ack.nextSeq !== diary.sent || ack.accepted + ack.duplicates !== size)
    world.violation(
      `${diary.session}: sent ${firstSeq}…${diary.sent - 1}, and the answer says ${JSON.stringify(ack)}`,
    );
  diary.acked = diary.sent;
  for (const { text } of ack.directives) diary.heard.add(text);
  repeatLater(diary, world, path, body, (again) => {
    const { accepted } = again as EventAck;
    if (accepted !== 0)
      world.violation(`${diary.session}: ${accepted} events of a duplicate were taken in again`);
  });
  return true;
}

async function give(diary: Diary, name: 'inject' | 'pause' | 'unpause', world: World): Promise<boolean> {
  const id = `${name}-${diary.commands.size}`;
  const entry = { name, isAcked: false };
  diary.commands.set(id, entry);
  const path = `/gateway/sessions/${encodeURIComponent(diary.session)}/${name}`;
  const body = { operator_id: id, command_id: id, ...(name === 'inject' && { message: id }) };
  if ((await insist(path, body, world)) === undefined) return false;
  entry.isAcked = true;
  repeatLater(diary, world, path, body, (again) => {
    if ((again as { changed: boolean }).changed)
      world.violation(`${diary.session}: the command ${id} was carried out twice`);
  });
  return true;
}

/** Sends the same request again after a delay, to any replica that responds. */
function repeatLater(
  diary: Diary,
  world: World,
  path: string,
  body: object,
  check: (answer: unknown) => void,
): void {
  if (world.random() >= DUPLICATES) return;
  const wait = between(world.random, 0, 400);
  const work = sleep(wait)
    .then(() => insist(path, body, world))
    .then((answer) => {
      if (answer === undefined) return;
      diary.duplicates++;
      check(answer);
    })
    .finally(() => world.late.delete(work));
  world.late.add(work);
}

/** Sends until a replica responds. Undefined if that took too long, or if the response is wrong. */
async function insist(path: string, body: object, world: World): Promise<unknown> {
  while (!world.isTooLate()) {
    const urls = world.urls();
    const answer = urls.length === 0 ? undefined : await ask(pick(world.random, urls) + path, body);
    if (answer?.status === 200) return answer.body;
    if (answer && answer.status !== 503 && answer.status !== 429) {
      world.violation(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return undefined;
    }
    await sleep(20);
  }
  return undefined;
}

async function ask(url: string, body: object): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    });
    return { status: answer.status, body: await answer.json() };
  } catch {
    // Killed, or not started yet: the outcome is unknown.
    return undefined;
  }
}
