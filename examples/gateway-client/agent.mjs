// An agent that tells a gateway what it does, and does what the acknowledgements say.
import assert from 'node:assert/strict';
import { createGateway, createMemoryStore } from '@rutbreak/gateway';
import { createGatewayClient } from '@rutbreak/adapters/gateway-client';

// Usually somebody else runs it: `rutbreak serve`.
const gateway = createGateway({ store: createMemoryStore(), token: 'rbt_example' });
const url = await gateway.listen();

const client = createGatewayClient({
  url,
  token: 'rbt_example',
  session: 'chat-7',
  agent: { id: 'searcher' },
});

// What your agent's loop does: one call after the other, until the gateway has had enough.
let calls = 0;
while (client.order().action !== 'stop' && calls < 20) {
  client.send({ kind: 'call', tool: 'search', args: { query: 'rutbreak' }, result: 'no results' });
  calls++;
  // Only for the example, so that it prints the same every time: an agent need not wait.
  await client.flush();
  const { action } = client.order();
  if (action !== 'continue') console.log(`call ${calls}: ${action}`);
}
assert.equal(client.order().action, 'stop');

await client.close({ isEnd: true });
await gateway.close();
