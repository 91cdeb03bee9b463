// Runs the snippets of the README and the guides with offline doubles. `npm run check` type checks the same files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LlmAgent, LogLevel, setLogLevel } from '@google/adk';
import { Agent, setTracingDisabled, Usage } from '@openai/agents';
import { fakeModel } from '@langchain/core/testing';
import { MockLanguageModelV3 } from 'ai/test';
import { AIMessage } from 'langchain';
import { describe, expect, it, vi } from 'vitest';
import { ScriptedLlm } from './testing/google-adk.js';
import { doubleOf } from './testing/language-model.js';
import { scripted } from './testing/script.js';
import * as aiSdk from './testing/snippets/ai-sdk.js';
import * as claudeAgent from './testing/snippets/claude-agent.js';
import * as googleAdk from './testing/snippets/google-adk.js';
import * as langchain from './testing/snippets/langchain.js';
import * as mastra from './testing/snippets/mastra.js';
import * as openaiAgents from './testing/snippets/openai-agents.js';
import * as otel from './testing/snippets/otel.js';
import * as voltagent from './testing/snippets/voltagent.js';

// Outside production, VoltAgent fetches a list of models from the network when it is imported.
vi.hoisted(() => vi.stubEnv('NODE_ENV', 'production'));
setTracingDisabled(true);
setLogLevel(LogLevel.ERROR);

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const GUIDE = readFileSync(join(import.meta.dirname, '../../../docs/guides/claude-agent.md'), 'utf8');
const snippetsIn = (page: string): string[] =>
  [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
const SNIPPETS = snippetsIn(README);

/** The package entry that a snippet is about. */
function entryOf(code: string): string {
  return /@rutbreak\/adapters\/([a-z-]+)/.exec(code)?.[1] ?? '';
}

const model = () => new MockLanguageModelV3(doubleOf(scripted(() => ({ text: 'Done.' }))));
const message = { type: 'message', role: 'assistant', status: 'completed' } as const;

const RUNS: Readonly<Record<string, () => unknown>> = {
  'ai-sdk': async () => aiSdk.snippet(model(), {}, 'go'),
  'openai-agents': async () =>
    openaiAgents.snippet(
      new Agent({
        name: 'A',
        model: {
          getResponse: async () =>
            Promise.resolve({
              usage: new Usage(),
              output: [{ ...message, content: [{ type: 'output_text', text: 'Done.' }] }],
            }),
          getStreamedResponse: () => {
            throw new Error('not a stream');
          },
        },
      }),
    ),
  langchain: async () => langchain.snippet(fakeModel().respond(new AIMessage('Done.')), []),
  mastra: async () => mastra.snippet(model()),
  'google-adk': async () =>
    googleAdk.snippet(
      new LlmAgent({ name: 'A', model: new ScriptedLlm(scripted(() => ({ text: 'Done.' }))) }),
    ),
  voltagent: async () => voltagent.snippet(model()),
  async 'claude-agent'() {
    const shown: unknown[] = [];
    const query = async function* ({ options }: { readonly options?: object }) {
      yield await Promise.resolve(Object.keys(options ?? {}));
    };
    await claudeAgent.snippet({ query, console: { log: (one) => shown.push(one) } }, 'go', {
      model: 'sonnet',
    });
    return shown;
  },
  otel: () => typeof otel.snippet().getTracer('t').startSpan,
};

const RESULTS: Readonly<Record<string, unknown>> = {
  ...{ 'ai-sdk': 'Done.', 'openai-agents': 'Done.', langchain: 2, mastra: 'Done.', otel: 'function' },
  ...{ 'google-adk': 'Done.', voltagent: 'Done.' },
  'claude-agent': [['model', 'hooks']],
};

describe('the snippet of each entry', () => {
  it('exists for each framework', () => {
    expect(SNIPPETS.map(entryOf).sort()).toEqual(Object.keys(RUNS).sort());
  });

  it.each([...SNIPPETS, ...snippetsIn(GUIDE)].map((code) => [entryOf(code), code]))(
    '/%s is type checked, and runs',
    async (entry, code) => {
      const checked = readFileSync(join(import.meta.dirname, 'testing/snippets', `${entry}.ts`), 'utf8');
      const lines = checked.split('\n').map((line) => line.trim());
      const shown = code.split('\n').filter((line) => !/^(?:import .* from '(?!@rutbreak).*)?$/.test(line));
      expect(shown.length).toBeGreaterThan(1);
      for (const line of shown) expect(lines).toContain(line.trim());
      expect(await RUNS[entry]?.()).toEqual(RESULTS[entry]);
    },
  );
});

describe('the package', () => {
  it('installs beside any version of a framework: npm resolves no peer, and other programs know them as optional', () => {
    const { peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
    ) as {
      peerDependencies?: Record<string, string>;
      peerDependenciesMeta: Record<string, { optional?: boolean }>;
    };
    expect(peerDependencies).toBeUndefined();
    expect(Object.keys(peerDependenciesMeta)).toContain('ai');
    expect(Object.values(peerDependenciesMeta).every(({ optional }) => optional)).toBe(true);
  });
});
