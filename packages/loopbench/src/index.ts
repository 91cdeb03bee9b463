export { scorePreset } from './scorer.js';
