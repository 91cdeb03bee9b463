/** The module that opencode's plugin loads. It runs inside opencode, so no process has to start for a call. */
import { readEnvironment } from './config/environment.js';
import { answerHook } from './hooks/answer.js';
import { noteFailed } from './hooks/fired.js';
import type { HookOptions } from './hooks/judge.js';
import { hookOptions } from './hooks/options.js';
import { wayBack } from './session/guarded-agent.js';

/** The part of opencode's plugin interface that is used here. */
interface Context {
  readonly client: {
    readonly session: { readonly abort: (input: { path: { id: string } }) => Promise<unknown> };
    /** Its screen, if there is one. */
    readonly tui?: {
      readonly showToast: (input: {
        body: { message: string; variant: 'error' | 'warning'; duration?: number };
      }) => Promise<unknown>;
    };
  };
  /** Of the project. */
  readonly directory?: string;
}

interface ToolInput {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
  readonly args?: unknown;
}

interface Hooks {
  readonly 'tool.execute.before': (input: ToolInput, output: { args: unknown }) => Promise<void>;
  readonly 'tool.execute.after': (
    input: ToolInput,
    output: { output: unknown; metadata?: unknown },
  ) => Promise<void>;
  readonly 'chat.message': (
    input: { sessionID: string },
    output: { parts?: readonly { type?: string; text?: string; synthetic?: boolean }[] },
  ) => Promise<void>;
  readonly event: (input: { event: OpencodeEvent }) => Promise<void>;
}

interface OpencodeEvent {
  readonly type: string;
  readonly properties?: {
    readonly sessionID?: string;
    readonly part?: {
      readonly type?: string;
      readonly tool?: string;
      readonly callID?: string;
      readonly sessionID?: string;
      readonly state?: { readonly status?: string; readonly input?: unknown; readonly error?: unknown };
    };
  };
}

interface Answer {
  readonly deny?: string;
  readonly tell?: string;
  /** For the user. */
  readonly show?: string;
  /** In milliseconds; left out: as long as opencode shows a message. */
  readonly showFor?: number;
  readonly abort?: boolean;
}

/** The way to the user. */
type Screen = Context['client'] & { readonly duration: number | undefined };

/** How long to wait for another process on the same session, in milliseconds. */
const WAIT = 200;
const MAX_OWED = 4000;

interface Options {
  readonly dataDir?: string;
  /** For a run without a screen. */
  readonly print?: (text: string) => void;
}

export function guardOpencode(context: Context, given: Options = {}): Hooks {
  const { dataDir = readEnvironment().dataDir, print = printIfRun } = given;
  const { client, directory = process.cwd() } = context;
  const options = optionsIn(directory);
  /** Messages about a tool that threw: they wait for the next result of that session. */
  const owed = new Map<string, string>();
  const ask = async (sessionID: string, told: object): Promise<Answer> => {
    const answer = await answered({ sessionID, ...told }, dataDir, options);
    tellUser({ ...client, duration: answer.showFor }, sessionID, answer, print);
    return answer;
  };
  return {
    async 'tool.execute.before'({ tool, sessionID, callID }, { args }) {
      const { deny } = await ask(sessionID, { event: 'tool.execute.before', tool, callID, args });
      if (deny !== undefined) throw new Error(deny);
    },
    async 'tool.execute.after'({ tool, sessionID, callID, args }, result) {
      const { output, metadata } = result;
      const told = { event: 'tool.execute.after', tool, callID, args, output, metadata };
      const { tell = '' } = await ask(sessionID, told);
      const words = [owed.get(sessionID) ?? '', tell].filter((text) => text !== '').join('\n\n');
      owed.delete(sessionID);
      if (words !== '' && typeof output === 'string') result.output = `${output}\n\n${words}`;
    },
    async 'chat.message'({ sessionID }, { parts = [] }) {
      const texts = parts.filter(({ type, synthetic }) => type === 'text' && synthetic !== true);
      const text = texts.map((part) => part.text ?? '').join('\n');
      if (text !== '') await ask(sessionID, { event: 'chat.message', text });
    },
    async event({ event: { type, properties = {} } }) {
      const { part, sessionID = part?.sessionID } = properties;
      if (sessionID === undefined) return;
      if (type === 'session.compacted') await ask(sessionID, { event: type });
      if (type !== 'message.part.updated' || part?.type !== 'tool' || part.state?.status !== 'error') return;
      const { tool, callID, state } = part;
      const told = { event: 'tool.error', tool, callID, args: state.input, output: state.error };
      const { tell } = await ask(sessionID, told);
      if (tell !== undefined) owed.set(sessionID, tell.slice(0, MAX_OWED));
    },
  };
}

function tellUser(client: Screen, id: string, answer: Answer, print: (text: string) => void): void {
  if (answer.abort === true) endRun(client, id, answer, print);
  else if (answer.show !== undefined) show(client, answer.show, 'warning', print);
}

/** Tells the user why, since opencode itself says only "Aborted". */
function endRun(
  client: Screen,
  id: string,
  { deny, tell = '' }: Answer,
  print: (text: string) => void,
): void {
  const message = `rutbreak ended this run. ${wayBack(`opencode/${id}`)}\n\n${deny ?? tell}`;
  void client.session.abort({ path: { id } }).catch(() => undefined);
  show(client, message, 'error', print);
}

function show(
  { tui, duration }: Pick<Screen, 'tui' | 'duration'>,
  message: string,
  variant: 'error' | 'warning',
  print: (text: string) => void,
): void {
  print(`${message}\n`);
  const body = { message: message.slice(0, MAX_TOAST), variant, ...(duration !== undefined && { duration }) };
  void tui?.showToast({ body }).catch(() => undefined);
}

const MAX_TOAST = 500;

/** `opencode run` has no screen that a line on standard error would spoil. */
function printIfRun(text: string): void {
  if (process.argv.includes('run')) process.stderr.write(text);
}

/** Read once; a broken configuration fails each call, and none of them the agent. */
function optionsIn(folder: string): () => HookOptions {
  let known: HookOptions | undefined;
  return () => (known ??= hookOptions({}, { folder, env: readEnvironment().config }));
}

/** Fails open: opencode continues after any error here. */
async function answered(told: object, dataDir: string, options: () => HookOptions): Promise<Answer> {
  try {
    const known = options();
    const { stdout: text } = await answerHook({
      ...{ agent: 'opencode', input: JSON.stringify(told), dataDir, wait: WAIT },
      ...{ options: known, onTrouble: () => undefined },
    });
    const { toastDuration: showFor } = known;
    return text === '' ? {} : { ...(JSON.parse(text) as Answer), ...(showFor !== undefined && { showFor }) };
  } catch (error) {
    noteFailed(dataDir, 'opencode', {
      at: Date.now(),
      why: error instanceof Error ? error.message : String(error),
    });
    return {};
  }
}
