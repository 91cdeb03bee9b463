// docs/doors-proxies.md: what becomes of each action of a preset at the proxies, from real runs.
import { CATEGORIES, type Preset, presetOf } from '@rutbreak/core';
import { ACTIONS } from '@rutbreak/core/edge';
import { afterAll, expect, it } from 'vitest';
import { AGENTS } from '../testing/agents.js';
import { between, call, result } from '../testing/mcp-between.js';
import { proxies } from '../testing/proxied.js';
import { categoryRow } from '../testing/proxy-doors.js';
import type { ActionOutcome, HostActions } from './carry-out.js';

const { begin, end } = proxies();
afterAll(end);

const NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

/** A preset that asks for one action whenever it acts. */
const asking = (action: (typeof NAMES)[number]): Preset => ({
  ...presetOf('votes'),
  texts: () => ({ text: 'Do this.', actions: [action] }),
});
const HOST: HostActions = {
  checkpoint: () => true,
  rollBack: () => true,
  switchModel: () => 'other-model',
};

/** Some actions are only possible with some decisions. */
function bestOf(outcomes: readonly ActionOutcome[]): ActionOutcome | undefined {
  return outcomes.find((one) => one.result === 'carried out') ?? outcomes.at(-1);
}

function atMcp(preset: Preset, host?: HostActions): ActionOutcome | undefined {
  const outcomes: ActionOutcome[] = [];
  const { say, answer, toServer } = between({
    relay: {
      preset,
      onReport: ({ actions }) => void outcomes.push(...actions),
      ...(host && { host }),
    },
  });
  for (let id = 1; id <= 14; id++) {
    say(call(id));
    if (toServer() !== '') answer(result(id, 'the same'));
  }
  return bestOf(outcomes);
}

async function atLlm(preset: Preset, host?: HostActions): Promise<ActionOutcome | undefined> {
  const { url, reports } = await begin(() => ({ calls: [{ name: 'bash', args: { command: 'npm test' } }] }), {
    preset,
    ...(host && { host }),
  });
  await AGENTS[0]!.run({ url, task: 'Mend it.', tool: () => 'the same', most: 14 });
  return bestOf(reports.flatMap(({ actions = [] }) => actions));
}

function cell(own: ActionOutcome | undefined, withHost: ActionOutcome | undefined): string {
  expect([own, withHost]).not.toContain(undefined);
  if (own?.result === 'carried out') return 'yes';
  if (withHost?.result === 'carried out') return 'with a callback of the host';
  return `no: ${own?.why ?? ''}`;
}

it('docs/doors-proxies.md shows how each action is handled', async () => {
  const rows: string[] = [];
  for (const action of NAMES) {
    const preset = asking(action);
    const mcp = cell(atMcp(preset), atMcp(preset, HOST));
    const llm = cell(await atLlm(preset), await atLlm(preset, HOST));
    rows.push(`| \`${action}\` | ${mcp} | ${llm} |`);
  }
  const page = `<!-- prettier-ignore-start -->

# What the proxies can do

Generated from runs of the proxies with presets that ask for one action each:
\`npx vitest run packages/proxy/src/shared/actions-table.test.ts --update\` rewrites this page. "no" names what is missing; the report
of the decision says \`not carried out\` with the same words. The other doors: [adapters](doors.md), [hooks](doors-hooks.md),
[gateway](doors-gateway.md).

## Actions that a preset asks for

| action | MCP proxy | LLM proxy |
| --- | --- | --- |
${rows.join('\n')}

## Categories of loops

"live": a test plays a recorded run through the proxy, and the loop is found. Traces and presets are in \`quality/live-runs.json\`.

| category | MCP proxy | LLM proxy |
| --- | --- | --- |
${CATEGORIES.map(categoryRow).join('\n')}

<!-- prettier-ignore-end -->
`;
  await expect(page).toMatchFileSnapshot('../../../../docs/doors-proxies.md');
});
