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
  ...['correlationid', 'callid', 'toolcallid', 'messageid', 'idempotencykey'],
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
    isSubject: SUBJECT_KEYS.has(plain),
  };
});

/** A tool has fewer arguments than this. */
const MAX_NAMES = 64;

/** The caller's object stays as it is; most have no remarks. */
export function withoutRemarks(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  try {
    let hasRemark = false;
    let hasSubject = false;
    let left = MAX_NAMES;
    for (const key in args) {
      const { isRemark, isSubject } = argumentName(key);
      hasRemark ||= isRemark;
      hasSubject ||= isSubject;
      if (--left === 0) break;
    }
    if (!hasRemark || !hasSubject) return args;
    return Object.fromEntries(Object.entries(args).filter(([key]) => !argumentName(key).isRemark));
  } catch {
    return args;
  }
}
