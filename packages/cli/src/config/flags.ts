import { DEFAULT_PRESET, PRESETS } from '@rutbreak/core';
import { type Command, Option } from 'commander';
import { type ConfigFlags, loadConfig, type Loaded, readerGuard } from './load.js';
import type { Io } from '../io.js';
import { escapeText } from '../text.js';

/** Adds the flags of all commands that run detection. `flag` replaces `--config` where that has another meaning. */
export function configFlags(command: Command, flag = '--config'): Command {
  return command
    .addOption(
      new Option('-p, --preset <name>', `detection preset (default: ${DEFAULT_PRESET})`).choices(PRESETS),
    )
    .option(`${flag} <file>`, 'limits and tools (default: the nearest rutbreak.config.yaml, .yml or .json)')
    .option('--model <name>', "use this model's limits")
    .addOption(
      new Option(
        '-s, --set <setting>',
        'one option, like repeated-call.limit=4; may be given again',
      ).argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]),
    );
}

/** Loads the configuration of a command and prints a note for each setting that has no effect. */
export async function configOf(flags: ConfigFlags, io: Io): Promise<Loaded> {
  const loaded = loadConfig(flags, { folder: io.surroundings.folder, env: io.env });
  for (const note of loaded.notes) await io.stderr.write(`note: ${escapeText(note)}\n`);
  return loaded;
}

/** The configuration of a command that only reads recordings. */
export async function readerConfig(flags: ConfigFlags, io: Io): Promise<Loaded> {
  const loaded = await configOf(flags, io);
  if (loaded.guard.mode === 'off')
    await io.stderr.write('note: detection is switched off by the configuration: nothing will be found.\n');
  return { ...loaded, guard: readerGuard(loaded) };
}
