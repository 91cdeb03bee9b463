import {
  FAILURE_WORDS,
  NEGATIONS,
  NOTHING_PHRASES,
  NOTHING_WORDS,
  PASS_WORDS,
  PENDING_WORDS,
  STATUS_MARK,
} from '../../lexicon/outcome-words.js';
import { anyOf, whenUsed } from '../patterns.js';

/** A text states the outcome at its start or its end. */
export const EDGE = 400;
/** A longer text with "nothing found" also says something else. */
const SHORT_TEXT = 200;
/** A text this short only states a status. */
const STATUS_TEXT = 24;

/**
 * After the name of a failure: it did not happen. `error = 0`, `"isError": false`, `Error: (none)`, `errors:
 * []`.
 */
const DENIED =
  `s?["'\\\\]*\\s*(?:[=(]|:?\\s*["'(]*(?:0|false|null|none|nil)(?![\\p{L}\\p{N}_])|` +
  `:\\s*(?:""|''|\\[\\s*\\]|\\{\\s*\\}))`;
/** In a long text these report a failure only with a colon at the start of a line. */
const NAMED_FAILURES = FAILURE_WORDS.filter(({ word }) => word.startsWith('-'));
// After a space, a quote or a bracket: `src/error.ts` and `on_error` are names. Not "no error".
const FAILURE = whenUsed(
  () =>
    new RegExp(
      `(?:^|\\n|["'>\\s(\\[])(?<!(?:^|[^\\p{L}\\p{N}_])(?:0|${anyOf(NEGATIONS)})\\s)` +
        `(?:${anyOf(FAILURE_WORDS)}|(?:[\\p{L}_][\\p{L}\\p{N}_]*\\.){2,8}${anyOf(NAMED_FAILURES)})(?!${DENIED})`,
      'iu',
    ),
);
// `No matches`, `0 rows`, and `…: no content.` at the end.
const NOTHING = whenUsed(
  () =>
    new RegExp(
      `^[^\\p{L}\\p{N}_]*(?:0(?:\\s+\\p{L}+){0,3}[^\\p{L}\\p{N}]*$|${anyOf(NOTHING_WORDS)})|${anyOf(NOTHING_PHRASES)}|` +
        `[.:;]\\s+no\\s+\\p{L}+[^\\p{L}\\p{N}]*$`,
      'iu',
    ),
);
const PENDING = whenUsed(() => new RegExp(anyOf(PENDING_WORDS), 'iu'));
const PASS = whenUsed(() => new RegExp(anyOf(PASS_WORDS), 'iu'));
/** `fail`, `failed`: they need no colon. */
const LINE_FAILURES = FAILURE_WORDS.filter(({ word }) => word.startsWith('fail'));
/** These words have other uses, too. */
const PERHAPS_PENDING: ReadonlySet<string> = new Set(['running', 'starting']);
const SURELY_PENDING = PENDING_WORDS.filter(({ word }) => !PERHAPS_PENDING.has(word));
// `TypeError: x`, `FAILED test_a`, `3 failed`, at the start of a line.
const FAILURE_LINE = whenUsed(
  () =>
    new RegExp(
      `(?:^|\\n)[\\s*>|[(]*(?:[\\p{L}\\p{N}_.]*${anyOf(NAMED_FAILURES)}(?!${DENIED})(?:\\s*[:[(]|[ \\t]*(?:\\n|$))|(?:\\d+ )?${anyOf(LINE_FAILURES)})`,
      'iu',
    ),
);
const SURE = whenUsed(() => new RegExp(anyOf(SURELY_PENDING), 'iu'));
const STATUS_CODE = /^\s*[45]\d\d\s*$/;
/** `429 Too Many Requests`, with or without the version of the protocol. */
const STATUS_LINE = /^\s*(?:HTTP\/[\d.]+\s+)?[45]\d\d[\s:]+(?:\p{Lu}\p{Ll}+\b[\s:.,-]*){1,4}/u;

export function excerptOf(text: string): string {
  return text.length > 2 * EDGE ? `${text.slice(0, EDGE)}\n${text.slice(-EDGE)}` : text;
}

/** The first line of an HTTP answer that says that it failed. */
export function isStatusLine(text: string): boolean {
  return STATUS_LINE.test(text);
}

/** The position where an excerpt mentions a failure; -1 if it does not. */
export function failurePlace(excerpt: string): number {
  return excerpt.search(FAILURE());
}

/** 4xx and 5xx, alone. */
export function isFailureStatus(text: string): boolean {
  return text.length < STATUS_TEXT && STATUS_CODE.test(text);
}

export function speaksOfNothing(text: string): boolean {
  return text.length < SHORT_TEXT && NOTHING().test(text);
}

/** `alone`: the text consists only of a status. */
export function pendingIn(excerpt: string): 'alone' | 'among' | 'surely' | undefined {
  if (!PENDING().test(excerpt)) return undefined;
  const isMarked = STATUS_MARK.some(({ word }) => excerpt.includes(`<${word}>`));
  if (isMarked || excerpt.length < STATUS_TEXT) return 'alone';
  return SURE().test(excerpt) ? 'surely' : 'among';
}

/** A line that starts like a failure report: in a long text, words alone prove little. */
export function failsInLine(excerpt: string): boolean {
  return FAILURE_LINE().test(excerpt);
}

export function speaksOfSuccess(excerpt: string): boolean {
  return PASS().test(excerpt);
}

/** Shell frames stand at the start or at the end. */
const FRAME = 240;
const EXIT = /exit(?:ed|ing)?[ _]?(?:with )?(?:code|status)\W{0,3}(\d{1,3})/i;

/** A command ended with a code other than 0. */
export function endsWithFailure(text: string): boolean {
  if (text.length <= 2 * FRAME) return isFailureCode(text);
  return isFailureCode(text.slice(-FRAME)) || isFailureCode(text.slice(0, FRAME));
}

function isFailureCode(text: string): boolean {
  const code = text.includes('xit') ? EXIT.exec(text)?.[1] : undefined;
  return code !== undefined && Number(code) !== 0;
}
