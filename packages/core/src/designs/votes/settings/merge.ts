import type { ConfigLayer } from './read.js';
import { type Config, settings } from './settings.js';

/** What is given in order, the later the stronger, over the defaults. Nothing that was passed in is changed. */
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

/** A limit one lower, and a likeness a little less, as far as they can go. */
const STRICTER = 0.05;

/** After more than one re-injection the same is more likely to come again: limits are stricter. */
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

/** The configuration as options of the preset `votes`, whose design it comes from. */
export function votesOptions(given: Config): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const config = sharpened(given);
  const { window } = config;
  return {
    // Identical calls are similar too: a higher limit for the ones would be none without the other.
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
    ladder: { warnFirst: config.warnFirst, personAt: config.personAt, giveUpAt: config.personAt + 1 },
  };
}
