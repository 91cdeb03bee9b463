import type { Action } from '../api/shapes.js';
import type { Caption, DemoAgent } from '../api/demo.js';
import { VOTES_MODEL } from './guard.js';
import type { DemoEvent, Story } from './story.js';

/** The gateway's reply to the last event. */
interface Answer {
  readonly action: Action;
  /** A person has paused the session. */
  readonly held: boolean;
}

/** The environment of a simulated agent. */
export interface World {
  readonly send: (event: DemoEvent) => Promise<Answer>;
  /**
   * Resolves to true when a person resumes the agent, and to false when the session or the demo ends. `isHeld`: a person has
   * paused it; otherwise the guard asks it to wait.
   */
  readonly untilResumed: (isHeld: boolean) => Promise<boolean>;
  readonly end: () => Promise<void>;
  readonly rest: () => Promise<void>;
  readonly isOver: () => boolean;
  readonly caption: (kind: Caption['kind'], text: string) => void;
  readonly become: (state: DemoAgent['state']) => void;
}

const ORDER: readonly Action[] = ['continue', 'nudge', 'redirect', 'block', 'pause', 'stop'];
const DONE_BY_GUARD: Readonly<Partial<Record<Action, (event: DemoEvent) => string>>> = {
  nudge: () => 'The guard gives a hint',
  redirect: () => 'The guard tells the agent to change course',
  block: ({ kind }) =>
    kind === 'call' ? 'The guard refuses the repeated call' : 'The guard cuts the repeated text short',
  pause: ({ kind }) =>
    kind === 'attempt'
      ? 'The guard refuses the repeated call before it runs, and asks the agent to wait for a person'
      : 'The guard asks the agent to wait for a person',
  stop: () => 'The guard stops the agent',
};

/** Plays one story from beginning to end. */
export async function playStory(story: Story, world: World): Promise<void> {
  world.become('working');
  world.caption('story', openingOf(story));
  const way = await followScript(story, world);
  if (way === 'understood') await followWayOut(story, world);
  if (!world.isOver()) world.caption('ended', `${story.agent} is done.`);
  await world.end();
  world.become('ended');
}

/** Says so where the loop is one that the usual preset does not find. */
function openingOf({ opening, model }: Story): string {
  return model === VOTES_MODEL
    ? `${opening} The preset votes guards this agent: the preset default does not find this loop.`
    : opening;
}

/** Resolves to `understood` if the agent follows the guard or a person, and to `over` if the story has ended. */
async function followScript(story: Story, world: World): Promise<'understood' | 'over'> {
  let told: Action = 'continue';
  for (let n = 0; !world.isOver(); n++) {
    const step = story.step(n);
    if (!step) return 'over';
    const { event, action, held } = await takeStep(story, step, world);
    if (action !== told) noteAction(story, world, { event, before: told, action, held });
    told = action;
    if (action === 'stop') return 'over';
    if (held || action === 'pause') return (await waitForPerson(story, world, held)) ? 'understood' : 'over';
    if (action !== 'continue' && isAtLeast(action, story.obeys)) return 'understood';
    await world.rest();
  }
  return 'over';
}

/** Takes one step, unless the guard refuses it beforehand. */
async function takeStep(
  { asks }: Story,
  event: DemoEvent,
  world: World,
): Promise<Answer & { readonly event: DemoEvent }> {
  if (asks === true && event.kind === 'call') {
    const attempt = { kind: 'attempt', tool: event['tool'], args: event['args'] };
    const answer = await world.send(attempt);
    if (answer.held || isAtLeast(answer.action, 'block')) return { ...answer, event: attempt };
  }
  return { ...(await world.send(event)), event };
}

function isAtLeast(action: Action, least: Action): boolean {
  return ORDER.indexOf(action) >= ORDER.indexOf(least);
}

interface Change extends Answer {
  readonly event: DemoEvent;
  readonly before: Action;
}

function noteAction(story: Story, world: World, { event, before, action, held }: Change): void {
  if (action === 'continue') return;
  if (before === 'continue' && !held) {
    world.become('looping');
    world.caption('loop', `Rutbreak has found a loop in ${story.agent}.`);
  }
  const isObeyed = isAtLeast(action, story.obeys);
  const words = DONE_BY_GUARD[action]?.(event);
  if (!held && words !== undefined)
    world.caption('guard', `${words}.${isObeyed || action === 'pause' ? '' : ` ${story.agent} ignores it.`}`);
}

async function waitForPerson({ agent }: Story, world: World, isHeld: boolean): Promise<boolean> {
  world.become('waiting');
  world.caption('person', `${agent} waits for a person: press Resume.`);
  const isResumed = await world.untilResumed(isHeld);
  if (isResumed) world.caption('person', `A person resumes ${agent}.`);
  return isResumed;
}

async function followWayOut({ wayOut, movingOn, agent }: Story, world: World): Promise<void> {
  world.become('working');
  world.caption('moving', movingOn);
  const work = [...wayOut, ...moreWork(agent)];
  for (const event of work) {
    if (world.isOver()) return;
    await world.rest();
    const { action, held } = await world.send(event);
    if (action === 'stop' || (held && !(await world.untilResumed(held)))) return;
  }
}

const PLACES = ['src', 'test', 'docs', 'scripts', 'web', 'api', 'jobs', 'store'];

/** Varied work with varied results, so that the agent visibly makes progress. */
function moreWork(agent: string): readonly DemoEvent[] {
  return PLACES.map((place, i) => ({
    ...{ kind: 'call', tool: 'Read', args: { path: `${place}/${agent}.md` }, tokens: 300, cost: 0.003 },
    result: `${place}: ${40 + ((i * 53) % 211)} lines, ${i + 1} open questions`,
  }));
}
