// The server behind every way that is measured: SDK v1, one tool that returns as many bytes as it is asked for.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const WORDS = Array.from({ length: 997 }, (_, i) => `${(i * 2_654_435_761) % 99_991}`.padStart(5, 'w'));

/** Different for every call, as the results of a working agent are. */
function text(n, bytes) {
  let out = `result ${n}:`;
  for (let i = 0; out.length < bytes; i++) out += ` ${WORDS[(n * 31 + i * 7) % WORDS.length]}`;
  return out.slice(0, bytes);
}

const server = new Server({ name: 'bench', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: text(params.arguments.n, params.arguments.bytes) }],
}));
await server.connect(new StdioServerTransport());
