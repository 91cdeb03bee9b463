import { asPlain } from '../../fingerprint/plain.js';
import type { HashSet } from '../../text/hash-set.js';
import { mix } from '../../text/hash.js';
import { readResult } from './result-values.js';
import {
  closeSlots,
  newReading,
  type OutcomeReading,
  type SlotKind,
  vocabularySet,
} from './outcome-reading.js';
import { MAX_SEQUENCE } from './outcome-text.js';

type OutcomeKind = 'unrecorded' | 'nothing' | 'acknowledgement' | 'information';

/** The features of an outcome. All hashes are unsigned 31-bit numbers. Lives for one event only. */
export interface Outcome {
  /** Words and slots: equal for results that differ only in ids, times, spelling and the order of fields. */
  readonly content: number;
  /** Words only. */
  readonly words: number;
  /** Numbers, and single words that are JSON values: the name and the value of each. */
  readonly slotNames: readonly number[];
  readonly slotValues: readonly number[];
  /** For each slot, whether its value is a number (0) or the hash of a word (1). */
  readonly slotKinds: readonly SlotKind[];
  readonly ids: readonly number[];
  /** The positions of ids, and one number for the ids there; empty unless most of the result is ids. */
  readonly idNames: readonly number[];
  readonly idValues: readonly number[];
  /** The words in order; empty if there are many. */
  readonly wordSequence: readonly number[];
  /** One hash for each of the first lines, with its numbers and ids. */
  readonly lines: readonly number[];
  /** One line in four, chosen by its hash: windows that overlap choose the same lines. */
  readonly sample: readonly number[];
  /** The distinct words. */
  readonly vocabulary: readonly number[];
  readonly wordCount: number;
  readonly idCount: number;
  readonly numberCount: number;
  readonly clockCount: number;
  /** Characters. */
  readonly size: number;
  readonly kind: OutcomeKind;
  /** `hard`: the caller says that it failed; `soft`: its text says so. */
  readonly failure: 'no' | 'soft' | 'hard';
  /** It mentions success. */
  readonly passes: boolean;
  /** Something is still going on. */
  readonly isPending: boolean;
  readonly saysNothing: boolean;
  /** It is empty, apart from values that repeat the arguments. */
  readonly isBlank: boolean;
  /** A list came back, full or empty. */
  readonly hasList: boolean;
  /** The words that do not echo the arguments. */
  readonly failureKey: number;
  /** The whole result was read; otherwise its hashes equal nothing. */
  readonly isWhole: boolean;
}

/** What the call reveals about its outcome. */
export interface OutcomeContext {
  /** Words and values of the arguments, which the result may echo. */
  readonly echo: HashSet;
  readonly values: readonly number[];
  /** The call reads: it changes nothing, and its result contains other people's words. */
  readonly isRead: boolean;
  /** The call only checks: "running" then describes the thing it checks. */
  readonly isLook: boolean;
  /** The call asks for the next item: it reads, and has no arguments. */
  readonly isDrawing: boolean;
  /** The call runs a command line. */
  readonly isCommand: boolean;
  readonly seq: number;
}

/** With this few words besides the echo, a result says only that something was done. */
const FEW_WORDS = 8;
/** The same if nothing is known to be done. */
const FEW_NEW_WORDS = 5;
const FEW_LINES = 3;
/** A record with more fields carries information. */
const FEW_SLOTS = 3;
/** More words than this are more than an empty list with a frame around it. */
const EMPTY_WORDS = 12;
/** A text with more words mentions failures, but does not report one. */
const FAILURE_WORDS = 60;
/** With more words the text is about more than a wait. */
const SURE_WORDS = 20;

const NO_IDS: readonly number[] = [];

function readingOf(result: unknown, { isRead }: OutcomeContext): OutcomeReading {
  vocabularySet.clear();
  const reading = newReading(isRead);
  if (result !== undefined) readResult(reading, asPlain(result));
  return reading;
}

export function readOutcome(result: unknown, isError: boolean, context: OutcomeContext): Outcome {
  const isRecorded = result !== undefined && result !== null;
  const reading = readingOf(isRecorded ? result : undefined, context);
  // Where ids are most of what came back, they are the content.
  const isOfIds = hasMostlyIds(reading, context);
  const content = (mix(reading.words, 1) + reading.slotSum + (isOfIds ? mix(reading.idSum, 5) : 0)) | 0;
  closeSlots(reading);
  const news = newWords(context);
  const { isWhole } = reading.budget;
  // A value that was not read completely equals nothing.
  const own = (hash: number): number => (isWhole ? hash : mix(hash, context.seq + 0x51ed27)) >>> 1;
  const kind = isRecorded ? kindOf(reading, news.count, context) : 'unrecorded';
  return {
    content: own(content),
    words: own(reading.words),
    slotNames: reading.slotNames,
    slotValues: reading.slotValues,
    slotKinds: reading.slotKinds,
    ids: reading.ids,
    idNames: isOfIds ? reading.idNames : NO_IDS,
    idValues: isOfIds ? reading.idValues.map((value) => value >>> 1) : NO_IDS,
    wordSequence: isWhole && reading.textWordCount <= MAX_SEQUENCE ? reading.wordSequence : [],
    lines: isWhole ? reading.lines : [],
    sample: isWhole ? reading.sample : [],
    vocabulary: news.vocabulary,
    wordCount: reading.wordCount,
    idCount: reading.idCount,
    numberCount: reading.numberCount,
    clockCount: reading.clockCount,
    size: reading.size,
    kind,
    failure: isError || reading.hasExited ? 'hard' : isRecorded && hasFailed(reading) ? 'soft' : 'no',
    passes: reading.passes,
    isPending: context.isLook && isPending(reading),
    saysNothing: reading.saysNothing,
    isBlank: kind === 'nothing' && reading.slotValues.every((value) => context.values.includes(value)),
    hasList: reading.hasList,
    failureKey: own(news.hash),
    isWhole,
  };
}

function hasMostlyIds(reading: OutcomeReading, context: OutcomeContext): boolean {
  const { idCount, wordCount } = reading;
  const isDrawn = context.isDrawing && idCount >= wordCount;
  return isDrawn || isBareId(reading, context) || idCount > Math.max(4, wordCount / 2);
}

/** A checksum, a commit: the id is the answer. Beside a date it only names the answer. */
function isBareId(reading: OutcomeReading, { isLook }: OutcomeContext): boolean {
  const { idCount, wordCount, clockCount, times, slotNames } = reading;
  const hasDates = clockCount > times.length;
  return isLook && idCount === 1 && wordCount + slotNames.length === 0 && !hasDates;
}

/** `wc -l`: the number that a command prints is the answer. */
function isBareNumber(
  { idCount, wordCount }: OutcomeReading,
  { isLook, isCommand }: OutcomeContext,
): boolean {
  return isLook && isCommand && wordCount + idCount === 0;
}

interface NewWords {
  readonly vocabulary: readonly number[];
  /** Of the words that the arguments do not have. */
  readonly hash: number;
  readonly count: number;
}

/** All words without those of the arguments: a sum has no order, and the arguments have fewer words to look up. */
function newWords({ echo }: OutcomeContext): NewWords {
  const vocabulary = vocabularySet.toList();
  let hash = 7;
  let count = vocabulary.length;
  for (let i = 0; i < vocabulary.length; i++) hash = (hash + mix(vocabulary[i]!, 1)) | 0;
  for (let i = 0; i < echo.size; i++) {
    const word = echo.at(i);
    if (!vocabularySet.has(word)) continue;
    hash = (hash - mix(word, 1)) | 0;
    count--;
  }
  return { vocabulary, hash, count };
}

function kindOf(reading: OutcomeReading, newCount: number, context: OutcomeContext): OutcomeKind {
  const { isRead, isLook } = context;
  const { wordCount, slotNames, idCount, hasEmptyList, hasEmptyText, saysNothing, lines } = reading;
  const isHollow = hasEmptyText && wordCount === 0;
  const isEmpty = wordCount === 0 ? slotNames.length + idCount === 0 : newCount <= FEW_WORDS && saysNothing;
  if (isEmpty || (isLook && (isHollow || (hasEmptyList && wordCount <= EMPTY_WORDS)))) return 'nothing';
  if (isBareId(reading, context) || isBareNumber(reading, context)) return 'information';
  // Several things with values: what was found.
  if (isLook && reading.hasList && idCount + slotNames.length >= 2) return 'information';
  const isShort =
    newCount <= (isLook ? FEW_NEW_WORDS : FEW_WORDS) &&
    lines.length <= FEW_LINES &&
    (!isLook || slotNames.length <= FEW_SLOTS);
  return !isRead && isShort ? 'acknowledgement' : 'information';
}

function hasFailed(reading: OutcomeReading): boolean {
  const { isRead, fails, failsAtOnce, failsInLine, hasFailureField, wordCount } = reading;
  const isLong = wordCount > FAILURE_WORDS;
  if (hasFailureField || (reading.isFailureCode && reading.textCount === 1)) return true;
  if (isRead) return failsAtOnce && !isLong;
  return isLong ? failsInLine : fails;
}

function isPending({ pending, wordCount }: OutcomeReading): boolean {
  if (pending === 'surely') return wordCount <= SURE_WORDS;
  return pending === 'alone' || (pending === 'among' && wordCount <= FEW_WORDS);
}
