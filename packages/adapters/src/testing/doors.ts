import { type Capabilities, CATEGORIES, type Category, type EventKind } from '@rutbreak/core';
import { ACTIONS } from '@rutbreak/core/edge';
import { CAPABILITIES as aiSdk } from '../ai-sdk.js';
import { CAPABILITIES as claudeAgent } from '../claude-agent.js';
import { CAPABILITIES as googleAdk } from '../google-adk.js';
import { CAPABILITIES as langchain } from '../langchain.js';
import { CAPABILITIES as mastra } from '../mastra.js';
import { CAPABILITIES as openaiAgents } from '../openai-agents.js';
import { supportOf } from '../run/actions.js';
import { CAPABILITIES as voltagent } from '../voltagent.js';
import { LIVE, RUN_BY_RUN } from './live-runs.js';

interface Door {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Events that this door never sees. */
  readonly unseen: readonly EventKind[];
  /** The API that is missing for actions that the door cannot carry out. */
  readonly missing: string;
}

const FULL = { unseen: [], missing: '' } as const;

const DOORS: readonly Door[] = [
  { name: 'ai-sdk', capabilities: aiSdk, ...FULL },
  { name: 'openai-agents', capabilities: openaiAgents, ...FULL },
  { name: 'langchain', capabilities: langchain, ...FULL },
  { name: 'mastra', capabilities: mastra, ...FULL },
  { name: 'google-adk', capabilities: googleAdk, ...FULL },
  { name: 'voltagent', capabilities: voltagent, ...FULL },
  {
    ...{ name: 'claude-agent', capabilities: claudeAgent, unseen: ['message', 'delta'] },
    missing: 'hooks receive neither the history nor the stream of the model',
  },
  {
    ...{ name: 'otel', capabilities: {}, unseen: [] },
    missing: 'a span processor sees a call only after it has ended',
  },
];

/** The event that carries the evidence for a category. */
function eventOf(category: Category): EventKind {
  if (category.startsWith('OUTPUT_')) return 'message';
  return /^(?:TOKEN_REPETITION|PHRASE_LOOP|STRUCTURAL_LOOP)$/.test(category) ? 'delta' : 'call';
}

/** Whether the adapter receives the events that show this category. */
export function seesEvents(name: string, category: Category): boolean {
  return DOORS.find((door) => door.name === name)?.unseen.includes(eventOf(category)) === false;
}

/** The doors for which `live.test.ts` replays every category; the contract test replays it for the others. */
const REPLAYED: ReadonlySet<string> = new Set(['ai-sdk', 'claude-agent', 'otel']);

function liveCell(category: Category, { name, unseen }: Door): string {
  const event = eventOf(category);
  if (unseen.includes(event)) return `never sees \`${event}\``;
  const { trace, preset } = (REPLAYED.has(name) ? LIVE : RUN_BY_RUN)[category];
  return `live: \`${trace}\`, preset \`${preset}\``;
}

function actionCell(action: string, { capabilities, missing }: Door): string {
  // A person is asked through the option `ask`.
  if (action === 'ask-a-person' && capabilities.veto === true) return '`ask`';
  const support = supportOf(action, capabilities);
  if (capabilities.veto !== true) return `no: ${missing}`;
  if (support.by === 'host') return `\`actions.${support.callback}\``;
  return support.by === 'guard' ? 'yes' : `no: ${missing}`;
}

function table(first: string, rows: readonly string[], cell: (row: string, door: Door) => string): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line([first, ...DOORS.map(({ name }) => name)]),
    line([first, ...DOORS.map(({ name }) => name)].map(() => '---')),
    ...rows.map((row) => line([`\`${row}\``, ...DOORS.map((door) => cell(row, door))])),
  ].join('\n');
}

/** The page `docs/doors.md`. */
export function doorsPage(): string {
  return `# What each adapter can do

Generated from the code: \`npx vitest run packages/adapters/src/doors.test.ts --update\` rewrites this page. The other
doors: [hooks](doors-hooks.md), [proxies](doors-proxies.md), [gateway](doors-gateway.md).

## Actions that a preset asks for

"yes": the guard carries it out. A name in code: your option or callback carries it out; without it, \`onAction\` reports
\`not carried out\`. In \`claude-agent\`, a warning to the user is a system message unless you give \`actions.warnUser\`.

${table('action', Object.keys(ACTIONS), actionCell)}

## Categories of loops

"live": a test replays this loop through the adapter, and the guard finds it: with the real AI SDK, OpenAI Agents SDK,
LangChain, Mastra, Google ADK and VoltAgent, each with a model that plays the recorded run; with spans of the real
OpenTelemetry SDK; and for \`claude-agent\` by calling its hooks in the order and with the fields of Claude Code, which itself
does not run in the test. \`otel\` finds loops inside one answer only after the answer has ended.

${table('category', CATEGORIES, (category, door) => liveCell(category as Category, door))}
`;
}
