import type { Category } from '../../detection/category.js';
import type { CallFact } from '../../detection/detector.js';
import { callNamed } from '../../detection/evidence.js';
import type { Finding } from '../../verdict/verdict.js';
import type { DecisionContext } from '../message-renderer.js';
import { type Advice, ADVICE } from './kinds.js';
import { quote, quoteWords, tame } from './quote.js';

/** `Bash` and `` `git status` ``. */
export interface QuotedCall {
  /** Bare for a plain name, otherwise in back-ticks. */
  readonly tool: string;
  /** In back-ticks; empty for a call without arguments. */
  readonly args: string;
}

/** Facts about a loop, with each text already quoted and cut. */
export interface Facts {
  readonly category: Category;
  /** For a status line. */
  readonly brief: string;
  /** The same in back-ticks. */
  readonly pattern: string;
  /** A few words of it. */
  readonly short: string;
  readonly count: number;
  readonly refused: number;
  readonly since: number | null;
  readonly first: number;
  readonly last: number;
  readonly calls: readonly QuotedCall[];
  /** Its other subject: an error, a message, a file, a goal, a piece of text. */
  readonly subject: string;
  readonly result: string;
  readonly firstError: string;
  /** A few words of the result: the error, if there is one. */
  readonly cameBack: string;
  readonly variations: readonly string[];
  readonly attempts: readonly string[];
  /** The same in a few words each. */
  readonly tried: readonly string[];
  /** A call hits the block before it runs. */
  readonly isMet: boolean;
  /** Where the finding calls for other words than its category. */
  readonly advice: Advice | undefined;
}

const MAX_BRIEF = 160;
/** Words. */
const SHORT_BRIEF = 12;
const SHORT_ARGS = 10;
const SHORT_SUBJECT = 14;
const MAX_CALLS = 3;
const MAX_VARIATIONS = 3;
const MAX_RESULT = 240;
const MAX_ATTEMPTS = 3;
const SUBJECTS = ['error', 'what', 'path', 'text', 'unit', 'step'];

export function factsOf({ verdict, ...known }: DecisionContext): Facts | undefined {
  const { primary } = verdict;
  if (!primary) return undefined;
  const { evidence, data } = primary.signal;
  const { brief = primary.brief } = known;
  const subject = SUBJECTS.map((name) => data[name]).find((value) => value !== undefined);
  return {
    category: primary.category,
    brief: tame(brief, MAX_BRIEF),
    pattern: quote(brief, MAX_BRIEF),
    short: quoteWords(brief, MAX_BRIEF, SHORT_BRIEF),
    count: known.tally?.ran ?? Number(data['count'] ?? data['streak'] ?? evidence.count),
    refused: known.tally?.refused ?? 0,
    since: known.tally?.since ?? null,
    first: evidence.first,
    last: evidence.last,
    calls: callsOf(primary),
    subject: subject === undefined ? '' : quoteWords(String(subject), 120, SHORT_SUBJECT),
    result: known.result === undefined ? '' : quote(known.result, MAX_RESULT),
    firstError: firstErrorOf(primary, known.firstError),
    cameBack: cameBackOf(known),
    variations: evidence.variations.slice(0, MAX_VARIATIONS).map((text) => quote(text, 80)),
    attempts: attemptsOf(known.attempts ?? []),
    tried: triedOf(known.attempts ?? []),
    isMet: known.isAttempt ?? verdict.findings.length === 0,
    advice: ADVICE[primary.signal.messageId],
  };
}

function cameBackOf({ firstError, result }: Pick<DecisionContext, 'firstError' | 'result'>): string {
  const text = firstError ?? result ?? '';
  return text.trim() === '' ? '' : quoteWords(text, 80, 9);
}

/** All calls of a loop of calls; for a failing call, only that one. */
function callsOf({ category, signal }: Finding): readonly QuotedCall[] {
  const { data, evidence } = signal;
  const isOfCalls = category.startsWith('TOOL_');
  const drifts = category === 'TOOL_PARAMETER_DRIFT';
  const labels = [data['call'], data['other'], ...(isOfCalls && !drifts ? evidence.elements : [])];
  return [...new Set(labels)].flatMap((label) => quotedCall(callNamed(evidence, label))).slice(0, MAX_CALLS);
}

function quotedCall(call: CallFact | undefined): readonly QuotedCall[] {
  if (!call || call.tool === '') return [];
  const args = call.args.trim();
  const tool = /^[\w.:/@-]{1,40}$/.test(call.tool) ? call.tool : quote(call.tool, 40);
  return [{ tool, args: args === '' ? '' : quoteWords(args, 80, SHORT_ARGS) }];
}

function firstErrorOf({ category, signal }: Finding, given: string | undefined): string {
  if (given !== undefined) return quote(given, MAX_RESULT);
  const isOfErrors = category.startsWith('ERROR_') || category === 'FIX_REPETITION';
  if (!isOfErrors || signal.data['error'] === undefined) return '';
  return quote(signal.evidence.examples[0] ?? String(signal.data['error']), MAX_RESULT);
}

/** The newest ones: old attempts are the least likely to be tried again. */
function attemptsOf(attempts: NonNullable<DecisionContext['attempts']>): readonly string[] {
  return attempts
    .slice(-MAX_ATTEMPTS)
    .map(({ approach_summary, failed_at }) =>
      failed_at === ''
        ? quote(approach_summary)
        : `${quote(approach_summary)}, given up at ${quote(failed_at, 40)}`,
    );
}

function triedOf(attempts: NonNullable<DecisionContext['attempts']>): readonly string[] {
  return attempts.slice(-MAX_ATTEMPTS).map(({ approach_summary }) => quoteWords(approach_summary, 40, 4));
}
