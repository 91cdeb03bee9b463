// An MCP server of the era without sessions (2026-07-28), on stdio.
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const FORM = { type: 'object', properties: { ok: { type: 'boolean' } } };

serveStdio(() => {
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
});
