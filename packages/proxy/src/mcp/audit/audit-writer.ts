import { hash } from 'node:crypto';
import { type Act, type Decision, redactValue } from '@rutbreak/core';
import { fingerprint } from '@rutbreak/core/detectors';
import { stableStringify } from '@rutbreak/core/edge';
import type { ActionOutcome } from '../../shared/carry-out.js';
import type { Audit } from './audit-file.js';
import type { Action, Rule } from '../policy/policy.js';
import { redactText, showArgs, type ShownArgs } from './redact-args.js';
import type { OutcomeClass } from '../wire/result.js';

interface RecordedCall {
  readonly seq: number;
  readonly tool: string;
  readonly args: unknown;
  readonly isResend: boolean;
  readonly startedAt: number;
  readonly rule: Rule | undefined;
  /** The fingerprint, if already computed. */
  readonly print?: number;
}

/** Records the calls of one session: one line when a call arrives, one when it ends. */
export interface AuditWriter {
  /** False if the record could not be written. */
  called(entry: RecordedCall, policy: Action): boolean;
  /** Computes the data for the final record early, because the client waits for that record. */
  prepare(entry: RecordedCall): void;
  refused(entry: RecordedCall, by: string, at: number): void;
  ended(entry: RecordedCall, outcome: OutcomeClass, at: number): void;
  /** Records an invalid message. It has no call number. */
  refusedMessage(problem: string, message: Uint8Array, at: number): void;
  /** A person has lifted detection's decision. */
  lifted(command: 'reset' | 'override', at: number): void;
  /** Records a decision and the outcome of its actions. */
  decided(entry: { readonly seq: number }, decision: Decision, actions: readonly ActionOutcome[]): void;
}

const MAX_NAME = 200;

const NO_AUDIT: AuditWriter = {
  called: () => true,
  prepare: () => undefined,
  refused: () => undefined,
  ended: () => undefined,
  refusedMessage: () => undefined,
  lifted: () => undefined,
  decided: () => undefined,
};

interface AuditSource {
  readonly server: string;
  readonly session: string;
  /** Call numbers restart with every run, and several runs may share a file. */
  readonly run: string;
}

const VERSION = 1;

/** Builds lines by hand for speed, because each call waits for two of them. */
export function createAuditWriter(
  audit: Audit | undefined,
  { server, session, run }: AuditSource,
): AuditWriter {
  if (!audit) return NO_AUDIT;
  const where = `"server":${JSON.stringify(server)},"session":${JSON.stringify(session)}`;
  const head = (type: string, seq: number): string =>
    `{"v":${VERSION},"type":"${type}","run":"${run}","seq":${seq}`;
  const ofSession = (type: string, at: number, facts: string): string =>
    `{"v":${VERSION},"type":"${type}","run":"${run}","at":"${timeText(at)}",${where},${facts}}`;
  // The call that ends is nearly always the latest one.
  let latest = { seq: -1, shown: showArgs(undefined) };
  let prepared = { seq: -1, prints: '' };
  const printsOf = (entry: RecordedCall): string => {
    const shown = latest.seq === entry.seq ? latest.shown : showArgs(entry.args);
    return prepared.seq === entry.seq ? prepared.prints : printsText(entry, shown);
  };
  const outcome = (entry: RecordedCall, at: number, facts: string): string =>
    `${head('outcome', entry.seq)},"at":"${timeText(at)}","durationMs":${at - entry.startedAt},${facts},${printsOf(entry)}}`;
  return {
    called(entry, action) {
      const shown = showArgs(entry.args);
      latest = { seq: entry.seq, shown };
      const facts = callFacts(entry, action, shown.text);
      return audit.write(`${head('call', entry.seq)},"at":"${timeText(entry.startedAt)}",${where},${facts}}`);
    },
    prepare: (entry) => void (prepared = { seq: entry.seq, prints: printsOf(entry) }),
    refused: (entry, by, at) => void audit.write(outcome(entry, at, `"decision":"refused","by":"${by}"`)),
    ended: (entry, how, at) =>
      void audit.write(outcome(entry, at, `"decision":"forwarded","outcome":"${how}"`)),
    refusedMessage: (problem, message, at) =>
      void audit.write(ofSession('invalid', at, messageFacts(problem, message))),
    lifted: (command, at) =>
      void audit.write(ofSession('lifted', at, `"by":"person","command":"${command}"`)),
    decided({ seq }, decision, actions) {
      for (const [type, facts] of decisionFacts(decision, actions))
        audit.write(`${head(type, seq)},${JSON.stringify(facts).slice(1)}`);
    },
  };
}

function decisionFacts(
  decision: Decision,
  actions: readonly ActionOutcome[],
): readonly (readonly [type: string, facts: object])[] {
  if (decision.kind === 'refused') return [];
  const reports = decision.reports.map((report) => ['report', { report: redactValue(report) }] as const);
  if (decision.kind !== 'act') return reports;
  return [...reports, ['decision', { ...factsOf(decision), actions }]];
}

function messageFacts(problem: string, message: Uint8Array): string {
  return `"problem":${JSON.stringify(problem)},"bytes":${message.length},"sha256":"${hash('sha256', message, 'hex')}"`;
}

function callFacts({ tool, args, rule, isResend }: RecordedCall, policy: Action, shown: string): string {
  const decided = rule ? `,"rule":${JSON.stringify(rule.name ?? `line ${rule.line}`)}` : '';
  const withArgs = args === undefined ? '' : `,"args":${shown}`;
  return `"tool":${quoted(tool)},"policy":"${policy}"${decided}${isResend ? ',"isResend":true' : ''}${withArgs}`;
}

const MAX_KNOWN = 1000;
const known = new Map<string, string>();

/** Cached, because a server has few tools. */
function quoted(tool: string): string {
  let text = known.get(tool);
  if (text === undefined) {
    text = JSON.stringify(redactText(tool, MAX_NAME));
    if (known.size < MAX_KNOWN && tool.length <= MAX_NAME) known.set(tool, text);
  }
  return text;
}

function factsOf({ rung, verdict, needsPerson, tally }: Act): object {
  const { category, brief = '' } = verdict.primary ?? {};
  const times = tally && { ran: tally.ran, refused: tally.refused, since: tally.since };
  return { rung, category, brief: redactText(brief), needsPerson, ...times };
}

/**
 * Identifies equal calls: the fingerprint that the breaker uses, and, if the recorded arguments are incomplete, SHA-256
 * over JSON with sorted keys, which is stable across runs and machines.
 */
function printsText({ tool, args, print }: RecordedCall, { text, isWhole }: ShownArgs): string {
  const own = `"fingerprint":${print ?? fingerprint({ tool, args }).print}`;
  if (isWhole || text === JSON.stringify(args)) return own;
  return `${own},"argsHash":"${hash('sha256', stableStringify(args), 'hex')}"`;
}

let second = 0;
let secondText = '';

/** Within one second only the last digits change, so the rest is cached. */
function timeText(at: number): string {
  const start = Math.floor(at / 1000);
  if (start !== second || secondText === '') {
    second = start;
    secondText = new Date(start * 1000).toISOString().slice(0, -4);
  }
  return `${secondText}${String(Math.floor(at) % 1000).padStart(3, '0')}Z`;
}
