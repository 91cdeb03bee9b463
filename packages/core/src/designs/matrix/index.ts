export { progressMatrix } from './detectors/progress-matrix.js';
export { matrix } from './preset.js';
