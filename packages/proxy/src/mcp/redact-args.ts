/** What is written down about arguments: no secrets, no long texts, not too deep. */
const HIDDEN = '[redacted]';
const MAX_TEXT = 200;
const MAX_ITEMS = 50;
const MAX_DEPTH = 6;

const SECRET_NAMES = [
  ...['password', 'passwd', 'passphrase', 'secret', 'token', 'apikey', 'authorization', 'cookie'],
  ...['credential', 'privatekey', 'accesskey', 'sessionid', 'bearer', 'signature'],
];
/** How well-known secrets begin; a word that begins so is hidden as a whole. */
const SECRET_STARTS = [
  ...['sk-', 'sk_', 'pk_', 'rk_', 'ghp_', 'gho_', 'ghs_', 'ghu_', 'github_pat_', 'glpat-', 'xoxb-', 'xoxp-'],
  ...[
    'xoxa-',
    'xapp-',
    'AKIA',
    'ASIA',
    'AIza',
    'ya29.',
    'eyJ',
    'npm_',
    'hf_',
    'SG.',
    'dop_v1_',
    'AGE-SECRET-',
  ],
];
const SHORTEST_SECRET = 16;
const WORDS = /[\w.+/=-]{16,}/g;

export function redactArgs(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[…]';
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => redactArgs(item, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `[… ${value.length - MAX_ITEMS} more]`] : items;
  }
  const entries = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(
    entries.map(([name, inner]): [string, unknown] => [
      name.slice(0, MAX_TEXT),
      isSecretName(name) && inner !== null ? HIDDEN : redactArgs(inner, depth + 1),
    ]),
  );
}

function isSecretName(name: string): boolean {
  if (name.length > MAX_TEXT) return true;
  const plain = name.toLowerCase().replaceAll('_', '').replaceAll('-', '');
  return SECRET_NAMES.some((secret) => plain.includes(secret));
}

/** Cut first, so that the time does not depend on the length. A secret across the cut is cut as well. */
export function redactText(text: string, most = MAX_TEXT): string {
  const shown = text
    .slice(0, most)
    .replace(WORDS, (word) => (isSecret(word) ? HIDDEN : word))
    .replaceAll('-----BEGIN', HIDDEN);
  return text.length > most ? `${shown}… ${text.length} characters` : shown;
}

function isSecret(word: string): boolean {
  if (word.length < SHORTEST_SECRET) return false;
  return SECRET_STARTS.some((start) => word.startsWith(start) || word.includes(`=${start}`));
}
