import type { ConfigLayer } from './read.js';
import { type Config, settings } from './settings.js';

/** Merges the given settings over the defaults; later ones win. Changes none of its arguments. */
export function mergeConfig(...layers: readonly Partial<Config>[]): Config {
  const defaults = Object.fromEntries(
    Object.entries(settings).map(([name, option]) => [name, option.default]),
  );
  const given = layers.flatMap((layer) =>
    (Object.entries(layer) as [string, unknown][]).filter(([, value]) => value !== undefined),
  );
  return { ...defaults, ...Object.fromEntries(given) } as Config;
}

interface Places {
  readonly file?: ConfigLayer;
  readonly env?: ConfigLayer;
  readonly flags?: ConfigLayer;
  readonly model?: string;
}

/** From weak to strong: defaults, file, model overrides, environment, flags. */
export function configFor({ file, env, flags, model }: Places): Config {
  const ofModel = [file, env, flags].flatMap((layer) =>
    model !== undefined && layer && Object.hasOwn(layer.models, model) ? [layer.models[model]!] : [],
  );
  return mergeConfig(file?.values ?? {}, ...ofModel, env?.values ?? {}, flags?.values ?? {});
}

/** Lowers each limit by one and each similarity a little, as far as the range allows. */
const STRICTER = 0.05;

/** After more than one re-injection a repeat is more likely, so the limits are stricter. */
function sharpened(config: Config): Config {
  if (config.reinjections <= 1) return config;
  const lower = (value: number): number => Math.max(2, value - 1);
  const less = (value: number): number => Math.max(0, Math.round((value - STRICTER) * 1000) / 1000);
  return {
    ...config,
    ...{ exactMatch: lower(config.exactMatch), similarMatch: lower(config.similarMatch) },
    ...{
      sameError: lower(config.sameError),
      verbatim: less(config.verbatim),
      paraphrase: less(config.paraphrase),
    },
  };
}

/** The configuration as options of the preset `votes`, which comes from the same design. */
export function votesOptions(given: Config): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const config = sharpened(given);
  const { window } = config;
  return {
    // Identical calls are similar, too: raising only their limit would have no effect, so both limits move.
    'tool-repetition': {
      ...{ window, exact: config.exactMatch, similar: Math.max(config.similarMatch, config.exactMatch) },
      similarity: config.argumentSimilarity,
    },
    'output-similarity': {
      ...{
        window,
        verbatim: config.verbatim,
        paraphrase: config.paraphrase,
        occurrences: config.occurrences,
      },
    },
    'state-oscillation': { window },
    'error-cycle': { window, sameError: config.sameError, sameFix: config.sameFix },
    verdict: { single: config.highConfidence, several: config.mediumConfidence, weighted: config.weighted },
    ladder: {
      ...{ warnFirst: config.warnFirst, hintAt: config.hintAt, constraintsAt: config.constraintsAt },
      ...{ personAt: config.personAt, giveUpAt: config.personAt + 1 },
    },
  };
}
