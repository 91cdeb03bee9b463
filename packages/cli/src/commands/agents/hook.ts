import { Argument, type Command } from 'commander';
import { AGENT_IDS } from '../../agents/index.js';

const MORE = `
Agents start this command; "rutbreak init" tells them to. What the agent is about to do comes as JSON on standard
input, and what should happen goes back in the agent's own form: nothing, a word to the model, a veto, or the end of
the run.

It fails open: whatever goes wrong, the agent goes on, and one line on standard error says why. It never ends with
exit code 2, which agents take for a veto.
`;

/** For its help only: `cli.ts` runs it without loading any of this. */
export function addHook(program: Command): void {
  program
    .command('hook')
    .summary('answer a hook of a coding agent')
    .description('Answer a hook of a coding agent.')
    .addArgument(new Argument('<agent>', 'who asks').choices(AGENT_IDS))
    .option('-p, --preset <name>', 'how to judge')
    .option('--config <file>', 'limits and tools (default: the nearest rutbreak.config.yaml, .yml or .json)')
    .option('-s, --set <setting...>', 'detector.option=value, or name=value')
    .option('--data <folder>', 'where sessions are kept')
    .option('--shadow', 'decide and record, never act')
    .option('--max-interventions <count>', 'stay silent after this many in one task (default: 50)')
    .addHelpText('after', MORE);
}
