export { errorCycle } from './detectors/error-cycle.js';
export { outputSimilarity } from './detectors/output-similarity.js';
export { stateOscillation } from './detectors/state-oscillation.js';
export { tokenPattern } from './detectors/token-pattern.js';
export { toolRepetition } from './detectors/tool-repetition.js';
export { configFor, mergeConfig, votesOptions } from './settings/merge.js';
export { configFromEnv, type ConfigLayer, readConfig, type Source } from './settings/read.js';
export type { Config } from './settings/settings.js';
export { votes } from './preset.js';
