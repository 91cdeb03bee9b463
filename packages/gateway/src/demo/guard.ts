import type { Capabilities } from '@rutbreak/core';
import { configure, type Engine } from '@rutbreak/core/edge';
import type { Settings } from '../engine/settings.js';

/** The simulated model of stories whose category only the preset `votes` detects. */
export const VOTES_MODEL = 'demo-votes';

/** Guards one simulated model by `votes`, whatever preset is configured, so that the demo can show every category. */
export function withDemoModel(settings: () => Settings): () => Settings {
  let [from, extended]: (Settings | undefined)[] = [];
  return () => {
    const current = settings();
    if (from !== current || !extended) [from, extended] = [current, extend(current)];
    return extended;
  };
}

function extend(settings: Settings): Settings {
  const { mode } = settings.config.events;
  const engineFor = (capabilities?: Capabilities): Engine =>
    configure('votes', {}, {}, { mode, ...(capabilities && { capabilities }) });
  const usual = engineFor();
  return {
    ...settings,
    eventsOf(model, capabilities) {
      if (model !== VOTES_MODEL) return settings.eventsOf(model, capabilities);
      return capabilities ? engineFor(capabilities) : usual;
    },
  };
}
