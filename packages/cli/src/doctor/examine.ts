import { statSync } from 'node:fs';
import { HOOK_PROTOCOLS, type HookAgent } from '@rutbreak/adapters/hooks';
import { lastFailed, lastFired } from '../hooks/fired.js';
import { commandFor } from '../init/entries.js';
import { ownHooks, settingsIn } from '../init/json-hooks.js';
import { isGuardedBy, read, settingsOf, withoutMark } from '../init/plan.js';
import type { Surroundings } from '../transcripts/places.js';
import { type Check, fine, wrong } from './check.js';
import { checkCodexTrust } from './codex-trust.js';
import { type GatewayHook, lastToldGateway, tryGateway } from './gateway.js';
import { tryCommand } from './trial.js';

export interface Patient {
  readonly agent: HookAgent;
  readonly around: Surroundings;
  readonly dataDir: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** For a gateway. */
  readonly token?: string | undefined;
  readonly now: number;
}

/** The agents in whose settings the hook stands. */
export function guardedAgents(agents: readonly HookAgent[], around: Surroundings): readonly HookAgent[] {
  return agents.filter((agent) => settingsOf(agent, around).some((file) => isGuardedBy(agent, file)));
}

/** Everything between the agent's settings and a hook that fires. */
export async function examine(patient: Patient): Promise<readonly Check[]> {
  const { agent, around, env } = patient;
  const file = settingsOf(agent, around).find((one) => isGuardedBy(agent, one));
  if (file === undefined) {
    const { title } = HOOK_PROTOCOLS[agent];
    return [wrong('settings', `${title} is not guarded`, `Run: rutbreak init ${agent}`)];
  }
  const text = withoutMark(read(file) ?? '');
  const gateway = gatewayOf(patient, text, file);
  return [
    fine('settings', `the hook stands in ${file}`),
    ...(agent === 'opencode' ? [] : switchesOf(agent, settingsIn(text, file))),
    ...(agent === 'codex' ? [await checkCodexTrust({ cwd: around.folder, env })] : []),
    ...(gateway
      ? [await tryGateway(gateway), await toldOf(patient, gateway, file)]
      : [await trialOf(patient, text, file), ...firedOf(patient, file)]),
  ];
}

/** Settings that turn all hooks off. */
function switchesOf(agent: HookAgent, settings: Readonly<Record<string, unknown>>): readonly Check[] {
  const { disableAllHooks, hooksConfig } = settings;
  const { enabled, disabled } = (hooksConfig ?? {}) as { enabled?: unknown; disabled?: unknown };
  const todo = (name: string): string => `Take ${name} out of the settings.`;
  if (agent === 'claude-code' && disableAllHooks === true)
    return [wrong('switches', 'all hooks are switched off', todo('"disableAllHooks"'))];
  if (agent === 'gemini' && enabled === false)
    return [wrong('switches', 'all hooks are switched off', todo('"hooksConfig.enabled"'))];
  if (agent === 'gemini' && Array.isArray(disabled) && disabled.includes('rutbreak'))
    return [wrong('switches', 'the hook is switched off', 'Type: /hooks enable rutbreak')];
  return [];
}

/** The gateway that the hook in these settings goes to. */
function gatewayOf({ agent, token }: Patient, text: string, file: string): GatewayHook | undefined {
  if (agent === 'opencode') return undefined;
  const { command, url } = hookIn(text, file);
  return command === undefined && url !== undefined ? { url, token } : undefined;
}

const hookIn = (text: string, file: string): { readonly command?: string; readonly url?: string } =>
  ownHooks(text, file)[0]?.hook ?? {};

function trialOf({ agent, script }: Patient, text: string, file: string): Promise<Check> {
  // opencode's plugin loads the same code; what can be started from here is the command.
  const command = agent === 'opencode' ? undefined : hookIn(text, file).command;
  return tryCommand(agent, command ?? commandFor(process.execPath, script, agent));
}

const WAKE: Readonly<Record<HookAgent, string>> = {
  'claude-code': 'Start Claude Code anew and let it run one command; /hooks lists what it knows.',
  codex: 'Start codex anew, type /hooks, trust the hooks of rutbreak, and let it run one command.',
  gemini:
    'Start gemini anew in a folder that it trusts, and let it run one command; /hooks lists what it knows.',
  opencode: 'Start opencode anew and let it run one command.',
};

/** The proof: the agent itself has started it, since it stands where it stands. */
function firedOf({ agent, dataDir, now }: Patient, file: string): readonly Check[] {
  const fired = lastFired(dataDir, agent);
  const failed = lastFailed(dataDir, agent);
  const since = statSync(file).mtimeMs;
  const isFresh = fired !== undefined && fired.at >= Math.floor(since);
  const proof = isFresh
    ? fine('fired', `it last fired ${ago(now - fired.at)} (${fired.event}, ${fired.took} ms)`)
    : wrong('fired', 'it has not fired since it was set up', WAKE[agent]);
  if (failed === undefined || failed.at < (fired?.at ?? 0)) return [proof];
  const todo = 'The agent went on unguarded then. If this comes back, report it.';
  return [proof, wrong('failures', `it failed ${ago(now - failed.at)}: ${failed.why}`, todo)];
}

/** The same proof where the hook goes to a gateway: what that was told, since the hook stands where it stands. */
async function toldOf({ agent, now }: Patient, gateway: GatewayHook, file: string): Promise<Check> {
  const told = await lastToldGateway(gateway);
  if (told === undefined) {
    const todo = 'Use a key with the scope read, or look at the page of the gateway.';
    return wrong('fired', 'the key may not see whether it fired', todo);
  }
  const since = Math.floor(statSync(file).mtimeMs);
  return told >= since
    ? fine('fired', `it last fired ${ago(now - told)}, as the gateway knows`)
    : wrong('fired', 'it has not fired since it was set up', WAKE[agent]);
}

const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

function ago(time: number): string {
  for (const [unit, name] of UNITS) {
    const count = Math.floor(time / unit);
    if (count > 0) return `${count} ${name}${count === 1 ? '' : 's'} ago`;
  }
  return 'less than a minute ago';
}
