/** What the gateway said about the last event. */
export interface Order {
  readonly action: string;
  readonly held?: boolean;
}

type Event = Readonly<Record<string, unknown>>;

/** The ways of the demo fleet with the world; the page sends, a test writes down. */
export interface World {
  readonly send: (event: Event) => Promise<Order>;
  /** Resolves once the agent may go on. */
  readonly untilResumed: () => Promise<Order>;
  readonly end: () => Promise<void>;
  readonly rest: () => Promise<void>;
  readonly isOver: () => boolean;
}

export interface Character {
  /** How often it has to be told before it changes its mind; a person who pauses it is always heard. */
  readonly patience: number;
  /** What it does once it has understood. */
  readonly wayOut: readonly Event[];
  /** Loops go on and on, work ends. */
  readonly isEndless: boolean;
}

/** A simulated agent: it works along its script, waits when it is paused, and listens, sooner or later. */
export async function runAgent(
  script: readonly Event[],
  character: Character,
  world: World,
): Promise<string> {
  let told = 0;
  const tail = script.slice(-Math.min(6, script.length));
  for (let i = 0; !world.isOver(); i++) {
    const event = script[i] ?? (character.isEndless ? tail[i % tail.length] : undefined);
    if (!event) break;
    const order = await hear(await world.send(event), world);
    if (order === 'stop') return stop(world);
    if (order === 'paused') return finish(character, world, 'resumed');
    if (order !== 'continue' && ++told >= character.patience) return finish(character, world, 'listened');
    await world.rest();
  }
  if (!world.isOver()) await world.end();
  return 'done';
}

/** A pause is real: nothing is sent until somebody says so. */
async function hear(order: Order, world: World): Promise<string> {
  if (order.action === 'stop') return 'stop';
  if (order.held !== true) return order.action;
  const next = await world.untilResumed();
  return next.action === 'stop' ? 'stop' : 'paused';
}

async function finish(character: Character, world: World, how: string): Promise<string> {
  for (const event of character.wayOut) {
    if (world.isOver()) return how;
    await world.rest();
    const order = await hear(await world.send(event), world);
    if (order === 'stop') return stop(world);
  }
  await world.end();
  return how;
}

async function stop(world: World): Promise<string> {
  await world.end();
  return 'stopped';
}

const PLACES = ['src', 'src/api', 'src/store', 'test', 'docs', 'scripts', 'web/pages'];
const FILES = ['index', 'config', 'session', 'router', 'cache', 'format', 'events', 'limits', 'notes'];
const FOUND = ['one export', 'two imports', 'a new test', 'an open question', 'a default that is never used'];

/** Different work with different results: an agent that gets on. */
export function work(name: string, count: number): readonly Event[] {
  return Array.from({ length: count }, (_, i) => {
    const file = `${name}/${PLACES[i % PLACES.length] ?? ''}/${FILES[i % FILES.length] ?? ''}.ts`;
    const lines = 40 + ((i * 53) % 211);
    const isEdit = i % 3 === 2;
    return {
      ...{ kind: 'call', tool: isEdit ? 'Edit' : 'Read', args: { path: file } },
      result: isEdit
        ? `${file}: line ${lines} is now ${lines + i}`
        : `${file}: ${lines} lines, ${FOUND[i % FOUND.length] ?? ''}, ${FILES[(i * 4) % FILES.length] ?? ''} is used ${i + 1} times`,
      tokens: 400 + i * 37,
    };
  });
}
