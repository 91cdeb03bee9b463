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
    if (order === 'stop') return 'stopped';
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
    if (order === 'stop') return 'stopped';
  }
  await world.end();
  return how;
}

const FRESH = ['README.md', 'src/index.ts', 'src/config.ts', 'test/setup.ts', 'package.json', 'CHANGELOG.md'];

/** Different work with different results: an agent that moves again. */
export function wayOut(name: string): readonly Event[] {
  return FRESH.map((path, i) => ({
    ...{ kind: 'call', tool: i % 2 === 0 ? 'Read' : 'Edit', args: { path: `${name}/${path}` } },
    ...{
      result: `${path}: ${(i + 3) * 17} lines, ${['one export', 'two imports', 'a new test'][i % 3] ?? ''} ${i}`,
    },
    tokens: 400 + i * 37,
  }));
}
