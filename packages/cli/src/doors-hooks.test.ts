// docs/doors-hooks.md: what the hooks of each coding agent can carry out, and which kinds of loops they show.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeOf } from '@rutbreak/adapters/hooks';
import { type AgentEvent, CATEGORIES, type Category, type EventKind } from '@rutbreak/core';
import { type ActionName, ACTIONS } from '@rutbreak/core/edge';
import { describe, expect, it } from 'vitest';
import { AGENT_IDS, AGENTS, type AgentId } from './agents/index.js';
import { DEFAULT_OPTIONS, judgeHook } from './hooks/judge.js';
import { newRecord, type LocalRecord } from './store/record.js';
import { HOOK_INPUTS } from './testing/hook-inputs.js';

type Live = Readonly<Record<Category, { readonly preset: string; readonly events: readonly AgentEvent[] }>>;

const LIVE = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../quality/live-runs.json'), 'utf8'),
) as Live;

/** The event that carries the evidence for a category. */
function eventOf(category: Category): EventKind {
  if (category.startsWith('OUTPUT_')) return 'message';
  return /^(?:TOKEN_REPETITION|PHRASE_LOOP|STRUCTURAL_LOOP)$/.test(category) ? 'delta' : 'call';
}

/** The categories that are found when the agent's hooks report the calls of the trace. In shadow mode, so that all run. */
function replay(agent: AgentId, events: readonly AgentEvent[], preset: string): ReadonlySet<string> {
  let record: LocalRecord = newRecord(`${agent}/live`, 0);
  const found = new Set<string>();
  const calls = events.flatMap((event) => (event.kind === 'call' ? [event] : []));
  for (const [step, call] of calls.entries())
    for (const input of HOOK_INPUTS[agent](call, step)) {
      const hook = AGENTS[agent].read(input);
      if (!hook) throw new Error(`${agent} does not read ${JSON.stringify(input)}`);
      record = judgeHook(record, hook, step * 1000, { ...DEFAULT_OPTIONS, preset, mode: 'shadow' }).record;
      if (record.last?.status === 'looping' && record.last.category) found.add(record.last.category);
    }
  return found;
}

const SEEN = CATEGORIES.filter((category) => eventOf(category) === 'call');

describe.each(AGENT_IDS)('%s', (agent) => {
  it.each(SEEN)('shows %s live', (category) => {
    const { preset, events } = LIVE[category];
    expect([...replay(agent, events, preset)]).toContain(category);
  });
});

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (
  first: string,
  rows: readonly string[],
  cell: (row: string, agent: AgentId) => string,
): string =>
  [
    line([first, ...AGENT_IDS]),
    line([first, ...AGENT_IDS].map(() => '---')),
    ...rows.map((row) => line([`\`${row}\``, ...AGENT_IDS.map((agent) => cell(row, agent))])),
  ].join('\n');

function actionCell(action: string, agent: AgentId): string {
  const hook = AGENTS[agent].read(AGENTS[agent].trial(1, 'live'));
  const { why } = outcomeOf(action as ActionName, hook!);
  return why === undefined ? 'yes' : `no: ${why}`;
}

function categoryCell(category: string): string {
  const event = eventOf(category as Category);
  return event === 'call' ? 'live' : `never sees \`${event}\``;
}

it('docs/doors-hooks.md is what the code says', async () => {
  const page = `<!-- prettier-ignore-start -->

# What the hooks of coding agents can do

Generated from the code: \`npx vitest run packages/cli/src/doors-hooks.test.ts --update\` rewrites this page. The other doors:
[adapters](doors.md), [proxies](doors-proxies.md), [gateway](doors-gateway.md).

## Actions that a preset asks for

"no" names what is missing; \`rutbreak session show\` says \`not carried out\` with the same words. What is meant for the user goes
to \`systemMessage\` in Claude Code, Codex CLI, Gemini CLI, VS Code, Qwen Code and Droid, to a toast in opencode (to standard error
with \`opencode run\`), and to a line of progress in Copilot CLI. The commands that lift a block also reach the user with the
refusal in Cursor.

${table('action', Object.keys(ACTIONS), actionCell)}

## Categories of loops

"live": a test sends the calls of a recorded run in the form of this agent through its hook, and the loop is found. The agent itself
does not run in the test. Traces and presets are in \`quality/live-runs.json\`.

${table('category', CATEGORIES, categoryCell)}

<!-- prettier-ignore-end -->
`;
  await expect(page).toMatchFileSnapshot('../../../docs/doors-hooks.md');
});
