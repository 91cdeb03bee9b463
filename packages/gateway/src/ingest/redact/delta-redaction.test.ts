import type { AgentEvent } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { countTurns } from '../../testing/turns.js';
import { createDeltaRedaction } from './delta-redaction.js';

const SECRET = `ghp_${'aB3'.repeat(12)}`;
const LINE = 'GET /v1/items/12345 failed after 17 ms\n';
const deltas = (texts: readonly string[]): AgentEvent[] =>
  texts.map((text, i) => ({ kind: 'delta', text, channel: i % 2 === 0 ? 'text' : 'reasoning' }));

describe('streamed pieces', () => {
  it('let others run in between', async () => {
    const events = deltas(Array.from({ length: 1000 }, () => LINE.repeat(50)));
    expect(await countTurns(() => createDeltaRedaction().clean('s', events, events))).toBeGreaterThan(10);
  });

  it('of two requests at once are not put between each other', async () => {
    const { clean } = createDeltaRedaction();
    const filler = Array.from({ length: 400 }, () => LINE.repeat(20));
    // Both channels of the first request get the secret in two pieces with many texts before them.
    const [a, b] = [SECRET.slice(0, 20), `${SECRET.slice(20)} end. `];
    const first = deltas([...filler, a, a, b, b]);
    const second = deltas(Array.from({ length: 400 }, () => 'other words '.repeat(50)));
    const results = await Promise.all([clean('s', first, first), clean('s', second, second)]);
    const text = results.flat().map((event) => (event as { readonly text: string }).text);
    expect(text.join('')).not.toContain(SECRET.slice(4, 12));
    expect(text.filter((one) => one.endsWith(' end. '))).toHaveLength(2);
  });
});
