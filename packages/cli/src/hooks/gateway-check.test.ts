import { createGateway, createMemoryStore } from '@rutbreak/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warnOfGateway } from './gateway-check.js';

const gateway = createGateway({ store: createMemoryStore(), token: 'rbt_right' });
let url = '';
beforeAll(async () => void (url = await gateway.listen({ port: 0 })));
afterAll(() => gateway.close());

describe('a session whose hooks go to a gateway', () => {
  it.each<[string, () => string, string | undefined, string]>([
    ['without a key', () => url, undefined, 'RUTBREAK_TOKEN is not set'],
    ['with a wrong key', () => url, 'rbt_wrong', 'refuses the key in RUTBREAK_TOKEN'],
    ['to one that is gone', () => 'http://127.0.0.1:9', 'rbt_right', 'does not answer'],
  ])('%s starts with a warning for the user', async (_, address, token, why) => {
    const { systemMessage } = JSON.parse(await warnOfGateway(address(), token)) as { systemMessage: string };
    expect(systemMessage).toContain(why);
    expect(systemMessage).toContain('not guarded. Run: rutbreak doctor');
  });

  it('starts silently if the gateway accepts its hooks', async () => {
    expect(await warnOfGateway(url, 'rbt_right')).toBe('');
  });
});
