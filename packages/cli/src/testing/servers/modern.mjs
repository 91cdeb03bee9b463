// An MCP server of the era without sessions (2026-07-28), on stdio, or with the argument `http` on a port that it prints.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const FORM = { type: 'object', properties: { ok: { type: 'boolean' } } };

function newServer() {
  const server = new McpServer({ name: 'modern', version: '1' });
  server.registerTool('echo', { inputSchema: z.object({ message: z.string() }) }, ({ message }) =>
    text(message),
  );
  server.registerTool('deploy', { inputSchema: z.object({ env: z.string() }) }, ({ env }, context) => {
    const answers = context.mcpReq?.inputResponses;
    if (answers) return text(`deployed to ${env}: ${JSON.stringify(answers)}`);
    const confirm = inputRequired.elicit({ message: 'Sure?', requestedSchema: FORM });
    return inputRequired({ inputRequests: { confirm }, requestState: 'asked' });
  });
  return server;
}

async function serveHttp() {
  const handler = createMcpHandler(newServer, { legacy: 'reject' });
  const server = createServer(async (request, response) => {
    const { method, headers, url } = request;
    const body = method === 'POST' ? await textOf(request) : undefined;
    const answer = await handler.fetch(new Request(`http://127.0.0.1${url}`, { method, headers, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`);
}

if (process.argv[2] === 'http') await serveHttp();
else serveStdio(newServer);
