// A proxy as one builds it with the SDK: its server on this side, its client on the other.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'bench', version: '1' });
await client.connect(new StdioClientTransport({ command, args }));
const server = new Server({ name: 'bench', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, ({ params }) => client.callTool(params));
await server.connect(new StdioServerTransport());
