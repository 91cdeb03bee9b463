/**
 * `@rutbreak/core/edge`: parts for programs around the core, such as proxies, gateways and benchmarks. They run the pure step
 * themselves, keep sessions, and turn decisions into logs, metrics and notifications. Embedders need the front door only.
 */
export { type BoundDetector, type BoundLadder, configure, type Engine } from './configure.js';
export { type ErrorDetail, ERRORS } from './error.js';
export {
  type Breaker,
  breakerOptions,
  type BreakerOptions,
  type CallAdmission,
  type CallBreaker,
  checkCall,
  createCallBreaker,
  newBreaker,
} from './escalation/breaker.js';
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
export { type DerivedEvent, deriveEvents, isDerived, withDerived } from './event/derived/derive.js';
export type {
  AttemptEvent,
  Channel,
  DeltaEvent,
  EditEvent,
  ErrorEvent,
  MessageEvent,
  ResetEvent,
  StateEvent,
  StepEvent,
  StepStatus,
  TurnEvent,
  TurnReason,
} from './event/event.js';
export { hardestRung, rungRank } from './escalation/ladder.js';
export {
  type Lifting,
  liftingIn,
  liftingInArgs,
  liftingInText,
  ONLY_A_PERSON,
} from './escalation/lifting.js';
export { OWN_MARK } from './event/own-words.js';
export { readEvent } from './event/read-event.js';
export { computeHash } from './fingerprint/sha256.js';
export { stableStringify } from './fingerprint/stable-json.js';
export { type EachOutcome, readEachOutcome } from './shared/each-outcome.js';
export { isRecord, type Json, listOf, numberOf, parseJson, recordOf, textOf } from './shared/json.js';
export { addRecent, setRecent } from './shared/recent.js';
export { isShellText, readShellText, type ShellResult } from './shared/shell-text.js';
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
  type ArchiveFact,
  type ArchiveOptions,
  type ArchiveQuery,
  knownAmong,
  type KnownPattern,
  type PatternRow,
  type Tries,
} from './memory/archive.js';
export { preventionHint, type PreventionHint } from './memory/hint.js';
export { fingerprintPattern, type PatternFingerprint } from './memory/pattern.js';
export type { ArchivedStrategy } from './memory/strategy.js';
export type { Control, State, StepResult } from './decision.js';
export type { Exhausted, Spent } from './escalation/budget.js';
export type { Friction } from './escalation/override.js';
export { override, type OverrideResult } from './override.js';
export { advance, reduce, start } from './pipeline.js';
export { type Capture, capture, type CapturedPacket, type LoopMetadata } from './recovery/capture.js';
export { isForbidden } from './recovery/forbidden.js';
export type { HistoryProblem } from './recovery/history/dialect.js';
export { historyProblems } from './recovery/history/read.js';
export { HISTORY_SHAPES } from './recovery/history/shape.js';
export { type ActionName, ACTIONS } from './recovery/action-name.js';
export type { LoopContext, LoopNotes } from './recovery/loop-context.js';
export { STRATEGIES } from './recovery/plan.js';
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
export { describeLoop, type Description } from './recovery/render/describe.js';
export { type LiftCommands, liftCommands, personText } from './recovery/render/person.js';
export type { Action, ForbidAction, Strategy, StrategyMeta } from './recovery/strategy.js';
export type { LoopCount, LoopTally } from './recovery/tally.js';
export type {
  DecisionContext,
  Intervention,
  MessageRenderer,
  PastAttempt,
} from './recovery/message-renderer.js';
export { defaultTexts } from './recovery/texts/default.js';
export type { RedactOptions, RedactValueOptions } from './redact/redact.js';
export { type Decided, type DecidedAct, findsLoop, isReset } from './sink/decided.js';
export { adviceFrom, archiveFacts } from './sink/earlier-sessions.js';
export { escapeLabel, prometheusText, type Sample, samplesOf } from './sink/export-metrics.js';
export { overridePrompt, type OverridePrompt, type OverrideSubject } from './sink/override-prompts.js';
export {
  isNewLoop,
  logDecision,
  type LoggedLoop,
  logOutcome,
  type LoopLog,
  NO_LOOPS,
  summarise,
} from './sink/loop-log.js';
export {
  countDecision,
  countFalsePositive,
  countOverride,
  countRecovery,
  type Metric,
  type MetricContext,
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
export { restore, snapshot, SNAPSHOT_VERSION } from './snapshot.js';
export { countIntervention, mayIntervene, newObserver, type Observer, type Pace } from './stream/observer.js';
export { briefWith } from './presets/index.js';
export { patternOf } from './verdict/explain.js';
export type { RecentFinding, Status } from './verdict/verdict.js';
