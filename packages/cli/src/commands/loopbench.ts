import type { LoopbenchOptions, Split, Template } from '@rutbreak/loopbench';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXIT } from '../errors/exit.js';
import type { Io } from '../io.js';

const SPLITS = ['reported', 'development'] satisfies Split[];
const TEMPLATES = ['javascript', 'python'] satisfies Template[];

const MORE = `
A detector is a preset of Rutbreak, a JavaScript module, or a command that speaks JSON lines:
  rutbreak loopbench --preset votes
  rutbreak loopbench --module detector.mjs
  rutbreak loopbench -- python3 detector.py
  rutbreak loopbench --template python > detector.py

All traces were written by us. The reported split was never used in development.
`;

interface Flags extends Omit<LoopbenchOptions, 'command' | 'sets'> {
  readonly set?: readonly string[];
  readonly template?: Template;
}

export function addLoopbench(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('loopbench')
    .summary('measure a loop detector on labelled traces')
    .description(
      'Measure how well a detector tells loops from healthy work, and what its interventions bring.',
    )
    .argument('[command...]', 'after --: the command of the detector')
    .option('--preset <name>', 'measure this preset')
    .option('--module <file>', 'measure the detector that this JavaScript module exports')
    .addOption(new Option('--split <name>', 'which traces').choices(SPLITS).default('reported'))
    .option('--set <name...>', 'only these sets of the split')
    .option('--compare', 'measure the reference detectors as well')
    .option('--recovery', 'also play simulated agents: waste avoided, healthy runs harmed')
    .addOption(new Option('--seed <number>', 'draw other variations of the data').argParser(seedIn))
    .option('--json', 'one JSON object on standard output, and nothing else there')
    .option('--report <file.html>', 'also write a page with plots')
    .addOption(new Option('--template <language>', 'print a detector to start from').choices(TEMPLATES))
    .addHelpText('after', MORE)
    .action(async (command: string[], flags: Flags) => end(await measure(command, flags, io)));
}

async function measure(command: string[], { template, set, ...flags }: Flags, io: Io): Promise<number> {
  // Loaded here, so that other commands start without it.
  const { loopbench, templateText } = await import('@rutbreak/loopbench');
  if (template !== undefined) {
    await io.stdout.write(templateText(template));
    return EXIT.nothingFound;
  }
  const texts: Promise<void>[] = [];
  const code = await loopbench(
    { ...flags, ...(set && { sets: set }), ...(command.length > 0 && { command }) },
    {
      log: (line) => void texts.push(io.stdout.write(`${line}\n`)),
      error: (line) => void texts.push(io.stderr.write(`${line}\n`)),
    },
  );
  await Promise.all(texts);
  return code;
}

function seedIn(text: string): number {
  const seed = Number(text);
  if (!Number.isSafeInteger(seed) || seed < 1)
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return seed;
}
