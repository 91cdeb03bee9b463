import { createGuard } from '@rutbreak/core';
import fc from 'fast-check';
import { Agent, request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Script } from '../../testing/index.js';
import { proxies } from '../../testing/proxied.js';
import { addedTo, type SentRequest, lastRequests } from './request-diff.js';
import type { Json } from '../../shared/json.js';
import type { Protocol } from '../protocols/protocol.js';
import { anthropic } from '../protocols/anthropic.js';
import { gemini } from '../protocols/gemini.js';
import { openaiChat } from '../protocols/openai-chat.js';
import { openaiResponses } from '../protocols/openai-responses.js';
import { createConversations } from '../conversation/identity/conversations.js';

const conversation = createConversations(1, 'test', createGuard()).find({
  ...{ header: undefined, scope: undefined, previous: undefined, history: [] },
});
const facts = { isStream: true, model: 'm', wantsUsage: true };
const sent = (protocol: Protocol, bytes: Buffer, historyEnd?: number): SentRequest => ({
  ...{ bytes, historyEnd, protocol, path: '/', header: undefined, facts, conversation, scope: '' },
});
const bytesOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));

/** One text message of each protocol. */
const SAYING: readonly (readonly [Protocol, (text: string) => Json])[] = [
  [openaiChat, (content) => ({ role: 'assistant', content })],
  [anthropic, (text) => ({ role: 'assistant', content: [{ type: 'text', text }] })],
  [gemini, (text) => ({ role: 'model', parts: [{ text }] })],
  [openaiResponses, (text) => ({ role: 'assistant', content: [{ type: 'output_text', text }] })],
];

describe.each(SAYING.map(([protocol, say]) => ({ id: protocol.id, protocol, say })))(
  'the part that a request of $id adds',
  ({ protocol, say }) => {
    const field = protocol.historyField;
    const bodyOf = (texts: readonly string[]): Json => ({
      ...{ model: 'm', [field]: texts.map(say), tools: [{ name: 'a', list: [1, 2] }], stream: true },
    });
    // Texts with brackets, quotes and commas that could look like the end of a list.
    const texts = fc.array(
      fc.string({ unit: fc.constantFrom('a', ']', ',', '"', '\\', '{', 'é', '}') }).map((s) => `x${s}`),
      {
        ...{ minLength: 1, maxLength: 5 },
      },
    );

    it('is found by comparing bytes, for any texts, repeatedly', () => {
      fc.assert(
        fc.property(texts, texts, texts, (first, second, third) => {
          const bodies = [first, [...first, ...second], [...first, ...second, ...third]].map(bodyOf);
          const [one, two, three] = bodies.map(bytesOf) as [Buffer, Buffer, Buffer];
          const added = addedTo(sent(protocol, one), two);
          const textsOf = (entries = added?.entries): unknown =>
            entries?.map((entry) => 'text' in entry && entry.text);
          expect(textsOf()).toEqual(second);
          expect(textsOf(addedTo(sent(protocol, two, added?.historyEnd), three)?.entries)).toEqual(third);
        }),
      );
    });

    it.each<[string, (body: Json) => Json]>([
      ['the same', (body) => body],
      ['another model', (body) => ({ ...body, model: 'n', [field]: [...(body[field] as Json[]), say('z')] })],
      ['another tool', (body) => ({ ...body, tools: [...(body['tools'] as Json[]), { name: 'b' }] })],
      ['a changed text', (body) => ({ ...body, [field]: [say('A'), say('b'), say('c')] })],
      ['a shorter history', (body) => ({ ...body, [field]: [say('a')] })],
      [
        'something of which nothing is known',
        (body) => ({ ...body, [field]: [...(body[field] as Json[]), { odd: 1 }] }),
      ],
      ['a list inside that has grown', (body) => ({ ...body, tools: [{ name: 'a', list: [1, 2, 3] }] })],
    ])('the whole request is parsed if it has %s', (_, change) => {
      const body = bodyOf(['a', 'b']);
      expect(addedTo(sent(protocol, bytesOf(body)), bytesOf(change(body)))).toBeUndefined();
    });
  },
);

it('drops the oldest connections when the stored requests exceed the limit', () => {
  const last = lastRequests(100);
  const connections = [{}, {}, {}];
  for (const one of connections) last.remember(one, sent(openaiChat, Buffer.alloc(40)));
  expect(connections.map((one) => last.of(one) !== undefined)).toEqual([false, true, true]);
  last.remember(connections[1]!, sent(openaiChat, Buffer.alloc(101)));
  expect(last.of(connections[1]!)).toBeUndefined();
  last.forget(connections[2]!);
  expect(last.of(connections[2]!)).toBeUndefined();
});

const { begin, end } = proxies();
afterEach(end);

/** Posts a growing conversation, over persistent or new connections. */
async function converse(url: string, agent: Agent, results: readonly string[]): Promise<void> {
  const messages: Json[] = [{ role: 'user', content: 'Wait until it is done.' }];
  for (const [i, content] of results.entries()) {
    const call = {
      id: `c${i}`,
      type: 'function',
      function: { name: 'inspectRequest', arguments: `{"n":"${content}"}` },
    };
    messages.push({ role: 'assistant', content: null, tool_calls: [call] });
    messages.push({ role: 'tool', tool_call_id: `c${i}`, content });
    await post(`${url}/v1/chat/completions`, agent, JSON.stringify({ model: 'm', messages }));
    // Faster than any model, but deferred detection still runs in between.
    await new Promise((done) => setTimeout(done, 15));
  }
}

function post(url: string, agent: Agent, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((done, fail) => {
    const outgoing = request(url, { agent, method: 'POST', headers }, (answer) =>
      answer.resume().on('end', () => done()),
    );
    outgoing.on('error', fail).end(body);
  });
}

it('the model gets the same notes at the same time over one connection as over many', async () => {
  const script: Script = () => ({ text: 'Hm.' });
  const results = ['one', 'two', 'three', ...Array.from({ length: 6 }, () => 'not yet')];
  const told = await Promise.all(
    [true, false].map(async (keepAlive) => {
      const { url, mock, reports } = await begin(script);
      const agent = new Agent({ keepAlive, maxSockets: 1 });
      await converse(url, agent, results);
      agent.destroy();
      return {
        asked: mock.asked.map(({ bytes }) => bytes.toString()),
        kinds: reports.map(({ kind }) => kind),
      };
    }),
  );
  expect(told[0]).toEqual(told[1]);
  expect(told[0]?.kinds).toContain('note');
});
