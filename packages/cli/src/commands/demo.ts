import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import pc from 'picocolors';
import { type DemoStep, playDemo } from '../demo/play.js';
import { EXIT, type ExitCode } from '../errors/exit.js';
import type { Io } from '../io.js';
import { cut, escapeText, wrapped } from '../text.js';

const MORE = `
A made-up agent repeats a test that fails. The guard that judges it is the real one; nothing is started or written.
`;
const PAUSE = 600;

export function addDemo(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('demo')
    .summary('watch a loop being caught, in this terminal')
    .description('Play a short agent run in which a loop is caught.')
    .option('--fast', 'without pauses')
    .addHelpText('after', MORE)
    .action(async ({ fast }: { fast?: boolean }) => end(await demo(fast === true, io)));
}

async function demo(isFast: boolean, io: Io): Promise<ExitCode> {
  for (const step of playDemo()) {
    await io.stdout.write(textOf(step, io));
    if (!isFast && io.columns !== undefined) await sleep(PAUSE);
    if (io.stdout.isClosed()) return EXIT.nothingFound;
  }
  await io.stdout.write('\nTo guard the agents on this machine: rutbreak init\n');
  return EXIT.nothingFound;
}

function textOf(
  { command, outcome, guard, rung, isBlocked }: DemoStep,
  { columns = 80, isColourful }: Io,
): string {
  const { bold, dim, red, yellow } = pc.createColors(isColourful);
  const room = Math.max(40, Math.min(columns, 100)) - 6;
  const paint = isBlocked ? red : yellow;
  const lines = (guard ?? '')
    .split('\n')
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) => wrapped(escapeText(paragraph), room))
    .map((line) => paint(`    ${line}`));
  const head = rung === undefined ? [] : [bold(paint(`  ▲ ${rung}; the model reads:`))];
  return [bold(`$ ${command}`), dim(`  ${cut(escapeText(outcome), room)}`), ...head, ...lines, ''].join('\n');
}
