import Anthropic from '@anthropic-ai/sdk';
import { type Content, GoogleGenAI, type Part } from '@google/genai';
import OpenAI from 'openai';
import { KEY } from './clients.js';

/** The outcome of an agent's run. */
interface Run {
  /** The model's last text. */
  readonly last: string;
  readonly steps: number;
}

interface AgentOptions {
  readonly url: string;
  readonly task: string;
  /** Runs a tool call. */
  readonly tool: (args: unknown, step: number) => string | Promise<string>;
  /** Gives up after this many answers. */
  readonly most: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A minimal agent: asks the model, runs its tool calls, and repeats. */
export interface Agent {
  readonly id: string;
  readonly run: (options: AgentOptions) => Promise<Run>;
}

const MODEL = 'mock';
const schema = { type: 'object' as const, properties: { command: { type: 'string' } } };

const chatAgent: Agent = {
  id: 'openai-chat',
  async run({ url, task, tool, most, headers = {} }) {
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, defaultHeaders: headers });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: task }];
    const tools = [{ type: 'function' as const, function: { name: 'bash', parameters: schema } }];
    for (let step = 1; ; step++) {
      const { choices } = await openai.chat.completions.create({ model: MODEL, messages, tools });
      const message = choices[0]?.message;
      if (!message?.tool_calls || step >= most) return { last: message?.content ?? '', steps: step };
      messages.push(message);
      for (const call of message.tool_calls) {
        const args: unknown = call.type === 'function' ? JSON.parse(call.function.arguments) : {};
        messages.push({ role: 'tool', tool_call_id: call.id, content: await tool(args, step) });
      }
    }
  },
};

function responsesAgent(isStored: boolean): Agent {
  return {
    id: isStored ? 'openai-responses, stored' : 'openai-responses',
    async run({ url, task, tool, most, headers = {} }) {
      const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, defaultHeaders: headers });
      const tools = [{ type: 'function' as const, name: 'bash', parameters: schema, strict: false }];
      let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: task }];
      let previous: string | undefined;
      for (let step = 1; ; step++) {
        const kept = previous === undefined ? {} : { previous_response_id: previous };
        const answer = await openai.responses.create({ model: MODEL, input, tools, ...kept });
        const calls = answer.output.filter((item) => item.type === 'function_call');
        if (calls.length === 0 || step >= most) return { last: answer.output_text, steps: step };
        if (isStored) previous = answer.id;
        input = isStored ? [] : [...input, ...calls];
        for (const { call_id, arguments: args } of calls)
          input.push({ type: 'function_call_output', call_id, output: await tool(JSON.parse(args), step) });
      }
    },
  };
}

const anthropicAgent: Agent = {
  id: 'anthropic',
  async run({ url, task, tool, most, headers = {} }) {
    const anthropic = new Anthropic({ baseURL: url, apiKey: KEY, defaultHeaders: headers });
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: task }];
    const tools = [{ name: 'bash', input_schema: schema }];
    for (let step = 1; ; step++) {
      const asked = { model: MODEL, max_tokens: 100, messages, tools };
      const { content } = await anthropic.messages.create(asked);
      const calls = content.filter((block) => block.type === 'tool_use');
      const said = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
      if (calls.length === 0 || step >= most) return { last: said, steps: step };
      messages.push({ role: 'assistant', content });
      const results: Anthropic.ToolResultBlockParam[] = [];
      for (const { id, input } of calls)
        results.push({ type: 'tool_result', tool_use_id: id, content: await tool(input, step) });
      messages.push({ role: 'user', content: results });
    }
  },
};

const geminiAgent: Agent = {
  id: 'gemini',
  async run({ url, task, tool, most, headers = {} }) {
    const ai = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: url, headers } });
    const contents: Content[] = [{ role: 'user', parts: [{ text: task }] }];
    const config = { tools: [{ functionDeclarations: [{ name: 'bash' }] }] };
    for (let step = 1; ; step++) {
      const answer = await ai.models.generateContent({ model: MODEL, contents, config });
      const content = answer.candidates?.[0]?.content;
      const calls = (content?.parts ?? []).flatMap(({ functionCall: call }) => (call ? [call] : []));
      const said = (content?.parts ?? []).map((part) => part.text ?? '').join('');
      if (!content || calls.length === 0 || step >= most) return { last: said, steps: step };
      contents.push(content);
      const parts: Part[] = [];
      for (const { name = '', args } of calls)
        parts.push({ functionResponse: { name, response: { output: await tool(args, step) } } });
      contents.push({ role: 'user', parts });
    }
  },
};

export const AGENTS: readonly Agent[] = [
  chatAgent,
  responsesAgent(false),
  responsesAgent(true),
  anthropicAgent,
  geminiAgent,
];
