import { readFile } from 'node:fs/promises';
import type { Relay } from '@rutbreak/proxy/mcp';
import type * as Proxy from '@rutbreak/proxy/mcp';
import { readEnvironment } from '../config/environment.js';
import { configOf } from '../config/flags.js';
import type { Io } from '../io.js';
import { escapeText } from '../text.js';
import type { Context, Parts, SharedOptions } from './options.js';

/** Loaded when it is needed: other commands start without it. */
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
  const { guard } = await configOf(flags, io);
  const { openAudit, readPolicy } = await load();
  const { createGatewayLink } = await import('@rutbreak/proxy/gateway-client');
  const { token } = readEnvironment();
  const onTrouble = (message: string): void => void tell(io, message);
  return {
    guard,
    ...(policy !== undefined && { policy: readPolicy(await readFile(policy, 'utf8'), policy) }),
    ...(gateway !== undefined && {
      gateway: createGatewayLink({ url: gateway, onTrouble, ...(token !== undefined && { token }) }),
    }),
    ...(audit !== undefined && { audit: openAudit({ file: audit, onTrouble }) }),
  };
}

export async function relayFor(server: string, { options, parts }: Context): Promise<Relay> {
  const { createRelay } = await load();
  const { policy, audit, gateway, guard } = parts;
  const { shadow, breakerCalls: calls, breakerWindow: seconds } = options;
  return createRelay({
    server,
    ...guard,
    ...(shadow === true && { mode: 'shadow' as const }),
    ...(policy && { policy }),
    ...(audit && { audit }),
    ...(gateway && { gateway }),
    breaker: {
      ...(calls !== undefined && { calls }),
      ...(seconds !== undefined && { window: Math.round(seconds * 1000) }),
    },
  });
}

export function sessionHeaderOf({ options: { sessionHeader } }: Context): {
  readonly sessionHeader?: string;
} {
  return sessionHeader === undefined ? {} : { sessionHeader };
}
