import { afterEach, describe, expect, it } from 'vitest';
import { CLIENTS } from '../testing/clients.js';
import { type MockLlm, type Script, startMockLlm } from '../testing/index.js';
import { createLlmProxy, type LlmProxy, type LlmProxyOptions, type LlmReport } from './index.js';

let mock: MockLlm;
let proxy: LlmProxy;
const reports: LlmReport[] = [];

async function begin(script: Script, options: Partial<LlmProxyOptions> = {}): Promise<string> {
  reports.length = 0;
  mock = await startMockLlm(script);
  proxy = createLlmProxy({ upstream: mock.url, onReport: (report) => reports.push(report), ...options });
  return proxy.listen();
}

afterEach(async () => {
  await proxy.close();
  await mock.close();
});

const FINE =
  'Here is the plan. First I read the file, then I change the parser, and at last I run the tests. ';
/** A model that does not stop by itself. */
function* endless(unit: string): Generator<string> {
  for (let i = 0; i < 20_000; i++) yield unit;
}
const TAIL = 'I will check the file again. ';

describe.each(CLIENTS)('$id', (client) => {
  it('an answer that is fine comes as it is', async () => {
    const url = await begin(() => ({ text: [FINE, 'Done.'] }));
    const heard = await client.stream(url);
    expect(heard.text).toBe(`${FINE}Done.`);
    expect(reports).toEqual([]);
  });

  it('a text that goes in circles is ended, and the library returns what there is', async () => {
    const url = await begin(() => ({ text: [FINE, ...endless(TAIL)] }));
    const heard = await client.stream(url);
    expect(heard.text.startsWith(FINE + TAIL)).toBe(true);
    expect(heard.text.length).toBeLessThan(2000);
    expect(heard.reason).toMatch(/^(stop|end_turn|completed|STOP)$/);
    expect(mock.asked).toHaveLength(1);
    expect(reports.at(-1)).toMatchObject({ kind: 'halt', protocol: client.id, category: 'PHRASE_LOOP' });
  });

  it('the upstream is told to stop', async () => {
    const url = await begin(() => ({ text: endless(TAIL), pause: 1 }));
    await client.stream(url);
    await expect.poll(() => mock.abandoned()).toBe(1);
  });
});
