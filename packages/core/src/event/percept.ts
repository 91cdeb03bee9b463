import { argumentName, whatCounts } from './argument-names.js';
import type { CallEvent } from './event.js';
import { combine, looseFingerprint, textPrint } from './fingerprint.js';
import { maskText } from './mask.js';
import { type CallOutcome, readOutcome } from './outcome.js';
import { plainUrl } from './plain-url.js';
import { changesFiles } from './shell.js';
import { readPaths } from './shingles.js';
import { fileTarget } from './target.js';
import { type ToolName, toolName } from './tool-name.js';
import { wordHash } from './volatile-names.js';

type ToolKind = 'read' | 'write' | 'send' | 'poll' | 'wait' | 'note' | 'other';

/** What the owner of a tool can say about it. */
export interface ToolTrait {
  readonly kind?: 'read' | 'write' | 'send' | 'poll' | 'other';
  /** The arguments that make two calls the same call. */
  readonly loopKey?: readonly string[];
  /** Arguments that change from call to call and mean nothing. */
  readonly volatileKeys?: readonly string[];
  /** `false`: calls of this tool are not looked at; `'observe'`: looked at, and never acted on. */
  readonly guard?: boolean | 'observe';
}

/** One call as the detectors of the default preset see it. Lives for one event only. */
export interface Percept {
  readonly tool: number;
  readonly kind: ToolKind;
  /** Tool and arguments, blind to spelling and to volatile keys. */
  readonly call: number;
  /** Tool, short arguments and all paths: targets. Reworded texts leave it as it is. */
  readonly frame: number;
  /** Tool and short arguments, blind to numbers and dates. */
  readonly kin: number;
  /** Tool and all arguments, blind to numbers, ids and dates wherever they stand. */
  readonly shape: number;
  /** The words of the long arguments. */
  readonly argWords: readonly number[];
  /** The sum of all numbers that are arguments by themselves. */
  readonly amount: number;
  readonly isLook: boolean;
  /** It asks for another throw of the dice. */
  readonly isSample: boolean;
  /** The numbers inside the long arguments, as one. */
  readonly figures: number;
  /** One number for each of the first arguments that are words or texts. */
  readonly parts: readonly number[];
  /** Every word in any argument, as often as it comes; `echoOf` makes a set of them. */
  readonly heard: readonly number[];
  readonly path: string | null;
  /** The call itself waits, contains a wait, or is declared to poll. */
  readonly hasWait: boolean;
  /** A command line that changes files: made again, it may do something else. */
  readonly isCommand: boolean;
  readonly outcome: CallOutcome;
}

/** Arguments that hold a command line; in a query or a program, `>` is no redirection. */
const COMMAND_KEYS = new Set(['command', 'cmd', 'commands', 'script', 'shell', 'bash'].map(wordHash));
const SLEEP = wordHash('sleep');

const MAX_VALUES = 2000;
const MAX_DEPTH = 8;
const MAX_WORDS = 400;
const MAX_PARTS = 4;

/** What has been read of a call's arguments so far. */
interface Reading {
  frame: number;
  kin: number;
  shape: number;
  readonly words: number[];
  figures: number;
  amount: number;
  readonly parts: number[];
  isSample: boolean;
  readonly heard: number[];
  hasWait: boolean;
  isOnlyWait: boolean;
  /** Where neither the tool's name nor a file says what the call does, a text may be a command line. */
  readonly mayBeCommand: boolean;
  isCommand: boolean;
  left: number;
}

/** What an error may merely echo. Few ask, so that it is made only for them. */
export function echoOf({ heard }: Percept): ReadonlySet<number> {
  return new Set(heard);
}

export function perceive(event: CallEvent, trait: ToolTrait = {}, seq = 0): Percept {
  const name = toolName(event.tool);
  const target = fileTarget(event.tool, event.args);
  const given = whatCounts(event.args);
  const args = readArguments(given, target === undefined && name.deed === undefined);
  // What was too large to read through is like nothing else.
  const { print, partial } = looseFingerprint(identityOf(given, trait));
  const kind = trait.kind ?? kindOf(name, args, target?.kind);
  return {
    tool: name.print,
    kind,
    call: partial ? combine(name.print, print, seq + 0.5) : combine(name.print, print),
    frame: combine(name.print, args.frame >>> 0),
    kin: combine(name.print, args.kin >>> 0),
    shape: combine(name.print, args.shape >>> 0),
    argWords: args.words,
    amount: args.amount,
    parts: args.parts,
    isLook: name.isLook,
    isSample: args.isSample,
    figures: args.figures,
    heard: args.heard,
    path: target?.path ?? null,
    hasWait: args.hasWait || kind === 'wait' || kind === 'poll',
    isCommand: args.isCommand,
    outcome: readOutcome(event.result, event.isError === true, kind === 'read'),
  };
}

function kindOf(
  name: ToolName,
  { isOnlyWait, isCommand }: Reading,
  file: 'read' | 'write' | undefined,
): ToolKind {
  if (isOnlyWait) return 'wait';
  return name.deed ?? file ?? (isCommand ? 'write' : (name.access ?? 'other'));
}

/** The arguments that count for identity; the caller's object stays as it is. */
function identityOf(args: unknown, { loopKey, volatileKeys }: ToolTrait): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  try {
    const fields = args as Readonly<Record<string, unknown>>;
    if (loopKey) return Object.fromEntries(loopKey.map((key) => [key, fields[key]]));
    const isNothing = (key: string): boolean =>
      argumentName(key).isVolatile || volatileKeys?.includes(key) === true;
    for (const key in fields) {
      if (isNothing(key))
        return Object.fromEntries(Object.entries(fields).filter(([one]) => !isNothing(one)));
    }
    return args;
  } catch {
    return args;
  }
}

function readArguments(args: unknown, mayBeCommand: boolean): Reading {
  const into: Reading = {
    frame: 0,
    kin: 0,
    shape: 0,
    words: [],
    figures: 0,
    amount: 0,
    parts: [],
    isSample: false,
    heard: [],
    hasWait: false,
    isOnlyWait: false,
    mayBeCommand,
    isCommand: false,
    left: MAX_VALUES,
  };
  try {
    readValue(into, args, 0, 0);
  } catch {
    // A getter of the caller's threw: what was read so far has to do.
  }
  return into;
}

function readValue(into: Reading, value: unknown, key: number, depth: number): void {
  if (--into.left < 0 || depth > MAX_DEPTH) return;
  if (typeof value === 'string') readText(into, value.trim(), key);
  else if (typeof value === 'object' && value !== null) readFields(into, value, key, depth);
  else if (typeof value === 'number') {
    // A sum that is no number any more would not survive being written down.
    if (Number.isFinite(into.amount + value)) into.amount += value;
    addTarget(into, key, String(value));
  } else if (typeof value === 'boolean') addTarget(into, key, String(value));
}

function readFields(into: Reading, value: object, key: number, depth: number): void {
  const isList = Array.isArray(value);
  for (const name in value) {
    const item = (value as Readonly<Record<string, unknown>>)[name];
    if (isList) {
      readValue(into, item, key, depth + 1);
      continue;
    }
    const { hash, isVolatile, isWait, isSeed } = argumentName(name);
    into.isSample ||= isSeed;
    if (isWait && typeof item === 'number' && item > 0) into.hasWait = true;
    if (!isVolatile) readValue(into, item, Math.imul(key, 31) ^ hash, depth + 1);
  }
}

/** A text of several words can be reworded; a single token is a target. */
function readText(into: Reading, text: string, key: number): void {
  if (text === '') return;
  const { words, numbers, skeleton } = maskText(text);
  const part = Math.imul(key ^ (skeleton % 0x100000000), 0x9e3779b1);
  into.shape = (into.shape + part) | 0;
  if (into.parts.length < MAX_PARTS && words.length > 0) into.parts.push(part);
  for (const word of words) into.heard.push(word);
  if (!text.includes(' ')) {
    addTarget(into, key, text.includes('://') ? plainUrl(text) : text);
    return;
  }
  const room = Math.min(words.length, MAX_WORDS - into.words.length);
  for (let i = 0; i < room; i++) into.words.push(words[i]!);
  // Another path inside a command line is another target, however alike the lines are.
  for (const path of readPaths(text)) into.frame = (into.frame + Math.imul(path, 0x85ebca6b)) | 0;
  for (const figure of numbers) into.figures += figure;
  into.isSample ||= text.includes('seed') || text.includes('SEED');
  if (into.mayBeCommand && !into.isCommand && COMMAND_KEYS.has(key)) into.isCommand = changesFiles(text);
  if (!text.includes('sleep') || !words.includes(SLEEP) || !hasNumberAfterSleep(text)) return;
  into.hasWait = true;
  if (words.length === 1) into.isOnlyWait = true;
}

function hasNumberAfterSleep(text: string): boolean {
  for (let i = text.indexOf('sleep '); i >= 0; i = text.indexOf('sleep ', i + 6)) {
    const next = text.charCodeAt(i + 6);
    if (next >= 48 && next <= 57) return true;
  }
  return false;
}

function addTarget(into: Reading, key: number, text: string): void {
  const hash = Math.imul(key ^ (textPrint(text.toLowerCase()) % 0x100000000), 0x9e3779b1);
  into.frame = (into.frame + hash) | 0;
  if (!isNumeric(text)) into.kin = (into.kin + hash) | 0;
}

/** A number, a date, a time: digits with signs between. */
function isNumeric(text: string): boolean {
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 48 && unit <= 57) digits++;
    else if (!'-./:+TZ'.includes(text.charAt(i))) return false;
  }
  return digits > 0;
}
