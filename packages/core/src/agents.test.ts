import { describe, expect, it } from 'vitest';
import { configure } from './configure.js';
import type { State } from './decision.js';
import { RUNGS, type Rung } from './escalation/ladder.js';
import type { AgentEvent } from './event/event.js';
import { advance, start } from './pipeline.js';
import { restore, snapshot } from './snapshot.js';
import { call, times, turn } from './testing/index.js';

const engine = configure('default');
const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];

interface Said {
  readonly at: number;
  readonly rung: Rung;
  readonly detector: string | undefined;
}

/** The decision at each event, and the final state. */
function play(
  events: readonly AgentEvent[],
  from: State = start(engine),
): { said: readonly Said[]; state: State } {
  let state = from;
  const said = events.flatMap((event, at): readonly Said[] => {
    const outcome = advance(state, event, engine);
    ({ state } = outcome);
    const { decision } = outcome;
    if (decision.kind !== 'act' || decision.rung === 'observe') return [];
    return [{ at, rung: decision.rung, detector: decision.verdict.primary?.detector }];
  });
  return { said, state };
}

function hardest(events: readonly AgentEvent[]): Rung | 'none' {
  const rungs = play(events).said.map(({ rung }) => RUNGS.indexOf(rung));
  return rungs.length === 0 ? 'none' : RUNGS[Math.max(...rungs)]!;
}

const by = <Event extends AgentEvent>(agent: string, event: Event): Event => ({ ...event, agent });
const unnamed = (events: readonly AgentEvent[]): readonly AgentEvent[] =>
  events.map(
    (event) =>
      Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'agent')) as unknown as AgentEvent,
  );

const status = call('bash', { command: 'git status' }, 'nothing to commit, working tree clean');
const page = (word: string): AgentEvent =>
  call(
    'read',
    { path: `src/${word}.ts` },
    `export const ${word} = 'the part about ${word} and its neighbours'`,
  );
const written = (word: string): AgentEvent =>
  call('write_file', { path: `docs/${word}.md`, content: `All about ${word}.` }, `saved docs/${word}.md`);

/** One agent looks at the same thing again and again; the other reads and writes something new each time. */
const LOOP_BESIDE_WORK = WORDS.flatMap((word) => [
  by('watcher', status),
  by('author', page(word)),
  by('author', written(word)),
]);
const SIX_READERS = WORDS.slice(0, 6).flatMap((agent) => [
  by(agent, page('plan')),
  by(agent, written(agent)),
]);
const HANDED_OVER = times(6, [
  by('writer', call('assign', { to: 'critic', task: 'check the summary' }, 'the critic has it')),
  by('critic', call('assign', { to: 'writer', task: 'check the summary' }, 'the writer has it')),
]);

const FIVE_READERS = WORDS.slice(0, 5).map((agent) => by(agent, page('plan')));
const FAR_AWAY = WORDS.map((agent) => by(agent, page(agent)));

const found = (events: readonly AgentEvent[]): readonly [Rung | 'none', string | undefined] => [
  hardest(events),
  play(events).said[0]?.detector,
];

describe('several agents in one session', () => {
  it.each<[string, readonly AgentEvent[], Rung | 'none', string | undefined]>([
    ['one agent loops while another makes progress', LOOP_BESIDE_WORK, 'pause', 'repeated-call'],
    ['the same, where no event names its agent', unnamed(LOOP_BESIDE_WORK), 'none', undefined],
    ['six agents read one file once each, between work of their own', SIX_READERS, 'none', undefined],
    ['five agents read one file once each, and do nothing else', FIVE_READERS, 'none', undefined],
    ['one agent reads it as often', FIVE_READERS.map((event) => by('one', event)), 'nudge', 'repeated-call'],
    ['two agents hand one thing to and fro', HANDED_OVER, 'stop', 'call-loop'],
    ['each agent does something else', FAR_AWAY, 'none', undefined],
  ])('%s', (_, events, rung, detector) => {
    expect(found(events)).toEqual([rung, detector]);
  });

  it('a single agent with a name gets the same decisions as one without', () => {
    const events = times(9, status);
    const named = events.map((event) => by('watcher', event));
    expect(play(named).said).toEqual(play(events).said);
    expect(play(named).said).not.toEqual([]);
    expect(play(named).state.agents).toBeUndefined();
  });

  it('a decision about one agent still counts the events of the whole session', () => {
    const seqs: number[] = [];
    LOOP_BESIDE_WORK.reduce((state, event) => {
      const { state: next, decision } = advance(state, event, engine);
      if (decision.kind !== 'refused') seqs.push(decision.seq);
      return next;
    }, start(engine));
    expect(seqs).toEqual(LOOP_BESIDE_WORK.map((_, i) => i));
  });

  it('keeps the eight agents that acted most recently', () => {
    const { agents = [], agent } = play(FAR_AWAY).state;
    expect(agents.map((one) => one.agent)).toEqual(WORDS.slice(2));
    expect(agent).toBe('juniper');
  });

  it('a new task from a person reaches every agent', () => {
    const { state } = play([...LOOP_BESIDE_WORK.slice(0, 6), turn('Now write the summary.')]);
    expect(state.agents?.map(({ agent, session }) => [agent, session.tasks])).toEqual([
      ['watcher', 1],
      ['author', 1],
    ]);
    expect(state.session.tasks).toBe(1);
  });

  it.each<[string, readonly AgentEvent[]]>([
    ['one agent that loops', LOOP_BESIDE_WORK],
    ['two that send each other round', HANDED_OVER],
  ])('a snapshot restores and decides the same: %s', (_, events) => {
    for (let cut = 1; cut < events.length; cut++) {
      const { state } = play(events.slice(0, cut));
      const saved: unknown = JSON.parse(JSON.stringify(snapshot(state, engine)));
      const rest = events.slice(cut);
      expect(play(rest, restore(saved, engine)).said, `cut at ${cut}`).toEqual(play(rest, state).said);
    }
  });
});
