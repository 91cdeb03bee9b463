export { callCycle } from './detectors/call-cycle.js';
export { roundLimit } from './detectors/round-limit.js';
export { cycles } from './preset.js';
