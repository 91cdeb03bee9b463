// docs/doors-gateway.md: what the gateway hands on of a decision, and which kinds of loops each way in shows.
import { CATEGORIES, type Category, type EventKind } from '@rutbreak/core';
import { type ActionName, ACTIONS } from '@rutbreak/core/edge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_RECOMMENDATION, orderFor } from './engine/ack.js';
import { newRecord } from './session/record.js';
import { LIVE, type Send, sendEvents, sendHooks, sendMessages, sendTraces } from './testing/live-traces.js';
import { type Started, startGateway } from './testing/start.js';

interface Door {
  readonly path: string;
  readonly send: Send;
  /** Why a category cannot be seen here; undefined if it can. */
  readonly unseen: (category: Category) => string | undefined;
  /** What becomes of an action. */
  readonly action: (action: ActionName) => string;
}

/** The event that carries the evidence for a category. */
function eventOf(category: Category): EventKind {
  if (category.startsWith('OUTPUT_')) return 'message';
  return /^(?:TOKEN_REPETITION|PHRASE_LOOP|STRUCTURAL_LOOP)$/.test(category) ? 'delta' : 'call';
}

const HANDED = 'handed on in `actions`';
const NO_HISTORY = 'no: hooks do not get the history of the model';
const NO_CALLBACK = 'no: a hook has no callback of the host';
const NO_TASKS = 'no: hooks have no tasks; the text is all that the model gets';

const AT_HOOKS: Readonly<Record<ActionName, string>> = {
  'append-to-result': 'yes: `additionalContext`',
  'user-message': 'no: hooks have no message of the user; the text goes with the result',
  'warn-user': 'yes: `systemMessage`',
  'halt-generation': 'no: hooks do not see what the model writes',
  'forbid-call': 'yes: `permissionDecision`',
  'drop-loop-from-context': NO_HISTORY,
  reset: NO_HISTORY,
  checkpoint: NO_CALLBACK,
  'roll-back': NO_CALLBACK,
  'switch-model': NO_CALLBACK,
  'decompose-task': NO_TASKS,
  'ask-a-person': 'yes: the page and webhooks tell people, and calls are refused until one of them decides',
  'summarise-and-stop': 'yes: `continue: false`',
  'mark-blocked': NO_TASKS,
};

const DOORS: readonly Door[] = [
  { path: 'POST /v1/events', send: sendEvents, unseen: () => undefined, action: () => HANDED },
  {
    ...{ path: 'POST /gateway/messages', send: sendMessages, action: () => HANDED },
    unseen: (category) =>
      category === 'TOOL_REPETITION'
        ? undefined
        : `never sees \`${eventOf(category)}\`: a step has an intent, a tool and a status`,
  },
  {
    ...{ path: 'POST /v1/hooks/claude-code', send: sendHooks, action: (action) => AT_HOOKS[action] },
    unseen: (category) => (eventOf(category) === 'call' ? undefined : `never sees \`${eventOf(category)}\``),
  },
  {
    ...{ path: 'POST /v1/traces', send: sendTraces, unseen: () => undefined },
    action: () => 'no: the answer to a trace does not reach the agent',
  },
];

const gateways = new Map<string, Started>();
beforeAll(async () => {
  // In shadow mode nothing is refused, so that the whole run arrives.
  for (const preset of new Set(Object.values(LIVE).map((one) => one.preset)))
    gateways.set(preset, await startGateway({ config: { events: { preset, mode: 'shadow' } } }));
});
afterAll(() => Promise.all([...gateways.values()].map(({ close }) => close())));

describe.each(DOORS)('$path', ({ path, send, unseen }) => {
  it.each(CATEGORIES.filter((category) => unseen(category) === undefined))(
    'shows %s live',
    async (category) => {
      const live = LIVE[category];
      const gateway = gateways.get(live.preset)!;
      const session = `${path.slice(5)} ${category}`;
      await send(gateway, session, live.events);
      const id = path.includes('hooks') ? `claude-code/${session}` : session;
      const { body } = await gateway.get(`/v1/sessions/${encodeURIComponent(id)}/loops`);
      expect(body.loops.map((loop: { category: string }) => loop.category)).toContain(category);
    },
  );
});

it.each(Object.keys(ACTIONS) as ActionName[])('%s is handed on with the acknowledgement', (action) => {
  const fresh = { ...NO_RECOMMENDATION, action: 'nudge', actions: [action] } as const;
  const off = { active: false, by: null, at: null, reason: '' };
  expect(orderFor(newRecord('run', 0), { kill: off }, fresh).actions).toEqual([action]);
});

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (first: string, rows: readonly string[], cell: (row: string, door: Door) => string): string =>
  [
    line([first, ...DOORS.map(({ path }) => `\`${path}\``)]),
    line([first, ...DOORS].map(() => '---')),
    ...rows.map((row) => line([`\`${row}\``, ...DOORS.map((door) => cell(row, door))])),
  ].join('\n');

it('docs/doors-gateway.md is what the code says', async () => {
  const page = `<!-- prettier-ignore-start -->

# What the gateway can do

Generated from the code: \`npx vitest run packages/gateway/src/doors-gateway.test.ts --update\` rewrites this page. The other doors:
[adapters](doors.md), [proxies](doors-proxies.md), [hooks](doors-hooks.md).

## Actions that a preset asks for

The gateway runs no agent: each acknowledgement has the \`action\`, its text, and in \`actions\` what the preset asks for; the program
that sent the events carries it out, and reports with a later batch what became of it (\`outcomes\`). The proxies do so by
themselves. A pause and a stop hold whatever the program does: people see them on the page, and the events that a paused agent
sends are kept until it goes on.

${table('action', Object.keys(ACTIONS), (action, door) => door.action(action as ActionName))}

## Categories of loops

"live": a test sends a recorded run to a real gateway, and the loop is in its list. Traces and presets are in \`quality/live-runs.json\`.
Steps are always judged by the preset \`entropy\`.

${table('category', CATEGORIES, (category, door) => door.unseen(category as Category) ?? 'live')}

<!-- prettier-ignore-end -->
`;
  await expect(page).toMatchFileSnapshot('../../../docs/doors-gateway.md');
});
