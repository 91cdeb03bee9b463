import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI, type GenerateContentResponse } from '@google/genai';
import OpenAI from 'openai';

/** An answer as the client library parsed it. */
interface Heard {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  readonly reason: string | null | undefined;
  /** As the library returned it. */
  readonly raw: unknown;
}

/** The official library of one protocol, with its default retries. */
export interface Client {
  readonly id: string;
  readonly stream: (url: string, said?: string, signal?: AbortSignal) => Promise<Heard>;
  readonly whole: (url: string, said?: string) => Promise<Heard>;
}

/** Never a real key. */
export const KEY = 'sk-test-not-a-real-key';
const MODEL = 'mock';

const user = (content: string): { role: 'user'; content: string } => ({ role: 'user', content });

const chatClient: Client = {
  id: 'openai-chat',
  async stream(url, said = 'Hello', signal) {
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY });
    const options = signal ? { signal } : {};
    const asked = { model: MODEL, messages: [user(said)], stream_options: { include_usage: true } };
    const done = await openai.chat.completions.stream(asked, options).finalChatCompletion();
    return chatHeard(done);
  },
  async whole(url, said = 'Hello') {
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY });
    return chatHeard(await openai.chat.completions.create({ model: MODEL, messages: [user(said)] }));
  },
};

function chatHeard(done: OpenAI.ChatCompletion): Heard {
  const choice = done.choices[0];
  const calls = choice?.message.tool_calls ?? [];
  return {
    text: choice?.message.content ?? '',
    calls: calls.flatMap((call) =>
      call.type === 'function'
        ? [{ name: call.function.name, args: JSON.parse(call.function.arguments) as unknown }]
        : [],
    ),
    reason: choice?.finish_reason,
    raw: done,
  };
}

const anthropicClient: Client = {
  id: 'anthropic',
  async stream(url, said = 'Hello', signal) {
    const anthropic = new Anthropic({ baseURL: url, apiKey: KEY });
    const asked = { model: MODEL, max_tokens: 1000, messages: [user(said)] };
    return anthropicHeard(await anthropic.messages.stream(asked, signal ? { signal } : {}).finalMessage());
  },
  async whole(url, said = 'Hello') {
    const anthropic = new Anthropic({ baseURL: url, apiKey: KEY });
    return anthropicHeard(
      await anthropic.messages.create({ model: MODEL, max_tokens: 1000, messages: [user(said)] }),
    );
  },
};

function anthropicHeard(done: Anthropic.Message): Heard {
  return {
    text: done.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    calls: done.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ name: block.name, args: block.input }] : [],
    ),
    reason: done.stop_reason,
    raw: done,
  };
}

const responsesClient: Client = {
  id: 'openai-responses',
  async stream(url, said = 'Hello', signal) {
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY });
    const asked = { model: MODEL, input: said };
    return responsesHeard(await openai.responses.stream(asked, signal ? { signal } : {}).finalResponse());
  },
  async whole(url, said = 'Hello') {
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY });
    return responsesHeard(await openai.responses.create({ model: MODEL, input: said }));
  },
};

function responsesHeard(done: OpenAI.Responses.Response): Heard {
  return {
    text: done.output_text,
    calls: done.output.flatMap((item) =>
      item.type === 'function_call' ? [{ name: item.name, args: JSON.parse(item.arguments) as unknown }] : [],
    ),
    reason: done.status,
    raw: done,
  };
}

const geminiClient: Client = {
  id: 'gemini',
  async stream(url, said = 'Hello', signal) {
    const ai = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: url } });
    const config = signal ? { abortSignal: signal } : {};
    const chunks: GenerateContentResponse[] = [];
    for await (const chunk of await ai.models.generateContentStream({ model: MODEL, contents: said, config }))
      chunks.push(chunk);
    return geminiHeard(chunks);
  },
  async whole(url, said = 'Hello') {
    const ai = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: url } });
    return geminiHeard([await ai.models.generateContent({ model: MODEL, contents: said })]);
  },
};

function geminiHeard(chunks: readonly GenerateContentResponse[]): Heard {
  const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
  return {
    text: parts.map((part) => (part.thought === true ? '' : (part.text ?? ''))).join(''),
    calls: parts.flatMap(({ functionCall: call }) =>
      call ? [{ name: call.name ?? '', args: call.args }] : [],
    ),
    reason: chunks.at(-1)?.candidates?.[0]?.finishReason,
    raw: chunks,
  };
}

export const CLIENTS: readonly Client[] = [chatClient, responsesClient, anthropicClient, geminiClient];
