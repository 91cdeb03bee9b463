import { nameTable } from './name-table.js';
import { wordHash } from './volatile-names.js';

const VOLATILE_KEYS = new Set([
  ...[
    'timestamp',
    'ts',
    'nonce',
    'attempt',
    'attempts',
    'retry',
    'retries',
    'requestid',
    'traceid',
    'spanid',
  ],
  ...['req', 'correlationid', 'callid', 'toolcallid', 'messageid', 'idempotencykey'],
]);
/** Words about a call that go along with it; they are no part of it where something else says what is to be done. */
const REMARK_KEYS = new Set([
  ...['description', 'explanation', 'justification', 'reason', 'reasoning', 'thought', 'purpose'],
  ...['taskprogress', 'rationale'],
]);
/** What says what is to be done. */
const SUBJECT_KEYS = new Set([
  ...[
    'command',
    'cmd',
    'path',
    'filepath',
    'targetfile',
    'file',
    'filename',
    'url',
    'query',
    'pattern',
    'code',
  ],
]);
/** Where on the screen something is. */
const PLACE_KEYS = new Set(['coordinate', 'coordinates', 'x', 'y', 'position', 'point', 'offset']);
/** What is there: with its name known, its place says nothing more. */
const ELEMENT_KEYS = new Set(['target', 'selector', 'element', 'elementid', 'locator', 'xpath']);
const WAIT_KEYS = new Set([
  ...['wait', 'waitms', 'waitseconds', 'delay', 'delayms', 'sleep', 'pollinterval', 'yieldtimems', 'backoff'],
]);

/** What the name of an argument tells: `waitMs` and `wait_ms` are one name. */
export const argumentName = nameTable((name) => {
  const plain = name.replaceAll('_', '').replaceAll('-', '').toLowerCase();
  return {
    hash: wordHash(name),
    isVolatile: VOLATILE_KEYS.has(plain),
    isWait: WAIT_KEYS.has(plain),
    isRemark: REMARK_KEYS.has(plain),
    isReason: REMARK_KEYS.has(plain) && plain !== 'description',
    isSubject: SUBJECT_KEYS.has(plain),
    isId: plain.endsWith('id') || plain.endsWith('ref'),
    isSeed: plain.endsWith('seed'),
    isPlace: PLACE_KEYS.has(plain),
    isElement: ELEMENT_KEYS.has(plain),
  };
});

/** A tool has fewer arguments than this. */
const MAX_NAMES = 64;

/** Without remarks about a subject and places of an element. The caller's object stays as it is; most have neither. */
export function whatCounts(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  try {
    const has = { subject: false, id: false, element: false, aside: false };
    let left = MAX_NAMES;
    for (const key in args) {
      const { isRemark, isPlace, isSubject, isId, isElement } = argumentName(key);
      has.aside ||= isRemark || isPlace;
      has.subject ||= isSubject;
      has.id ||= isId;
      has.element ||= isElement;
      if (--left === 0) break;
    }
    if (!has.aside) return args;
    const counts = (key: string): boolean => {
      const { isRemark, isReason, isPlace } = argumentName(key);
      if (isPlace) return !has.element;
      // The description of a thing with an id may be what is to be written.
      return !isRemark || !(has.subject || (isReason && has.id));
    };
    return Object.fromEntries(Object.entries(args).filter(([key]) => counts(key)));
  } catch {
    return args;
  }
}
