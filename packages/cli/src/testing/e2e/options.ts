import { parseArgs } from 'node:util';
import { REAL_AGENTS } from './agents/index.js';
import { type Case, CASES, SHORT_CASES } from './cases.js';
import type { RealAgent } from './real-agent.js';

export const HELP = `npm run e2e:agents -- [AGENT…] [--short] [--case TEXT]… [--write | --record]

Runs the real coding agents, offline, with the guard and without.

  AGENT        ${REAL_AGENTS.map(({ agent }) => agent).join(', ')}; default: all
  --short      a few minutes: a loop, healthy work, and the faults that once disabled an agent
  --case TEXT  the cases with this text in their name
  --write      puts the results into docs/agents-matrix.md, beside those of other agents and cases
  --record     renews the recorded transcripts and hook inputs that tests read, and plays no case`;

export interface Chosen {
  readonly agents: readonly RealAgent[];
  readonly cases: readonly Case[];
  readonly writes: boolean;
  readonly records: boolean;
}

/** Returns a text for the user if there is nothing to run. */
export function chosenBy(args: readonly string[]): Chosen | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        short: { type: 'boolean' },
        write: { type: 'boolean' },
        record: { type: 'boolean' },
        case: { type: 'string', multiple: true },
      },
    });
    if (values.help) return HELP;
    const unknown = positionals.filter((name) => !REAL_AGENTS.some(({ agent }) => agent === name));
    if (unknown.length > 0) return `There is no agent ${unknown.join(', ')} here.\n\n${HELP}`;
    const named = REAL_AGENTS.filter(({ agent }) => positionals.includes(agent));
    const cases = casesWith(values);
    if (cases.length === 0) return `No case has ${values.case?.join(' or ') ?? ''} in its name.\n\n${HELP}`;
    const [writes, records] = [values.write === true, values.record === true];
    return { agents: named.length > 0 ? named : REAL_AGENTS, cases, writes, records };
  } catch (error) {
    return `${(error as Error).message}\n\n${HELP}`;
  }
}

function casesWith({ case: texts, short }: { case?: string[]; short?: boolean }): readonly Case[] {
  if (texts) return CASES.filter(({ name }) => texts.some((text) => name.includes(text)));
  return short ? SHORT_CASES : CASES;
}
