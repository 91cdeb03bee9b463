import { guarded } from '@rutbreak/adapters/claude-agent';

/** The SDK's function, reduced to the members used here. The SDK ships its own program, so it is not a dependency. */
interface Query {
  (request: { readonly prompt: string; readonly options?: Options }): AsyncIterable<unknown>;
}

interface Options {
  readonly model?: string;
  readonly hooks?: Partial<
    Record<'PreToolUse' | 'PostToolUse', readonly { readonly hooks: readonly Hook[] }[]>
  >;
}

type Hook = (input: never, toolUseId: string | undefined, more: { signal: AbortSignal }) => Promise<object>;

export async function snippet(
  { query, console }: { readonly query: Query; readonly console: Pick<Console, 'log'> },
  prompt: string,
  options: Options,
): Promise<void> {
  for await (const message of query({ prompt, options: guarded(options) })) console.log(message);
}
