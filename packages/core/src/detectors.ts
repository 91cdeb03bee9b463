/** `@rutbreak/core/detectors`: the detectors of `default`, and the parts for detectors of your own. */
export {
  callLoop,
  repeatedCall,
  repeatedFailure,
  repeatedMessage,
  reportedError,
  returningState,
  sameAnswer,
  staleWork,
  textLoop,
} from './detection/detectors/index.js';
export {
  type AnyDetector,
  type CallFact,
  defineDetector,
  type Detector,
  type Evidence,
  type Mechanism,
  type Message,
  type Meta,
  type Report,
  type Signal,
  type Step,
  type Urgency,
} from './detection/detector.js';
export { flag, integer, type Option, type OptionsOf, type OptionSpec, ratio } from './detection/options.js';
export {
  type Fingerprint,
  fingerprint,
  type FingerprintResult,
  looseFingerprint,
} from './fingerprint/fingerprint.js';
export { likeness, type MinHash, minHash } from './fingerprint/minhash.js';
export { type CallRecord, callsOf } from './session/calls.js';
export type { EventContext, Session } from './session/session.js';
export type { PackedLog } from './session/packed-log.js';
