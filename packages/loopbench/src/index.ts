export { type BenchFigures, type BenchReport, benchDetector } from './bench/bench-report.js';
export type { Estimate, Estimates } from './bench/bootstrap.js';
export { benchJson, benchText } from './bench/print-bench.js';
export { type BenchResult, type BenchWish, type RecoveryReport, runBench } from './bench/result.js';
export { type BenchData, type BenchTrace, readBench, type Split, SPLITS } from './data/bench-data.js';
export type { Case } from './data/case.js';
export { type BenchFolders, ownFolders } from './data/folders.js';
export { commandDetector } from './detectors/command-detector.js';
export {
  type Action,
  ACTIONS,
  type Detector,
  DetectorError,
  type DetectorSession,
  type GivenVerdict,
  type TraceStart,
  type Verdict,
} from './detectors/detector.js';
export { moduleDetector } from './detectors/module-detector.js';
export { presetDetector } from './detectors/preset-detector.js';
export { type Reference, referenceDetectors } from './detectors/reference.js';
export { loopbench, type LoopbenchOptions, type Template, TEMPLATES, templateText } from './loopbench.js';
export { benchPage } from './page/page.js';
export { type RecoveryFigures, recoveryTrack } from './recovery/recovery-track.js';
export { UsageError } from './usage-error.js';
