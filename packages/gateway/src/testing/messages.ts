import type { Started } from './start.js';

interface Change {
  readonly session?: string | null;
  readonly agent?: string;
  readonly trace?: string;
  readonly parent?: string;
  readonly tool?: string;
  readonly status?: string;
  readonly intent?: string;
  readonly entropy?: number;
  readonly seq?: number;
  readonly control?: object;
}

let count = 0;

/** A DecisionLog with a unique step id, unless `over` sets one. */
export function messageOf(change: Change = {}): Record<string, unknown> {
  const { session = 'run', trace = `step-${++count}`, parent, seq, control, entropy } = change;
  return {
    meta: {
      ...{ trace_id: trace, timestamp: '2026-02-21T10:00:00Z' },
      ...(session !== null && { session_id: session }),
      ...(parent !== undefined && { parent_step_id: parent }),
      ...(seq !== undefined && { seq }),
    },
    identity: { agent_id: change.agent ?? 'agent-7', agent_type: 'coder', capability_version: '1.0' },
    cognition: {
      intent: change.intent ?? 'run the tests',
      ...(entropy !== undefined && { entropy_score: entropy }),
    },
    action: { tool_call: change.tool ?? 'npm test', status: change.status ?? 'failure' },
    ...(control && { control }),
  };
}

export interface Heard {
  readonly id: number;
  readonly topic: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Tests look into whatever came.
  readonly data: any;
}

/** Listens to the stream until `close`. */
export async function listen(
  { url }: Started,
  token: string,
  path = '/v1/stream?after=0',
  headers: Record<string, string> = {},
): Promise<{ readonly heard: Heard[]; readonly text: () => string; readonly close: () => void }> {
  const ending = new AbortController();
  const reply = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: ending.signal,
  });
  if (reply.status !== 200 || !reply.body) throw new Error(`status ${reply.status}: ${await reply.text()}`);
  const heard: Heard[] = [];
  let text = '';
  let rest = '';
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
      const piece = decoder.decode(chunk, { stream: true });
      text += piece;
      rest += piece;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        const data = field('data');
        if (data === undefined) continue;
        heard.push({ id: Number(field('id')), topic: field('event') ?? '', data: JSON.parse(data) });
      }
    }
  })().catch(() => undefined);
  return { heard, text: () => text, close: () => ending.abort() };
}
