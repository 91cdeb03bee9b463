// A wrapped transport of the MCP SDK with the installed version of it.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { wrapTransport } from '@rutbreak/adapters/mcp-transport';
import { z } from 'zod';
import { tell } from './story.mjs';

const REFUSED = /This call was not run/;

await tell(async (script) => {
  const server = new McpServer({ name: 'pages', version: '1.0.0' });
  server.registerTool('fetch', { inputSchema: { url: z.string() } }, async ({ url }) => ({
    content: [{ type: 'text', text: script.fetch(url) }],
  }));
  const client = new Client({ name: 'reader', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(wrapTransport(near, {}));
  const results = [];
  for (let url = script.next(results); url !== undefined; url = script.next(results)) {
    const { content } = await client.callTool({ name: 'fetch', arguments: { url } });
    results.push(content.map(({ text }) => text).join('\n'));
  }
  await client.close();
  return { text: 'Done.', isStopped: results.some((text) => REFUSED.test(text)) };
});
