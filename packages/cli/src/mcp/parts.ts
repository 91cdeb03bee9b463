import { readFile } from 'node:fs/promises';
import { liftingInArgs, ONLY_A_PERSON } from '@rutbreak/core/edge';
import type { HostCheck, Relay, RelayReport } from '@rutbreak/proxy/mcp';
import type * as Proxy from '@rutbreak/proxy/mcp';
import { readEnvironment } from '../config/environment.js';
import { configOf } from '../config/flags.js';
import type { Io } from '../io.js';
import { wayBack } from '../session/guarded-agent.js';
import type { LiveProxy } from '../session/live-sessions.js';
import { cut, escapeText } from '../text.js';
import type { Context, Parts, SharedOptions } from './options.js';

/** Loaded on demand, so that other commands start without it. */
export const load = (): Promise<typeof Proxy> => import('@rutbreak/proxy/mcp');

export function tell(io: Io, message: string): Promise<void> {
  return io.stderr.write(`rutbreak: ${escapeText(message)}\n`);
}

/** Reads all files first, so that an error in one of them shows before the first call. */
export async function partsOf(options: SharedOptions, io: Io): Promise<Parts> {
  const { policy, audit, gateway, guardConfig: config, preset, model, set } = options;
  const flags = {
    ...(config !== undefined && { config }),
    ...(preset !== undefined && { preset }),
    ...(model !== undefined && { model }),
    ...(set && { set }),
  };
  const { guard, config: settings } = await configOf(flags, io);
  const { openAudit, readPolicy } = await load();
  const { createGatewayLink } = await import('@rutbreak/proxy/gateway-client');
  const { token } = readEnvironment();
  const onTrouble = (message: string): void => void tell(io, message);
  return {
    ...{ guard, config: settings },
    ...(policy !== undefined && { policy: readPolicy(await readFile(policy, 'utf8'), policy) }),
    ...(gateway !== undefined && {
      gateway: createGatewayLink({ url: gateway, onTrouble, ...(token !== undefined && { token }) }),
    }),
    ...(audit !== undefined && { audit: openAudit({ file: audit, onTrouble }) }),
  };
}

export async function relayFor(server: string, { options, parts, live, io }: Context): Promise<Relay> {
  const { createRelay } = await load();
  const { policy, audit, gateway, guard, config } = parts;
  const { shadow, breakerCalls: calls, breakerWindow: seconds } = options;
  // A server on standard input and output has one session, named like the server.
  const own = live.add((id) => `mcp:${server}/${id === server ? process.pid : id}`);
  const relay = createRelay({
    server,
    ...guard,
    ...{
      onDecision: own.onDecision,
      checkCall: (call) => refusalFor(call, own),
      ...(config.statusLine && { onReport: reporter(own, io) }),
    },
    ...(shadow === true && { mode: 'shadow' as const }),
    ...(policy && { policy }),
    ...(audit && { audit }),
    ...(gateway && { gateway }),
    breaker: {
      ...(calls !== undefined && { calls }),
      ...(seconds !== undefined && { window: Math.round(seconds * 1000) }),
    },
  });
  own.attach(relay.sessions);
  return relay;
}

/** A tool that runs commands must not lift the proxy's decisions. */
function refusalFor({ session, args }: HostCheck, { refused }: LiveProxy): string | undefined {
  const lifting = liftingInArgs(args);
  if (lifting === undefined) return undefined;
  refused(session, lifting);
  return ONLY_A_PERSON;
}

/** Clients log a server's standard error. Every refused call would repeat the same line. */
function reporter({ nameOf }: LiveProxy, io: Io): (report: RelayReport) => void {
  const said = new Map<string, string>();
  return ({ session, rung, brief, question }) => {
    const text = `${rung}: ${question?.replaceAll('\n', ' ') ?? brief}`;
    if (rung === 'observe' || said.get(session) === text) return;
    said.set(session, text);
    if (said.size > MAX_SAID) said.clear();
    const id = nameOf(session);
    const isHeld = rung === 'block' || rung === 'pause' || rung === 'stop';
    void tell(io, `${id}: ${cut(text, 300)}`);
    if (isHeld) for (const line of wayBack(id).split('\n')) void tell(io, line);
  };
}

const MAX_SAID = 1000;

export function sessionHeaderOf({ options: { sessionHeader } }: Context): {
  readonly sessionHeader?: string;
} {
  return sessionHeader === undefined ? {} : { sessionHeader };
}
