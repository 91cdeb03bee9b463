import { type Config, mergeConfig } from '@rutbreak/core/designs/votes';
import { configure } from '@rutbreak/core/edge';
import type { Command } from 'commander';
import { COMMON, type ConfigFlags, type Layers, type Loaded } from '../config/load.js';
import type { Io } from '../io.js';
import { escapeText, padEnd } from '../text.js';
import { configFlags, configOf } from '../config/flags.js';
import { EXIT, type ExitCode } from '../errors/exit.js';

/** One effective value, and its source. */
interface Row {
  readonly name: string;
  readonly value: unknown;
  readonly from: string;
}

/** Prints each effective value and its source. */
export function addConfig(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command('config')
    .summary('show which settings apply here, and why')
    .description('Show which settings apply in this folder, and where each comes from.');
  configFlags(command)
    .option('--json', 'one line of JSON')
    .action(async (options: ConfigFlags & { readonly json?: boolean }) => {
      const rows = rowsOf(await configOf(options, io), options);
      await io.stdout.write(options.json === true ? asJson(rows) : asTable(rows));
      end(EXIT.nothingFound);
    });
}

function rowsOf({ layers, preset, config, guard }: Loaded, flags: ConfigFlags): readonly Row[] {
  const { file } = layers;
  const ofFile = (key: string): string => (file ? `${file.path}, line ${file.lineOf(key)}` : 'default');
  const own = file?.own ?? {};
  const presetFrom =
    flags.preset !== undefined ? '--preset' : own.preset !== undefined ? ofFile('preset') : 'default';
  const modeFrom = own.mode !== undefined ? ofFile('mode') : 'default';
  // Most settings are names for options of the preset votes, and have no effect in others.
  const names = (Object.keys(mergeConfig()) as (keyof Config)[]).filter(
    (name) => preset === 'votes' || COMMON.includes(name),
  );
  const settings = names.map((name) => ({ name, value: config[name], from: originOf(name, layers) }));
  const { settled } = configure(preset, guard.options);
  const options = Object.entries(settled).flatMap(([owner, values]) =>
    Object.entries(values).map(([option, value]) => ({
      name: `${owner}.${option}`,
      value,
      from:
        guard.options[owner]?.[option] === undefined ? 'default' : optionFrom(owner, option, value, layers),
    })),
  );
  return [
    { name: 'preset', value: preset, from: presetFrom },
    {
      name: 'mode',
      value: guard.mode ?? 'act',
      from: config.enabled ? modeFrom : originOf('enabled', layers),
    },
    ...(['tools', 'budgets', 'models'] as const).flatMap((name) =>
      own[name] === undefined ? [] : [{ name, value: own[name], from: ofFile(name) }],
    ),
    ...settings,
    ...options,
  ];
}

function originOf(name: keyof Config, { file, env, flags, model }: Layers): string {
  if (flags.layer.values[name] !== undefined) return '--set';
  if (env.values[name] !== undefined) return env.paths?.get(name) ?? 'environment';
  const keys = [...(model === undefined ? [] : [`${model} ${name}`]), name];
  const path = keys.map((key) => file?.layer.paths?.get(key)).find((one) => one !== undefined);
  return file && path !== undefined ? `${file.path}, line ${file.lineOf(path)}` : 'default';
}

function optionFrom(owner: string, option: string, value: unknown, { file, flags, model }: Layers): string {
  if (flags.options[owner]?.[option] !== undefined) return '--set';
  const isOwn = (options: Loaded['guard']['options'] | undefined): boolean =>
    options?.[owner]?.[option] === value;
  const { models = {}, options } = file?.own ?? {};
  if (file && model !== undefined && Object.hasOwn(models, model) && isOwn(models[model]))
    return `${file.path}, line ${file.lineOf(`models.${model}.${owner}.${option}`)}`;
  if (file && isOwn(options)) return `${file.path}, line ${file.lineOf(`options.${owner}.${option}`)}`;
  return 'the settings above';
}

function asJson(rows: readonly Row[]): string {
  const entries = rows.map(({ name, value, from }) => [name, { value, from }]);
  return `${JSON.stringify(Object.fromEntries(entries))}\n`;
}

function asTable(rows: readonly Row[]): string {
  const head = { name: 'SETTING', value: 'VALUE', from: 'FROM' };
  const shown = [head, ...rows].map(({ name, value, from }) => ({
    ...{ name: escapeText(name), from: escapeText(from) },
    value: escapeText(typeof value === 'string' ? value : JSON.stringify(value)),
  }));
  const width = (key: 'name' | 'value'): number =>
    Math.min(40, Math.max(...shown.map((row) => row[key].length)));
  const [names, values] = [width('name'), width('value')];
  return shown
    .map(({ name, value, from }) => `${padEnd(name, names)}  ${padEnd(value, values)}  ${from}\n`)
    .join('');
}
