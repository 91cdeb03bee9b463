import { generateText, type LanguageModel, type ToolSet } from 'ai';
import { guarded } from '@rutbreak/adapters/ai-sdk';

export async function snippet(model: LanguageModel, tools: ToolSet, prompt: string): Promise<string> {
  const result = await generateText(guarded({ model, tools, prompt }));
  return result.text;
}
