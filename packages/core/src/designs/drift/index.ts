export { editRevert } from './detectors/edit-revert.js';
export { readLoop } from './detectors/read-loop.js';
export { testFailLoop } from './detectors/test-fail-loop.js';
export { drift } from './preset.js';
