export {
  type BoundDetector,
  type BoundLadder,
  configure,
  type Engine,
  type PresetOptions,
} from './configure.js';
export { CATEGORIES, type Category } from './detection/category.js';
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
export { callCycle } from './designs/cycles/detectors/call-cycle.js';
export { roundLimit } from './designs/cycles/detectors/round-limit.js';
export { editRevert } from './designs/drift/detectors/edit-revert.js';
export { readLoop } from './designs/drift/detectors/read-loop.js';
export { testFailLoop } from './designs/drift/detectors/test-fail-loop.js';
export { entropyWindow } from './designs/entropy/detectors/entropy-window.js';
export { progressMatrix } from './designs/matrix/detectors/progress-matrix.js';
export { errorCycle } from './designs/votes/detectors/error-cycle.js';
export { outputSimilarity } from './designs/votes/detectors/output-similarity.js';
export { stateOscillation } from './designs/votes/detectors/state-oscillation.js';
export { tokenPattern } from './designs/votes/detectors/token-pattern.js';
export { toolRepetition } from './designs/votes/detectors/tool-repetition.js';
export { configFor, mergeConfig, votesOptions } from './designs/votes/settings/merge.js';
export { configFromEnv, type ConfigLayer, readConfig, type Source } from './designs/votes/settings/read.js';
export type { Config } from './designs/votes/settings/settings.js';
export { type ErrorCode, type ErrorDetail, ERRORS, RutbreakError } from './error.js';
export {
  type Breaker,
  breakerOptions,
  type BreakerOptions,
  type CallBreaker,
  checkCall,
  createCallBreaker,
  newBreaker,
  type CallAdmission,
} from './escalation/breaker.js';
export { CAPABILITIES, type Capabilities } from './escalation/capability.js';
export {
  checkTool,
  type FailureBreaker,
  failureBreakerOptions,
  type FailureBreakerOptions,
  newFailureBreaker,
  noteAnswer,
  noteFailure,
  type ToolAdmission,
} from './escalation/failure-breaker.js';
export { type Rung, RUNGS } from './escalation/ladder.js';
export type { EdgeOptions, Mode } from './escalation/policy.js';
export { type DerivedEvent, deriveEvents, isDerived, withDerived } from './event/derived/derive.js';
export type {
  AgentEvent,
  AttemptEvent,
  CallEvent,
  Channel,
  DeltaEvent,
  EditEvent,
  ErrorEvent,
  EventKind,
  MessageEvent,
  ResetEvent,
  StateEvent,
  StepEvent,
  StepStatus,
  TurnEvent,
  TurnReason,
} from './event/event.js';
export { OWN_MARK } from './event/own-words.js';
export {
  type Fingerprint,
  fingerprint,
  looseFingerprint,
  type FingerprintResult,
} from './fingerprint/fingerprint.js';
export type { ToolTrait } from './event/tool-trait.js';
export { likeness, type MinHash, minHash } from './fingerprint/minhash.js';
export { readEvent, type Refusal } from './event/read-event.js';
export { computeHash } from './fingerprint/sha256.js';
export { stableStringify } from './fingerprint/stable-json.js';
export { observeWithDerived } from './observe-derived.js';
export {
  createGuard,
  type Guard,
  type GuardOptions,
  type GuardSession,
  type SessionOptions,
} from './guard.js';
export { proposeLimits } from './limits.js';
export {
  adaptOptions,
  addSession,
  applyProposal,
  type Change,
  type ModelFigures,
  newFigures,
  type Proposal,
  undoProposal,
} from './memory/adapt.js';
export {
  addFact,
  type Archive,
  type ArchiveFact,
  type ArchiveOptions,
  type ArchiveQuery,
  createArchive,
  knownAmong,
  type KnownPattern,
  type PatternRow,
  type Tries,
} from './memory/archive.js';
export { preventionHint, type PreventionHint } from './memory/hint.js';
export { type PatternFingerprint, fingerprintPattern } from './memory/pattern.js';
export type { ArchivedStrategy } from './memory/strategy.js';
export type { Act, Control, Decision, StepResult, Proceed, State } from './decision.js';
export type { Budgets, Exhausted, Spent } from './escalation/budget.js';
export type { Friction, OverrideRecord, OverrideRefusal, OverrideRequest } from './escalation/override.js';
export { type OverrideResult, override } from './override.js';
export { advance, reduce, start } from './pipeline.js';
export { DEFAULT_PRESET, presetOf, PRESETS } from './presets/index.js';
export type { Preset } from './presets/preset.js';
export { type Capture, capture, type CapturedPacket, type LoopMetadata } from './recovery/capture.js';
export { isForbidden } from './recovery/forbidden.js';
export { appendToLastResult, insertNote } from './recovery/history/edit.js';
export type { HistoryProblem, Message as HistoryMessage } from './recovery/history/dialect.js';
export { historyProblems } from './recovery/history/read.js';
export { HISTORY_SHAPES, type HistoryShape } from './recovery/history/shape.js';
export { type ActionName, ACTIONS } from './recovery/action-name.js';
export type { LoopContext, LoopNotes } from './recovery/loop-context.js';
export { type PlannedStrategy, planRecovery, STRATEGIES } from './recovery/plan.js';
export {
  beginRecovery,
  madeProgress,
  newRecoveryWatch,
  type RecoveryOptions,
  recoveryOptions,
  type RecoveryOutcome,
  type RecoveryWatch,
  stepRecovery,
} from './recovery/progress.js';
export { type Description, describeLoop } from './recovery/render/describe.js';
export { type LiftCommands, liftCommands, personText } from './recovery/render/person.js';
export type { Action, ForbidAction, Strategy, StrategyMeta } from './recovery/strategy.js';
export { planReset, type ResetPlan } from './recovery/reset.js';
export type { LoopCount, LoopTally } from './recovery/tally.js';
export type {
  DecisionContext,
  PastAttempt,
  Intervention,
  MessageRenderer,
} from './recovery/message-renderer.js';
export { defaultTexts } from './recovery/texts/default.js';
export { type TextOverrides, textsWith } from './recovery/texts/override.js';
export { redact, type RedactOptions, redactValue, type RedactValueOptions } from './redact/redact.js';
export { callsOf, type CallRecord } from './session/calls.js';
export type { EventContext, Session } from './session/session.js';
export type { PackedLog } from './session/packed-log.js';
export type { Decided, DecidedAct } from './sink/decided.js';
export { escapeLabel, prometheusText, type Sample, samplesOf } from './sink/export-metrics.js';
export { overridePrompt, type OverridePrompt } from './sink/override-prompts.js';
export {
  isNewLoop,
  type LoggedLoop,
  logDecision,
  type LoopLog,
  logOutcome,
  NO_LOOPS,
  summarise,
} from './sink/loop-log.js';
export {
  countDecision,
  countFalsePositive,
  countOverride,
  countRecovery,
  type MetricContext,
  type Metric,
  type MetricName,
  METRICS,
  type Metrics,
  NO_METRICS,
} from './sink/metrics.js';
export {
  type Notification,
  type NotificationContext,
  notificationOf,
  type OverrideEffect,
  type Severity,
} from './sink/notification.js';
export { countFact, factsOf, type Sink, type SinkFact, type Tally } from './sink/sink.js';
export { restore, type Snapshot, snapshot, SNAPSHOT_VERSION } from './snapshot.js';
export { countIntervention, mayIntervene, newObserver, type Observer, type Pace } from './stream/observer.js';
export { explain, patternOf } from './verdict/explain.js';
export type { RecentFinding, Status, Verdict, Finding } from './verdict/verdict.js';
