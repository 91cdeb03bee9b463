/** Codex silently skips hooks that the user has not trusted. Its app server lists the trusted ones. */
import { spawn } from 'node:child_process';
import { isOwnHook } from '../agents/settings.js';
import { type Check, fine, wrong } from './check.js';

const LIMIT = 20_000;
const TODO =
  'Start codex, type /hooks, and trust the hooks of rutbreak. After an upgrade that changes them, do it again.';

interface Listed {
  readonly eventName?: string;
  readonly command?: string;
  readonly enabled?: boolean;
  readonly trustStatus?: string;
}

interface Surrounding {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function checkCodexTrust(around: Surrounding, program = ['codex']): Promise<Check> {
  const hooks = await listHooks(around, program);
  if (typeof hooks === 'string')
    return wrong('trust', `cannot tell whether Codex trusts the hook: ${hooks}`, TODO);
  const own = hooks.filter(isOwnHook);
  if (own.length === 0) return wrong('trust', 'Codex does not know the hook', 'Run: rutbreak init codex');
  const off = own.filter(({ enabled }) => enabled === false);
  if (off.length > 0)
    return wrong(
      'trust',
      `hooks are switched off in Codex: ${namesOf(off)}`,
      'Switch them on: codex, then /hooks.',
    );
  const untrusted = own.filter(({ trustStatus }) => trustStatus !== 'trusted' && trustStatus !== 'managed');
  if (untrusted.length === 0) return fine('trust', 'Codex trusts the hook');
  return wrong('trust', `Codex does not trust the hook yet, and skips it: ${namesOf(untrusted)}`, TODO);
}

function namesOf(hooks: readonly Listed[]): string {
  return hooks.map(({ eventName = '?' }) => eventName).join(', ');
}

/** The hooks that Codex sees in this folder, or why it reported none. */
function listHooks(
  { cwd, env }: Surrounding,
  program: readonly string[],
): Promise<readonly Listed[] | string> {
  return new Promise((resolve) => {
    const [command = '', ...args] = program;
    const child = spawn(command, [...args, 'app-server'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    const end = (result: readonly Listed[] | string): void => {
      clearTimeout(timer);
      child.kill();
      resolve(result);
    };
    const timer = setTimeout(() => end('codex app-server did not answer'), LIMIT);
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
    child.stdin.on('error', () => undefined);
    child.on('error', ({ message }) =>
      end(message.includes('ENOENT') ? 'codex is not on the PATH' : message),
    );
    child.on('close', () => end('codex app-server ended without an answer'));
    forEachLine(child.stdout, (line) => {
      const { id, result } = parsed(line);
      if (id === 1) {
        send({ method: 'initialized' });
        send({ id: 2, method: 'hooks/list', params: { cwds: [cwd] } });
      } else if (id === 2)
        end(result?.data?.flatMap(({ hooks = [] }) => hooks) ?? 'this version lists no hooks');
    });
    send({
      id: 1,
      method: 'initialize',
      params: { clientInfo: { name: 'rutbreak', title: null, version: '0' } },
    });
  });
}

interface Reply {
  readonly id?: number;
  readonly result?: { readonly data?: readonly { readonly hooks?: readonly Listed[] }[] };
}

function parsed(line: string): Reply {
  try {
    return JSON.parse(line) as Reply;
  } catch {
    return {};
  }
}

function forEachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
