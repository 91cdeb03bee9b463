// Rows of the designs through the adapters without a framework’s agent: hooks of the Claude Agent SDK, and a transport of MCP.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallEvent } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { guarded } from './claude-agent.js';
import { wrapTransport } from './mcp-transport.js';
import { DESIGN_ROWS, expectedOf, listen, settingOf } from './testing/design-rows.js';
import { recordedTools } from './testing/recorded.js';

type Hook = (input: object) => Promise<unknown>;
type Hooks = Readonly<Record<string, readonly { readonly hooks: readonly Hook[] }[]>>;
const textOf = (result: unknown): string =>
  typeof result === 'string' ? result : JSON.stringify(result ?? null);

describe('claude-agent', () => {
  it.each(DESIGN_ROWS)('$row $name', async (row) => {
    let calls = 0;
    const { said, onDecision } = listen(() => calls);
    const { hooks } = guarded<{ hooks?: Hooks }>({}, { ...settingOf(row), onDecision });
    let read = '';
    const fire = async (hook_event_name: string, input: object): Promise<void> => {
      for (const hook of hooks?.[hook_event_name]?.flatMap((matcher) => matcher.hooks) ?? [])
        read += JSON.stringify(await hook({ session_id: 'live', hook_event_name, ...input }));
    };
    const call = async ({ tool, args, result, isError }: CallEvent): Promise<void> => {
      const input = { tool_name: tool, tool_input: args };
      await fire('PreToolUse', input);
      calls += 1;
      if (isError === true) await fire('PostToolUseFailure', { ...input, error: textOf(result) });
      else await fire('PostToolUse', { ...input, tool_response: result });
      await fire('PostToolBatch', {});
    };
    await fire('UserPromptSubmit', { prompt: 'Go.' });
    for (const event of row.events)
      if (event.kind === 'turn') await fire('UserPromptSubmit', { prompt: event.text });
      else if (event.kind === 'call') await call(event);
    expect(said).toEqual(expectedOf(row));
    if (row.row === 'C6') expect(read).not.toMatch(/loop/i);
    for (const { told } of row.acts) expect(read).toContain(JSON.stringify(told).slice(1, -1));
  });
});

describe('mcp-transport', () => {
  /** MCP does not carry prompts. */
  const carried = DESIGN_ROWS.filter(({ events }) => events.every(({ kind }) => kind === 'call'));

  it.each(carried)('$row $name', async (row) => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const server = new McpServer({ name: 'demo', version: '1' });
    for (const { name, execute } of recordedTools(row.events))
      server.registerTool(name, { inputSchema: z.looseObject({}) }, async () => ({
        content: [{ type: 'text', text: textOf(await execute()) }],
      }));
    await server.connect(far);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(wrapTransport(near, settingOf(row)));
    const heard: object[] = [];
    for (const [i, event] of row.events.entries()) {
      if (event.kind !== 'call') continue;
      const args = (event.args ?? {}) as Record<string, unknown>;
      const { content } = await client.callTool({ name: event.tool, arguments: args });
      for (const { text } of (content as { text: string }[]).slice(1)) heard.push({ at: i + 1, told: text });
    }
    await client.close();
    expect(heard).toEqual(
      row.acts.map(({ at, told }) => ({ at, told: expect.stringContaining(told) as string })),
    );
  });
});
