// The live cells of docs/doors-proxies.md: recorded loops played through both proxies.
import { CATEGORIES } from '@rutbreak/core';
import { afterAll, describe, expect, it } from 'vitest';
import { LIVE, replayLlm, replayMcp } from '../testing/replay/live-traces.js';
import { proxies } from '../testing/proxied.js';
import { isSeenByMcp } from '../testing/proxy-doors.js';

const { begin, end } = proxies();
afterAll(end);

describe('the MCP proxy', () => {
  it.each(CATEGORIES.filter(isSeenByMcp))('shows %s live', async (category) => {
    const found = replayMcp(LIVE[category]);
    await expect.poll(() => [...found]).toContain(category);
  });
});

describe('the LLM proxy', () => {
  it.each(CATEGORIES)('shows %s live', async (category) => {
    const found = await replayLlm(LIVE[category], begin);
    await expect.poll(() => [...found]).toContain(category);
  });
});
