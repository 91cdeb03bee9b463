import {
  createGuard,
  type Guard,
  type GuardOptions,
  type Preset,
  presetOf,
  type PresetOptions,
} from '@rutbreak/core';

/** Settings of a guard from files and flags, whose preset is a name. `guardFrom` makes the guard. */
export type LoadedGuard = Omit<GuardOptions<Preset>, 'preset'> & {
  readonly preset: string;
  readonly options: PresetOptions;
};

export function guardFrom(loaded: LoadedGuard): Guard {
  return createGuard({ ...loaded, preset: presetOf(loaded.preset) });
}
