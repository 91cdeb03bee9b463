import { UsageError } from '../errors/usage-error.js';
import { AGENT_IDS, type AgentId } from './ids.js';

/** The agents of these names; a beginning that only one of them has will do. */
export function agentsNamed(names: readonly string[]): readonly AgentId[] {
  const meant = new Set(names.map(agentNamed));
  return AGENT_IDS.filter((agent) => meant.has(agent));
}

function agentNamed(name: string): AgentId {
  const exact = AGENT_IDS.find((agent) => agent === name);
  if (exact !== undefined) return exact;
  const meant = AGENT_IDS.filter((agent) => agent.startsWith(name.toLowerCase()));
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return only;
  throw new UsageError(
    only === undefined
      ? `There is no agent "${name}". Use one of: ${AGENT_IDS.join(', ')}.`
      : `"${name}" can be more than one agent. Use one of: ${meant.join(', ')}.`,
  );
}
