import { statSync } from 'node:fs';
import { commandFor } from '../agents/command.js';
import { AGENTS, type AgentId } from '../agents/index.js';
import { lastFailed, lastFired } from '../hooks/fired.js';
import { ownHooks, settingsIn } from '../init/json-hooks.js';
import { isGuardedBy, read, settingsOf, withoutMark } from '../init/plan.js';
import type { Surroundings } from '../transcripts/places.js';
import { type Check, fine, waiting, wrong } from './check.js';
import { checkCodexTrust } from './codex-trust.js';
import { type GatewayHook, lastToldGateway, tryGateway } from './gateway.js';
import { tryCommand } from './trial.js';

export interface Patient {
  readonly agent: AgentId;
  readonly around: Surroundings;
  readonly dataDir: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** The key for a gateway. */
  readonly token?: string | undefined;
  readonly now: number;
}

/** The agents whose settings contain the hook. */
export function guardedAgents(agents: readonly AgentId[], around: Surroundings): readonly AgentId[] {
  return agents.filter((agent) => settingsOf(agent, around).some((file) => isGuardedBy(agent, file)));
}

/** Checks each step from the agent's settings to a hook that fires. */
export async function examine(patient: Patient): Promise<readonly Check[]> {
  const { agent, around, env } = patient;
  const file = settingsOf(agent, around).find((one) => isGuardedBy(agent, one));
  if (file === undefined) {
    const { title } = AGENTS[agent];
    return [wrong('settings', `${title} is not guarded`, `Run: rutbreak init ${agent}`)];
  }
  const text = withoutMark(read(file) ?? '');
  const gateway = gatewayOf(patient, text, file);
  return [
    fine('settings', `the hook stands in ${file}`),
    ...switchesOf(agent, text, file),
    ...(agent === 'codex' ? [await checkCodexTrust({ cwd: around.folder, env })] : []),
    ...(gateway
      ? [await tryGateway(gateway), await toldOf(patient, gateway, file)]
      : [await trialOf(patient, text, file), ...firedOf(patient, file)]),
  ];
}

/** Settings that turn all hooks off. */
function switchesOf(agent: AgentId, text: string, file: string): readonly Check[] {
  const off = AGENTS[agent].switchedOff?.(settingsIn(text, file));
  return off ? [wrong('switches', off.text, off.todo)] : [];
}

/** The gateway URL of the hook in these settings. */
function gatewayOf({ agent, token }: Patient, text: string, file: string): GatewayHook | undefined {
  const { url } = hookIn(agent, text, file);
  return url === undefined ? undefined : { url, token };
}

interface OwnHook {
  readonly command?: string;
  readonly url?: string;
}

function hookIn(agent: AgentId, text: string, file: string): OwnHook {
  const { settings } = AGENTS[agent];
  if (settings.kind === 'shared') return ownHooks(text, settings, file)[0] ?? {};
  const command = settings.commandIn?.(text);
  return command === undefined ? {} : { command };
}

function trialOf({ agent, script }: Patient, text: string, file: string): Promise<Check> {
  // opencode loads our code instead of starting a command, so the test runs that same code.
  const { command } = hookIn(agent, text, file);
  return tryCommand(agent, command ?? commandFor(process.execPath, script, agent));
}

/** Checks that the agent itself has started the hook since it was installed. */
function firedOf({ agent, dataDir, now }: Patient, file: string): readonly Check[] {
  const fired = lastFired(dataDir, agent);
  const failed = lastFailed(dataDir, agent);
  const since = statSync(file).mtimeMs;
  const isFresh = fired !== undefined && fired.at >= Math.floor(since);
  const proof = isFresh
    ? fine('fired', `it last fired ${ago(now - fired.at)} (${fired.event}, ${fired.took} ms)`)
    : waiting(AGENTS[agent].firstRun);
  if (failed === undefined || failed.at < (fired?.at ?? 0)) return [proof];
  const todo = 'The agent went on unguarded then. If this comes back, report it.';
  return [proof, wrong('failures', `it failed ${ago(now - failed.at)}: ${failed.why}`, todo)];
}

/** The same check for a hook that calls a gateway: has the gateway got an event since the hook was installed? */
async function toldOf({ agent, now }: Patient, gateway: GatewayHook, file: string): Promise<Check> {
  const told = await lastToldGateway(gateway);
  if (told === undefined) {
    const todo = 'Use a key with the scope read, or look at the page of the gateway.';
    return wrong('fired', 'the key may not see whether it fired', todo);
  }
  const since = Math.floor(statSync(file).mtimeMs);
  return told >= since
    ? fine('fired', `it last fired ${ago(now - told)}, as the gateway knows`)
    : waiting(AGENTS[agent].firstRun);
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
