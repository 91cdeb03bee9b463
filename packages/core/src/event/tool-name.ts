import { type Fingerprint, textPrint } from '../fingerprint/fingerprint.js';
import { nameTable } from '../text/name-table.js';

/** What a tool's name says about it. */
export interface ToolName {
  readonly print: Fingerprint;
  /** The first word known to read or write a file, if an argument names one. */
  readonly verb: string | undefined;
  /** What it does with any arguments. */
  readonly deed: 'wait' | 'note' | 'send' | undefined;
  /** What it does if no argument says more. */
  readonly access: 'read' | 'write' | undefined;
  /** It only queries, and changes nothing. */
  readonly isLook: boolean;
  /** It sets something to a value. */
  readonly isSetter: boolean;
}

const READ = new Set(['read', 'view', 'open', 'cat', 'get', 'load', 'show', 'head', 'tail', 'fetch']);
/** These search for something other than a file. */
const LOOKS = new Set([
  ...['search', 'find', 'query', 'lookup', 'retrieve', 'list', 'browse', 'describe', 'status'],
]);
/** These mean writing even without a path. */
const WRITE = new Set(['write', 'edit', 'create', 'patch', 'replace', 'insert', 'append', 'update']);
/** These may mean anything without a file. */
const WRITE_FILE = new Set([...WRITE, 'save', 'apply']);

const SETTERS = new Set([
  ...['set', 'toggle', 'enable', 'disable', 'switch', 'assign', 'checkout', 'put', 'configure', 'pin'],
]);

const DEEDS: ReadonlyMap<string, ToolName['deed']> = new Map([
  ...['sleep', 'wait', 'delay', 'pause', 'idle'].map((word) => [word, 'wait'] as const),
  // Thinking aloud and keeping lists: rewriting a plan is no progress.
  ...['plan', 'todo', 'todos', 'think', 'thinking', 'thought'].map((word) => [word, 'note'] as const),
  ...['note', 'notes', 'memo', 'scratchpad'].map((word) => [word, 'note'] as const),
  ...['send', 'post', 'publish', 'email', 'mail', 'notify', 'reply'].map((word) => [word, 'send'] as const),
  ...['comment', 'tweet', 'submit', 'pay', 'book', 'order', 'deploy'].map((word) => [word, 'send'] as const),
  ...['add', 'charge', 'invite', 'register', 'schedule', 'upload'].map((word) => [word, 'send'] as const),
]);

export const toolName: (tool: string) => ToolName = nameTable((tool) => {
  const words = wordsOf(tool);
  // Reading mail is not sending it: after a verb of reading, an action verb names what is read.
  const isLook = words.findIndex(isReading) === 0;
  const deed = isLook ? undefined : words.find((word) => DEEDS.has(word));
  const isWrite = words.some((word) => WRITE.has(word));
  return {
    print: textPrint(tool),
    verb: words.find(isVerb),
    deed: deed === undefined ? undefined : DEEDS.get(deed),
    access: isWrite ? 'write' : words.some(isReading) ? 'read' : undefined,
    isLook: !isWrite && words.some((word) => isReading(word) || LOOKS.has(word)),
    isSetter: words.some((word) => SETTERS.has(word)),
  };
});

/** The same for a command of an editor tool with many commands. */
export function verbOf(name: string): string | undefined {
  return wordsOf(name).find(isVerb);
}

export function isReading(verb: string): boolean {
  return READ.has(verb);
}

function isVerb(word: string): boolean {
  return READ.has(word) || WRITE_FILE.has(word);
}

const MAX_NAME = 80;

/** `flag_set`, `setFlag`, `SET-FLAG`, `HTTPSet` → flag, set; set, flag; set, flag; http, set */
export function wordsOf(name: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  let wasCapital = false;
  for (let i = 0; i < name.length && i < MAX_NAME; i++) {
    const letter = name.charAt(i);
    const lower = letter.toLowerCase();
    const isCapital = letter !== lower;
    const isNext = isCapital && (!wasCapital || isSmall(name.charAt(i + 1)));
    if (word !== '' && (isNext || !isSmall(lower))) {
      words.push(word);
      word = '';
    }
    if (isSmall(lower)) word += lower;
    wasCapital = isCapital;
  }
  if (word !== '') words.push(word);
  return words;
}

function isSmall(letter: string): boolean {
  return letter >= 'a' && letter <= 'z';
}
