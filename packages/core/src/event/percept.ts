import type { CallEvent } from './event.js';
import { combine, looseFingerprint, textPrint } from './fingerprint.js';
import { maskText } from './mask.js';
import { type CallOutcome, readOutcome } from './outcome.js';
import { changesFiles } from './shell.js';
import { readPaths } from './shingles.js';
import { fileTarget, kindOfName, wordsOf } from './target.js';
import { wordHash } from './volatile-names.js';

export type ToolKind = 'read' | 'write' | 'send' | 'poll' | 'wait' | 'note' | 'other';

/** What the owner of a tool can say about it. */
export interface ToolTrait {
  readonly kind?: 'read' | 'write' | 'send' | 'poll' | 'other';
  /** The arguments that make two calls the same call. */
  readonly loopKey?: readonly string[];
  /** Arguments that change from call to call and mean nothing. */
  readonly volatileKeys?: readonly string[];
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
  /** The words of the long arguments. */
  readonly argWords: readonly number[];
  /** The numbers inside the long arguments, as one. */
  readonly figures: number;
  /** How many arguments say something. */
  readonly leaves: number;
  /** Every word in any argument: what an error may merely echo. */
  readonly echo: ReadonlySet<number>;
  readonly path: string | null;
  /** The call itself waits, or contains a wait. */
  readonly hasWait: boolean;
  /** A command line that changes files: made again, it may do something else. */
  readonly isCommand: boolean;
  readonly outcome: CallOutcome;
}

const VOLATILE_KEYS = new Set(['timestamp', 'ts', 'nonce', 'attempt', 'attempts', 'retry', 'retries', 'requestid', 'traceid', 'spanid', 'correlationid', 'callid', 'toolcallid', 'messageid']);
const WAIT_KEYS = new Set(['wait', 'waitms', 'waitseconds', 'delay', 'delayms', 'sleep', 'pollinterval', 'yieldtimems', 'backoff']);
const WAIT_TOOLS = new Set(['sleep', 'wait', 'delay', 'pause', 'idle']);
const SEND_TOOLS = new Set(['send', 'post', 'publish', 'email', 'mail', 'notify', 'reply', 'comment', 'tweet', 'submit', 'pay', 'book', 'order', 'deploy', 'add', 'charge', 'invite', 'register', 'schedule', 'upload']);
/** Thinking aloud and keeping lists: rewriting a plan is no progress. */
const NOTE_TOOLS = new Set(['plan', 'todo', 'todos', 'think', 'thinking', 'thought', 'note', 'notes', 'memo', 'scratchpad']);
const SLEEP = wordHash('sleep');

interface Arguments {
  frame: number;
  kin: number;
  words: number[];
  figures: number;
  leaves: number;
  echo: Set<number>;
  hasWait: boolean;
  isOnlyWait: boolean;
  changes: boolean;
  budget: number;
}

export function perceive(event: CallEvent, trait: ToolTrait = {}, seq = 0): Percept {
  const args: Arguments = { frame: 0, kin: 0, words: [], figures: 0, leaves: 0, echo: new Set(), hasWait: false, isOnlyWait: false, changes: false, budget: 2000 };
  try {
    readArguments(args, event.args, 0, 0);
  } catch {
    // A getter of the caller's threw: what was read so far has to do.
  }
  const tool = textPrint(event.tool);
  // What was too large to read through is like nothing else.
  const identity = looseFingerprint(identityOf(event.args, trait));
  const target = fileTarget(event.tool, event.args);
  const kind = trait.kind ?? kindOf(event.tool, args, target?.kind);
  return {
    tool,
    kind,
    call: identity.partial ? combine(tool, identity.print, seq + 0.5) : combine(tool, identity.print),
    frame: combine(tool, args.frame >>> 0),
    kin: combine(tool, args.kin >>> 0),
    argWords: args.words,
    figures: args.figures,
    leaves: args.leaves,
    echo: args.echo,
    path: target?.path ?? null,
    hasWait: args.hasWait || kind === 'wait',
    isCommand: args.changes,
    outcome: readOutcome(event.result, event.isError === true),
  };
}

/** The arguments that count for identity; the caller's object stays as it is. */
function identityOf(args: unknown, { loopKey, volatileKeys }: ToolTrait): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  try {
    const fields = args as Readonly<Record<string, unknown>>;
    if (loopKey) return Object.fromEntries(loopKey.map((key) => [key, fields[key]]));
    let isClean = volatileKeys === undefined;
    for (const key in fields) if (VOLATILE_KEYS.has(plainKey(key))) isClean = false;
    if (isClean) return args;
    return Object.fromEntries(Object.entries(fields).filter(([key]) => !VOLATILE_KEYS.has(plainKey(key)) && volatileKeys?.includes(key) !== true));
  } catch {
    return args;
  }
}

function plainKey(key: string): string {
  return key.length > 20 ? key : key.replaceAll('_', '').replaceAll('-', '').toLowerCase();
}

function readArguments(into: Arguments, value: unknown, key: number, depth: number): void {
  if (--into.budget < 0 || depth > 8) return;
  if (typeof value === 'string') readText(into, value, key);
  else if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      const item = (value as Readonly<Record<string, unknown>>)[name];
      const plain = plainKey(name);
      if (WAIT_KEYS.has(plain) && typeof item === 'number' && item > 0) into.hasWait = true;
      if (VOLATILE_KEYS.has(plain)) continue;
      readArguments(into, item, Array.isArray(value) ? key : Math.imul(key, 31) ^ wordHash(name), depth + 1);
    }
  } else if (value !== null && value !== undefined) addToFrame(into, key, String(value));
}

/** A text of several words can be reworded; a single token is a target. */
function readText(into: Arguments, text: string, key: number): void {
  if (text.trim() === '') return;
  into.leaves++;
  const { words, numbers } = maskText(text);
  for (const word of words) into.echo.add(word);
  const blank = text.trim().indexOf(' ');
  if (blank < 0) {
    into.leaves--;
    addToFrame(into, key, text.trim());
    return;
  }
  for (const word of words) if (into.words.length < 400) into.words.push(word);
  // Another path inside a command line is another target, however alike the lines are.
  for (const path of new Set(readPaths(text))) into.frame = (into.frame + Math.imul(path, 0x85ebca6b)) | 0;
  for (const figure of numbers) into.figures += figure;
  if (changesFiles(text)) into.changes = true;
  const slept = words.indexOf(SLEEP);
  if (slept >= 0 && hasNumberAfterSleep(text)) {
    into.hasWait = true;
    if (words.length === 1) into.isOnlyWait = true;
  }
}

function hasNumberAfterSleep(text: string): boolean {
  for (let i = text.indexOf('sleep'); i >= 0; i = text.indexOf('sleep', i + 5)) {
    const next = text.charCodeAt(i + 6);
    if (text.charCodeAt(i + 5) === 32 && next >= 48 && next <= 57) return true;
  }
  return false;
}

function addToFrame(into: Arguments, key: number, text: string): void {
  into.leaves++;
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
    else if (unit !== 45 && unit !== 46 && unit !== 58 && unit !== 47 && unit !== 43 && unit !== 84 && unit !== 90) return false;
  }
  return digits > 0;
}

function kindOf(tool: string, { isOnlyWait, changes }: Arguments, file: 'read' | 'write' | undefined): ToolKind {
  if (isOnlyWait) return 'wait';
  for (const word of wordsOf(tool)) {
    if (WAIT_TOOLS.has(word)) return 'wait';
    if (NOTE_TOOLS.has(word)) return 'note';
    if (SEND_TOOLS.has(word)) return 'send';
  }
  return file ?? (changes ? 'write' : (kindOfName(tool) ?? 'other'));
}
