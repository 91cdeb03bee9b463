import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { StructuredTool } from '@langchain/core/tools';
import { createAgent } from 'langchain';
import { guardMiddleware } from '@rutbreak/adapters/langchain';

export async function snippet(model: BaseChatModel, tools: StructuredTool[]): Promise<number> {
  const agent = createAgent({ model, tools, middleware: [guardMiddleware()] });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'go' }] });
  return messages.length;
}
