/** Checks hooks that call a gateway: does it answer, does it accept the key, and has the agent called it? */
import { randomUUID } from 'node:crypto';
import { type Check, fine, wrong } from './check.js';
import { STEPS, trialInput } from './trial.js';

export interface GatewayHook {
  /** The address in the settings. */
  readonly url: string;
  readonly token: string | undefined;
}

const LIMIT = 5000;
const START = 'Start the gateway (rutbreak serve), or run: rutbreak init claude-code';
const KEY =
  'Set RUTBREAK_TOKEN to a key of this gateway, here and where Claude Code is started: rutbreak serve says where the token is.';

/** The gateway's session names start with this. */
const AGENT = 'claude-code/';
const DOCTOR = 'rutbreak-doctor-';

/** Sends a loop to the gateway as Claude Code would, and deletes the session afterwards. */
export async function tryGateway(hook: GatewayHook): Promise<Check> {
  const session = `${DOCTOR}${randomUUID()}`;
  const started = performance.now();
  try {
    for (let step = 0; step < STEPS; step++) {
      const body = JSON.stringify(trialInput('claude-code', step, session));
      const answer = await ask(hook, hook.url, { method: 'POST', body });
      const trouble = troubleOf(hook.url, answer);
      if (trouble) return trouble;
      const took = Math.round((performance.now() - started) / (step + 1));
      if ((await answer.text()).includes('rutbreak'))
        return fine('trial', `the gateway answers at ${hook.url} (${took} ms a hook)`);
    }
    const todo = 'Is its mode "off" or "shadow"? See: GET /v1/config';
    return wrong('trial', `the gateway at ${hook.url} does not react to a loop`, todo);
  } catch {
    return wrong('trial', `nobody answers at ${hook.url}: the agent is not guarded`, START);
  } finally {
    const path = `/v1/sessions/${encodeURIComponent(AGENT + session)}`;
    // A key that may only send events cannot delete; then the session stays.
    await ask(hook, new URL(path, hook.url).href, { method: 'DELETE' }).catch(() => undefined);
  }
}

function troubleOf(url: string, { status, headers }: Response): Check | undefined {
  const unguarded = headers.get('x-rutbreak-unguarded');
  if (status === 401 || status === 403) return wrong('trial', `the gateway at ${url} refuses the key`, KEY);
  if (status !== 200) return wrong('trial', `${url} answers ${status}: that is no gateway`, START);
  if (unguarded === null) return undefined;
  return wrong(
    'trial',
    `the gateway cannot decide now (${unguarded})`,
    'Look at its log, and at GET /readyz',
  );
}

/** The time of the last event from Claude Code itself; `undefined` if the key may not read sessions. */
export async function lastToldGateway(hook: GatewayHook): Promise<number | undefined> {
  try {
    const path = `/v1/sessions?limit=50&search=${encodeURIComponent(AGENT)}`;
    const answer = await ask(hook, new URL(path, hook.url).href, {});
    if (answer.status !== 200) return undefined;
    const { sessions } = (await answer.json()) as { sessions: readonly { id: string; updated_at: number }[] };
    const own = sessions.filter(({ id }) => !id.startsWith(AGENT + DOCTOR));
    return Math.max(0, ...own.map((one) => one.updated_at));
  } catch {
    return undefined;
  }
}

function ask({ token }: GatewayHook, url: string, request: RequestInit): Promise<Response> {
  const headers = {
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return fetch(url, { ...request, headers, signal: AbortSignal.timeout(LIMIT) });
}
