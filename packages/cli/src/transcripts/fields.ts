import { withoutNarration } from '@rutbreak/adapters/hooks';
import { fieldsOf, isFields, listOf, numberOf, textOf } from '@rutbreak/adapters/spans';

/** Reads fields of untrusted JSON without throwing. All transcript readers use these functions. */
export { type Fields, fieldsOf, isFields, listOf, numberOf, parsed, textOf } from '@rutbreak/adapters/spans';

/** Milliseconds from a number, or from a date as text. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return numberOf(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** Content in the form of model APIs: a text, or a list of parts, some of them texts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => (typeof part === 'string' ? part : textOf(fieldsOf(part)['text'])))
    .filter((text) => text !== '')
    .join('\n');
}

/** Without parts that are rewritten for each call and say nothing about it. */
export function without(args: unknown, keys: readonly string[]): unknown {
  if (!isFields(args) || !keys.some((key) => Object.hasOwn(args, key))) return args;
  return Object.fromEntries(Object.entries(args).filter(([key]) => !keys.includes(key)));
}

/** Arguments in which the model says why it makes a call. It words them anew each time. */
const PURPOSE = {
  kiro: ['__tool_use_purpose'],
  vscode: ['explanation', 'goal'],
} as const;

export type TellsPurpose = keyof typeof PURPOSE;

/** In VS Code, these names may mean more to tools that run no command. */
export function withoutPurpose(agent: TellsPurpose, args: unknown): unknown {
  if (agent === 'vscode' && fieldsOf(args)['command'] === undefined) return args;
  return withoutNarration(without(args, PURPOSE[agent]));
}
