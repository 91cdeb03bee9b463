export { type DetectorCases, testDetector } from './test-detector.js';
export {
  call,
  delta,
  deltas,
  edit,
  error,
  failure,
  message,
  range,
  state,
  step,
  times,
  turn,
} from './trace.js';
