/** Names whose value changes from one look to the next without anything having happened. */
const NAMES = [
  // the process and the request
  ...[
    'pid',
    'ppid',
    'pgid',
    'tid',
    'thread',
    'session',
    'request',
    'req',
    'trace',
    'span',
    'nonce',
    'correlation',
  ],
  ...[
    'requestid',
    'reqid',
    'traceid',
    'spanid',
    'sessionid',
    'correlationid',
    'messageid',
    'msgid',
    'runid',
    'callid',
  ],
  ...[
    'invocationid',
    'executionid',
    'eventid',
    'responseid',
    'reviewid',
    'transactionid',
    'chunkid',
    'toolcallid',
  ],
  // the clock
  ...['timestamp', 'datetime', 'date', 'time', 'elapsed', 'duration', 'took', 'latency', 'uptime', 'ts'],
  ...['seconds', 'secs', 'ms', 'millis', 'milliseconds'],
  // where something stands, not what it is
  ...['line', 'col', 'column', 'ref'],
  // the try
  ...['attempt', 'attempts', 'retry', 'retries', 'try'],
  // the clock of a game
  ...['turn', 'tick'],
];

/** The last part of a compound name: `updated_at`, `idleForSeconds`, `query_ms`. */
const ENDINGS = [
  ...[
    'at',
    'ms',
    'seconds',
    'secs',
    'millis',
    'time',
    'timestamp',
    'duration',
    'elapsed',
    'latency',
    'uptime',
  ],
  ...['pid', 'attempt', 'attempts', 'retries', 'nonce'],
];

const UNITS = [
  ...[
    'ns',
    'us',
    'µs',
    'ms',
    's',
    'sec',
    'secs',
    'second',
    'seconds',
    'm',
    'min',
    'mins',
    'minute',
    'minutes',
  ],
  ...['h', 'hr', 'hrs', 'hour', 'hours', 'd', 'day', 'days', 'millis', 'milliseconds'],
];

export const WORD_START = 0x811c9dc5;

/** One more character of a word, case folded. */
export function addToWord(hash: number, unit: number): number {
  return Math.imul(hash ^ (unit >= 65 && unit <= 90 ? unit + 32 : unit), 0x01000193);
}

export function wordHash(word: string): number {
  let hash = WORD_START;
  for (let i = 0; i < word.length; i++) hash = addToWord(hash, word.charCodeAt(i));
  return hash;
}

const names = new Set(NAMES.map(wordHash));
const endings = new Set(ENDINGS.map(wordHash));
const units = new Set(UNITS.map(bytesHash));
/** With a blank between, a single letter says too little: `3 m` may be metres. */
const wholeUnits = new Set(UNITS.filter((unit) => unit.length > 1 && unit !== 'us').map(bytesHash));

/** Nearly all words are told apart from names by one look into this table. */
const TABLE = 4096;
const mayBeName = new Uint8Array(TABLE);
const ID = wordHash('id');
for (const hash of [...names, ID]) mayBeName[hash & (TABLE - 1)] = 1;

/** Does the word name something volatile, by itself or with the one before it: `pid`, `Request ID`? */
export function isName(hash: number, before: number): boolean {
  if (mayBeName[hash & (TABLE - 1)] === 0) return false;
  return names.has(hash) || (hash === ID && names.has(addToWord(addToWord(before, I), D)));
}

const I = 105;
const D = 100;

export function isEnding(hash: number): boolean {
  return endings.has(hash);
}

/** Case matters: `5M` is no time. */
export function isTimeUnit(hash: number, isApart: boolean): boolean {
  return (isApart ? wholeUnits : units).has(hash);
}

function bytesHash(word: string): number {
  let hash = WORD_START;
  for (const byte of new TextEncoder().encode(word)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
