import type { DecisionContext } from '../message-renderer.js';
import { describeLoop } from './describe.js';
import { factsOf } from './facts.js';

/** The commands with which a person lifts a decision about a session. */
export interface LiftCommands {
  readonly reset: string;
  readonly override: string;
}

/** `id` is quoted for a shell if needed. */
export function liftCommands(id: string): LiftCommands {
  const name = /^[\w.:@/+][\w.:@/+-]*$/.test(id) ? id : `'${id.replaceAll("'", String.raw`'\''`)}'`;
  return { reset: `rutbreak session reset ${name}`, override: `rutbreak session override ${name}` };
}

/**
 * The message for a person about a decision, with the exact commands. Never for the model: it must not lift
 * anything.
 */
export function personText(occasion: DecisionContext, id: string): string {
  const { reset, override } = liftCommands(id);
  const facts = factsOf(occasion);
  return [
    describeLoop(occasion).summary,
    ...(facts && facts.refused > 0 ? ['Calls of this loop are refused; all other calls pass.'] : []),
    `To lift this, run: ${reset}`,
    `To let it go on, run: ${override}`,
  ].join('\n');
}
