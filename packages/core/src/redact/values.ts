import { secretNamed } from './names.js';
import { isRandomValue } from './randomness.js';
import type { SecretName } from './table.js';

/** A replacement from an earlier redaction. */
export function isMark(value: string): boolean {
  return value.startsWith('[redacted') || 'redacted'.startsWith(value.slice(0, 8));
}

const NOTHING = new Set(
  (
    'string number boolean bool int integer str any unknown object void null none nil undefined true false ' +
    'required optional missing invalid expired empty unset not is was has the a an for from of to and or in on ' +
    'must should will can may cannot await new async typeof return function lambda enabled disabled ' +
    'bearer basic redacted changeme change-me change_me placeholder password passwd secret key token example'
  ).split(' '),
);
/** A path, a variable, a placeholder, a reference in code. */
const STAND_IN =
  /^(?:\$[A-Z_][A-Z0-9_]*$|\$[{(]|\$env:|<[^>]*>?(?:$|[\s,;])|\{\{|\{[\w.]*\}?$|%\w+%|\.{0,2}\/|~\/|[*•.]+$|[xX]+$|[Yy](?:our|OUR)[-_ ]|\[(?:redacted|REDACTED|hidden)|(?:process|os|env|self|this|config|settings|secrets|vars|req|request|ctx|args|options|import|z)[.[]|[a-z_.]+\[\w*$)/;
const CALL = /^[\w.]+\(|::/;
/** Words that occur in sentences, but not in passphrases. */
const SENTENCE = /(?:^|\s)(?:must|be|is|are|was|the|to|for|of|not|with|at|should|your|has|have)(?:\s|$)/i;

/** A placeholder in the position of a secret: `string`, `$TOKEN`, `<password>`, `getToken()`. */
export function isStandIn(value: string): boolean {
  const text = value.slice(0, 80);
  if (NOTHING.has(text.toLowerCase().replace(/[!?]+$/, '')) || STAND_IN.test(text) || CALL.test(text))
    return true;
  if (/\s/.test(text) && SENTENCE.test(text)) return true;
  // `token: token`, `api_key=openai_api_key`: a variable in place of its value.
  return /^[A-Za-z_]+$/.test(text) && secretNamed(text) !== undefined;
}

export interface Place {
  readonly isQuoted: boolean;
  /** Only a space separates the name and the value. */
  readonly isAfterBlank: boolean;
  /** The text ends here, so more of it may follow later. */
  readonly isLast?: boolean;
}

/** `token == x`, `Token::parse(…)`, `pass: (state) => …`, `secret: hook.secret` */
function isCode(value: string, kind: SecretName['kind']): boolean {
  return /^[({=:]/.test(value) || (kind !== 'password' && /^[a-z]\w*\.[A-Za-z_]+$/.test(value));
}

/** Whether the value has the form that its name requires. */
export function isSecretValue(value: string, { kind, need }: SecretName, place: Place): boolean {
  if (value === '' || isMark(value) || (!place.isQuoted && isCode(value, kind))) return false;
  if (need === 'phrase') return isSeedPhrase(value, place.isLast === true);
  if (need === 'cookie') return isCookie(value);
  if (need === 'random') return isRandomValue(value);
  if (value.length < 3 || isStandIn(value)) return false;
  if (need === 'password') return value.length >= 6 && /[A-Za-z]/.test(value) && /[^A-Za-z]/.test(value);
  // A number of tokens, or a position: not a token.
  if (kind !== 'password' && /^\d{1,9}$/.test(value)) return false;
  if (place.isAfterBlank) return /[^A-Z]/.test(value) && /[^A-Za-z]|[a-z][A-Z]/.test(value);
  return need === 'any' || place.isQuoted || /\d|[^\w.-]/.test(value) || /[a-z][A-Z]/.test(value);
}

/** BIP-39: 12, 15, 18, 21 or 24 words of three to eight letters. */
const SEED_PHRASE = /^(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\.?$/;
/** Streamed text arrives word by word. */
const START_OF_SEED_PHRASE = /^(?:[a-z]{3,8}[ ,]{1,2}){1,24}[a-z]{0,8}$/;

function isSeedPhrase(value: string, isLast: boolean): boolean {
  if (value.length > MOST_OF_LINE) return false;
  return SEED_PHRASE.test(value.trim()) || (isLast && START_OF_SEED_PHRASE.test(value));
}

const HARMLESS_PAIR = /^\s*[\w-]+=(?:[A-Za-z]{0,12}|\/)?\s*$|^\s*(?:secure|httponly|partitioned)\s*$/i;
const SESSION = /sess|sid|auth|token/i;

/** The scanned part of one line: enough to decide, and bounded. */
const MOST_OF_LINE = 512;

/** A single pair that is more than a setting makes the whole line a secret. */
function isCookie(line: string): boolean {
  const value = line.slice(0, MOST_OF_LINE);
  if (!/^\s*[\w.!#$%&*+^|~-]{1,128}=/.test(value)) return !isStandIn(value) && isRandomValue(value);
  return value.split(';').some((pair) => !HARMLESS_PAIR.test(pair) || SESSION.test(pair));
}
