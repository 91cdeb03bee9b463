/** `rutbreak hook <agent>`, as agents start it: many times per run, so it loads only what it needs. */
import { parseArgs } from 'node:util';
import { AGENT_IDS, type AgentId, isAgentId, type Reply } from '../agents/index.js';
import type { Output } from '../io.js';
import { cut, escapeText } from '../text.js';
import { answerHook, type Asked } from './answer.js';
import { warnOfGateway } from './gateway-check.js';
import { noteFailed } from './fired.js';
import { type HookFlags, hookOptions } from './options.js';

/**
 * In milliseconds; afterwards the agent continues without a reply. A single hook takes some tens; if twenty
 * of one step start at once, the last one waits for the others, and for its share of the processor.
 */
const DEADLINE = 4000;
/** How much of it other hooks of the same session may use. */
const SHARE_OF_WAIT = 3 / 4;

export interface HookIo {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly dataDir: string;
  /** The agent's working folder, where the search for configuration starts. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The key for a gateway. */
  readonly token?: string | undefined;
  readonly deadline?: number;
}

/** Agents treat 2 as a veto: a failing hook must never end with it. */
const HOOK_EXIT = { done: 0, badUsage: 1, veto: 2 } as const;
export type HookExit = (typeof HOOK_EXIT)[keyof typeof HOOK_EXIT];

interface Usage {
  /** Only checks whether this gateway accepts the agent's hooks, and tells the user if not. */
  readonly gateway?: string;
  readonly agent: AgentId;
  readonly dataDir: string;
  readonly flags: HookFlags;
}

/** Fails open: after any error the agent continues, and standard error has one line about it. */
export async function runHook(args: readonly string[], io: HookIo): Promise<HookExit> {
  const tell = (text: string): Promise<void> => io.stderr.write(`rutbreak: ${cut(escapeText(text), 500)}\n`);
  const usage = usageOf(args, io);
  if (typeof usage === 'string') {
    await tell(usage);
    return HOOK_EXIT.badUsage;
  }
  const { agent, dataDir } = usage;
  const troubles: string[] = [];
  let keepEvent: (() => void) | undefined;
  try {
    const answering = answer(usage, io, {
      onTrouble: (text) => troubles.push(text),
      onOpen: (keep) => (keepEvent = keep),
    });
    // After the timeout nothing awaits this promise.
    answering.catch(() => undefined);
    const { stdout, stderr = '', exitCode } = await within(answering, io.deadline ?? DEADLINE);
    await io.stdout.write(stdout);
    await io.stderr.write(stderr);
    if (exitCode !== undefined) return exitCode;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof LateError) attempt(keepEvent);
    noteFailed(dataDir, agent, { at: Date.now(), why });
    troubles.push(`the hook failed, and the agent goes on unguarded: ${why}`);
  }
  for (const text of troubles.slice(0, 1)) await tell(text);
  return HOOK_EXIT.done;
}

async function answer(
  { agent, dataDir, flags, gateway }: Usage,
  { stdin, folder, env, token, deadline = DEADLINE }: HookIo,
  listeners: Pick<Asked, 'onTrouble' | 'onOpen'>,
): Promise<Reply> {
  const startedAt = Date.now();
  if (gateway !== undefined) return { stdout: await warnOfGateway(gateway, token) };
  const options = hookOptions(flags, { folder, env });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  const input = Buffer.concat(chunks).toString('utf8');
  const wait = Math.max(0, startedAt + deadline * SHARE_OF_WAIT - Date.now());
  return answerHook({ agent, input, dataDir, options, wait, ...listeners });
}

/** The agent has waited long enough. */
class LateError extends Error {}

/** A disk without room must not hide why the hook failed. */
function attempt(act: (() => void) | undefined): void {
  try {
    act?.();
  } catch {
    // Nothing more can be done for the event.
  }
}

function within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new LateError(`no answer within ${milliseconds} ms`)),
      milliseconds,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Parsed by hand: the parser of the other commands takes longer to load than a hook to reply. */
function usageOf(args: readonly string[], io: HookIo): Usage | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        preset: { type: 'string', short: 'p' },
        config: { type: 'string' },
        set: { type: 'string', short: 's', multiple: true },
        data: { type: 'string' },
        shadow: { type: 'boolean' },
        'max-interventions': { type: 'string' },
        gateway: { type: 'string' },
      },
    });
    const [agent = ''] = positionals;
    if (!isAgentId(agent) || positionals.length > 1)
      return `name one agent: ${AGENT_IDS.join(', ')}. Agents start this; see: rutbreak init`;
    if (io.stdin.isTTY === true)
      return `agents start this and tell it what they do; see: rutbreak init ${agent}`;
    const { data = io.dataDir, gateway, ...flags } = values;
    return { agent, dataDir: data, flags: flagsOf(flags), ...(gateway !== undefined && { gateway }) };
  } catch (error) {
    return (error as Error).message;
  }
}

function flagsOf({
  'max-interventions': most,
  ...flags
}: Omit<HookFlags, 'maxInterventions'> & { readonly 'max-interventions'?: string }): HookFlags {
  if (most === undefined) return flags;
  if (!/^\d{1,6}$/.test(most)) throw new Error('--max-interventions takes a whole number');
  return { ...flags, maxInterventions: Number(most) };
}
