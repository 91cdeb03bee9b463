export { entropyWindow } from './detectors/entropy-window.js';
export { entropy } from './preset.js';
