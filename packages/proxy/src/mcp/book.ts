import { hash } from 'node:crypto';
import { type Act, type Decision, stableStringify } from '@rutbreak/core';
import type { Audit } from './audit.js';
import type { Action, Rule } from './policy/policy.js';
import { redactArgs, redactText } from './redact-args.js';
import type { OutcomeClass } from './result.js';

interface Entry {
  readonly seq: number;
  readonly tool: string;
  readonly args: unknown;
  readonly isResend: boolean;
  readonly startedAt: number;
  readonly rule: Rule | undefined;
}

/** Writes down what happens to the calls of one session: one line when a call comes, one when it ends. */
export interface Book {
  /** False where it could not be written. */
  called(entry: Entry, policy: Action): boolean;
  refused(entry: Entry, by: string, at: number): void;
  ended(entry: Entry, outcome: OutcomeClass, at: number): void;
  /** What the detectors said, where they said something. */
  decided(entry: { readonly seq: number }, decision: Decision): void;
}

const MAX_NAME = 200;

const CLOSED: Book = {
  called: () => true,
  refused: () => undefined,
  ended: () => undefined,
  decided: () => undefined,
};

interface Heading {
  readonly server: string;
  readonly session: string;
  /** Numbers of calls begin anew with every run; several runs may share a file. */
  readonly run: string;
}

export function openBook(audit: Audit | undefined, heading: Heading): Book {
  if (!audit) return CLOSED;
  const { run } = heading;
  return {
    called: (entry, action) => audit.write(callLine(heading, entry, action)),
    refused: (entry, by, at) => void audit.write({ ...outcomeLine(run, entry, at), decision: 'refused', by }),
    ended: (entry, outcome, at) =>
      void audit.write({ ...outcomeLine(run, entry, at), decision: 'forwarded', outcome }),
    decided(entry, decision) {
      if (decision.kind === 'refused') return;
      for (const report of decision.reports) audit.write({ type: 'report', run, seq: entry.seq, report });
      if (decision.kind === 'act')
        audit.write({ type: 'decision', run, seq: entry.seq, ...factsOf(decision) });
    },
  };
}

function callLine({ run, server, session }: Heading, entry: Entry, policy: Action): object {
  const { seq, tool, args, startedAt, rule, isResend } = entry;
  return {
    type: 'call',
    run,
    seq,
    at: timeText(startedAt),
    server,
    session,
    tool: tool.slice(0, MAX_NAME),
    policy,
    ...(rule && { rule: rule.name ?? `line ${rule.line}` }),
    ...(isResend && { isResend }),
    argsHash: argsHash(args),
    args: redactArgs(args),
  };
}

function outcomeLine(run: string, { seq, startedAt }: Entry, at: number): object {
  return { type: 'outcome', run, seq, at: timeText(at), durationMs: at - startedAt };
}

function factsOf({ rung, verdict, needsPerson }: Act): object {
  const { category, brief = '' } = verdict.primary ?? {};
  return { rung, category, brief: redactText(brief), needsPerson };
}

/** SHA-256 over JSON with sorted keys: the same for the same arguments, here and anywhere. */
function argsHash(args: unknown): string {
  return hash('sha256', stableStringify(args), 'hex');
}

let second = 0;
let secondText = '';

/** Within one second only the last digits change. */
function timeText(at: number): string {
  const start = Math.floor(at / 1000);
  if (start !== second || secondText === '') {
    second = start;
    secondText = new Date(start * 1000).toISOString().slice(0, -4);
  }
  return `${secondText}${String(Math.floor(at) % 1000).padStart(3, '0')}Z`;
}
