import { nameTable } from '../../text/name-table.js';
import type { WordEntry } from '../../lexicon/entry.js';
import {
  COMMAND_FIELDS,
  CONTENT_FIELDS,
  FAILED_WHEN_FALSE,
  FAILED_WHEN_NOT_ZERO,
  FAILED_WHEN_SET,
  FAILED_WHEN_TRUE,
  NEW_PREFIXES,
  OLD_PREFIXES,
  PATH_PARTS,
  PLACE_PARTS,
  RATE_WORDS,
  REFERENCE_FIELDS,
  REMARK_FIELDS,
  TIME_FIELDS,
  TIMEOUT_FIELDS,
  WAIT_FIELDS,
} from '../../lexicon/field-names.js';
import { WAIT_VERBS } from '../../lexicon/tool-names.js';
import { hashOf } from '../../text/hash.js';
import { nameWords } from './name-words.js';

/** Values of a field which show that the call failed. */
type FailureTest = 'true' | 'false' | 'set' | 'not zero' | undefined;

/** What the name of an argument or result field says. */
export interface FieldKnowledge {
  readonly hash: number;
  /** The whole name was considered. */
  readonly isWhole: boolean;
  /** Names such as `_meta` belong to the transport. */
  readonly isEnvelope: boolean;
  /** Its number is a time or a duration. */
  readonly isTime: boolean;
  /** Its number is a waiting time. */
  readonly isWait: boolean;
  readonly isTimeout: boolean;
  /** It names a file or a page. */
  readonly isPath: boolean;
  /** It names a place: a path, or a folder. */
  readonly isPlace: boolean;
  readonly isCommand: boolean;
  readonly isContent: boolean;
  readonly isOld: boolean;
  readonly isNew: boolean;
  /** Remarks about the call, not part of it. */
  readonly isRemark: boolean;
  /** It names an element of the last snapshot of a page. */
  readonly isReference: boolean;
  readonly failure: FailureTest;
}

const LONGEST = 200;
const UNDERSCORE = 95;

export const fieldKnowledge: (name: string) => FieldKnowledge = nameTable((name) => {
  const known = name.slice(0, LONGEST);
  const small = known.toLowerCase();
  const words = nameWords(known);
  const last = words.at(-1) ?? '';
  const isTimeout = TIMEOUT_FIELDS.some(({ word }) => small.includes(word));
  return {
    hash: hashOf(known),
    isWhole: known.length === name.length,
    isEnvelope: name.charCodeAt(0) === UNDERSCORE,
    isTime: isOne(TIME_FIELDS, last) && !words.some((word) => isOne(RATE_WORDS, word)),
    isWait: isTimeout || WAIT_VERBS.some(({ word }) => small.includes(word)) || isOne(WAIT_FIELDS, last),
    isTimeout,
    isPath: PATH_PARTS.some(({ word }) => small.includes(word)),
    isPlace: [...PATH_PARTS, ...PLACE_PARTS].some(({ word }) => small.includes(word)),
    isCommand: isOne(COMMAND_FIELDS, small),
    isContent: isOne(CONTENT_FIELDS, small),
    isOld: OLD_PREFIXES.some(({ word }) => small.startsWith(word)),
    isNew: NEW_PREFIXES.some(({ word }) => small.startsWith(word)),
    isRemark: isOne(REMARK_FIELDS, small),
    isReference: isOne(REFERENCE_FIELDS, small),
    failure: failureTest(small),
  };
});

function failureTest(name: string): FailureTest {
  if (isOne(FAILED_WHEN_TRUE, name)) return 'true';
  if (isOne(FAILED_WHEN_FALSE, name)) return 'false';
  if (isOne(FAILED_WHEN_NOT_ZERO, name.replaceAll(/[_-]/g, ' '))) return 'not zero';
  return isOne(FAILED_WHEN_SET, name) ? 'set' : undefined;
}

function isOne(entries: readonly WordEntry[], name: string): boolean {
  return entries.some(({ word }) => word === name);
}
