import { UsageError } from '../errors/usage-error.js';
import { AGENT_IDS, type AgentId } from './ids.js';

/** The agents of these names; a beginning that only one of them has will do. */
export function agentsNamed(names: readonly string[]): readonly AgentId[] {
  const meant = new Set(names.map(agentNamed));
  return AGENT_IDS.filter((agent) => meant.has(agent));
}

function agentNamed(name: string): AgentId {
  const exact = AGENT_IDS.find((agent) => agent === name);
  const [only, ...others] = AGENT_IDS.filter((agent) => agent.startsWith(name.toLowerCase()));
  if (exact !== undefined || (only !== undefined && others.length === 0)) return exact ?? only!;
  const problem =
    only === undefined ? `There is no agent "${name}".` : `"${name}" can be more than one agent.`;
  throw new UsageError(
    `${problem} Use one of: ${(only === undefined ? AGENT_IDS : [only, ...others]).join(', ')}.`,
  );
}
