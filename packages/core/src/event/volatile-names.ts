/** Names whose value changes from one look to the next without anything having happened. */
const NAMES = [
  // the process and the request
  ...['pid', 'ppid', 'pgid', 'tid', 'thread', 'session', 'request', 'req', 'trace', 'span', 'nonce', 'correlation'],
  ...['requestid', 'reqid', 'traceid', 'spanid', 'sessionid', 'correlationid', 'messageid', 'msgid', 'runid', 'callid'],
  ...['invocationid', 'executionid', 'eventid', 'responseid', 'reviewid', 'transactionid', 'chunkid', 'toolcallid'],
  // the clock
  ...['timestamp', 'datetime', 'date', 'time', 'elapsed', 'duration', 'took', 'latency', 'uptime', 'ts'],
  ...['seconds', 'secs', 'ms', 'millis', 'milliseconds'],
  // where something stands, not what it is
  ...['line', 'col', 'column', 'ref'],
  // the try
  ...['attempt', 'attempts', 'retry', 'retries', 'try'],
];

/** The last part of a compound name: `updated_at`, `idleForSeconds`, `query_ms`. */
const ENDINGS = [
  ...['at', 'ms', 'seconds', 'secs', 'millis', 'time', 'timestamp', 'duration', 'elapsed', 'latency', 'uptime'],
  ...['pid', 'attempt', 'attempts', 'retries', 'nonce'],
];

const UNITS = [
  ...['ns', 'us', 'µs', 'ms', 's', 'sec', 'secs', 'second', 'seconds', 'm', 'min', 'mins', 'minute', 'minutes'],
  ...['h', 'hr', 'hrs', 'hour', 'hours', 'd', 'day', 'days', 'millis', 'milliseconds'],
];

export const WORD_START = 0x811c9dc5;

const names = new Set(NAMES.map(wordHash));
const endings = new Set(ENDINGS.map(wordHash));
const units = new Set(UNITS);
/** With a blank between, a single letter says too little: `3 m` may be metres. */
const wholeUnits = new Set(UNITS.filter((unit) => unit.length > 1 && unit !== 'us'));

/** One more character of a word, case folded. */
export function addToWord(hash: number, unit: number): number {
  return Math.imul(hash ^ (unit >= 65 && unit <= 90 ? unit + 32 : unit), 0x01000193);
}

export function wordHash(word: string): number {
  let hash = WORD_START;
  for (let i = 0; i < word.length; i++) hash = addToWord(hash, word.charCodeAt(i));
  return hash;
}

/** Is the word from `start` to `end`, whose last part begins at `part`, such a name? Most words are told by one look. */
export function isVolatileName(hash: number, text: string, start: number, part: number, end: number): boolean {
  const length = end - start;
  if (length < 2 || length > 24) return false;
  if (part === start) return names.has(hash);
  return endings.has(partHash(text, part, end)) || names.has(partHash(text, start, end));
}

function partHash(text: string, start: number, end: number): number {
  let hash = WORD_START;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== 95) hash = addToWord(hash, unit);
  }
  return hash;
}

export function isTimeUnit(word: string, isApart: boolean): boolean {
  return (isApart ? wholeUnits : units).has(word);
}
