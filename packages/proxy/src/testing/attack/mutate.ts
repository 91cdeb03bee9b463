/** Generates obfuscated versions of calls that a policy denies. The same seed gives the same messages. */
export type Random = () => number;

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const whole = (random: Random, below: number): number => Math.floor(random() * below);
const pick = <T>(random: Random, items: readonly [T, ...T[]]): T =>
  items[whole(random, items.length)] ?? items[0];

const BASES = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"danger","arguments":{"a":1}}}',
  '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"read","arguments":{"path":"/etc/passwd"}}}',
  '{"method":"tools/call","params":{"arguments":{"path":["/tmp/a","/etc/b"]},"name":"read"},"jsonrpc":"2.0","id":3}',
  '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"read","arguments":{"path":"/tmp/a"}}}',
] as const;
const HARMLESS = [
  '{"jsonrpc":"2.0","id":9,"method":"ping"}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"echo","arguments":{}}}',
] as const;
const BYTES = [
  '\r',
  '\n',
  '\v',
  '\f',
  '\0',
  '\t',
  ' ',
  '\ufeff',
  '\u2028',
  '\u0085',
  '\x1c',
  '/**/',
  ',',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
] as const;
const KEYS = ['method', 'params', 'name', 'arguments', 'path', 'id', 'jsonrpc', 'result'] as const;
const VALUES = [
  '"ping"',
  '"echo"',
  '"danger"',
  '"tools/call"',
  '"/tmp/a"',
  '"/etc/x"',
  '{}',
  '[]',
  '1',
  '{"name":"echo"}',
  '{"name":"danger"}',
  '{"path":"/etc/x"}',
] as const;

type Mutation = (text: string, random: Random) => string;

function at(text: string, random: Random): number {
  return whole(random, text.length + 1);
}

function insert(text: string, place: number, what: string): string {
  return text.slice(0, place) + what + text.slice(place);
}

/** Positions at which a member can be inserted: after a brace or a comma. */
function memberPlace(text: string, random: Random): number {
  const places = [...text.matchAll(/[{,](?=")/g)].map(({ index }) => index + 1);
  return places[whole(random, places.length)] ?? 1;
}

function otherCase(word: string, random: Random): string {
  const special: Record<string, string> = { s: 'ſ', k: '\u212a' };
  return Array.from(word)
    .map((char) => (random() < 0.7 ? char : random() < 0.2 ? (special[char] ?? char) : char.toUpperCase()))
    .join('');
}

function escaped(word: string, random: Random): string {
  return Array.from(word)
    .map((char) => (random() < 0.6 ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`))
    .join('');
}

/** Applies a change to one of the quoted strings. */
const onWord =
  (change: (word: string, random: Random) => string): Mutation =>
  (text, random) => {
    const words = [...text.matchAll(/"([^"\\]+)"/g)];
    const word = words[whole(random, words.length)];
    if (!word) return text;
    return (
      text.slice(0, word.index + 1) +
      change(word[1] ?? '', random) +
      text.slice(word.index + 1 + (word[1] ?? '').length)
    );
  };

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (text, random) => insert(text, at(text, random), pick(random, BYTES)),
  (text, random) =>
    insert(text, memberPlace(text, random), `"${pick(random, KEYS)}":${pick(random, VALUES)},`),
  (text, random) =>
    insert(
      text,
      memberPlace(text, random),
      `"${otherCase(pick(random, KEYS), random)}":${pick(random, VALUES)},`,
    ),
  (text, random) =>
    insert(
      text,
      memberPlace(text, random),
      `"${escaped(pick(random, KEYS), random)}":${pick(random, VALUES)},`,
    ),
  onWord(otherCase),
  onWord(escaped),
  onWord((word, random) => word + pick(random, ['\\u0000', '\\ud800', ' ', '\\u200b', '\u00ad'])),
  (text, random) => pick(random, HARMLESS) + pick(random, ['', '\r', ' ', ',', '\v', '\u2028', '\0']) + text,
  (text, random) => text + pick(random, ['', '\r', ' ', '\v', '}', 'x']) + pick(random, HARMLESS),
  (text, random) =>
    pick(random, HARMLESS).replace(
      '{',
      `{"x":${pick(random, ['', '\r', '\t'])}${text}${pick(random, ['', '\r'])},`,
    ),
  (text, random) => `[${pick(random, HARMLESS)},${text}]`,
  (text, random) => `${'['.repeat(1 + whole(random, 3))}${text}${']'.repeat(whole(random, 4))}`,
  (text, random) =>
    text.replace(
      /"(path|name|method)":("[^"]*")/,
      (_, key: string, value: string) =>
        `"${key}":${pick(random, [`[${value}]`, `{"x":${value}}`, `[[${value}]]`, `{"toString":${value}}`])}`,
    ),
  (text, random) =>
    text.replace(/"path":("[^"]*"|\[[^\]]*\])/, (_, value: string) => {
      const json = pick(random, [value, `[${value}]`, ` [${value},NaN]`, `{"x":${value}}`]);
      return `"path":${JSON.stringify(json)}`;
    }),
  (text) => text.replaceAll('"', "'"),
  (text, random) => text.slice(0, at(text, random)),
  (text, random) => text.slice(at(text, random)),
  (text, random) => {
    const place = at(text, random);
    return text.slice(0, place) + text.slice(place + 1 + whole(random, 3));
  },
  (text) => text.replace('/call"', '\\/call"'),
  (text) => text.replace('"tools/call"', '"tools/call","method":"ping"'),
];

const ENCODINGS = ['utf16le', 'latin1'] as const;

/** One obfuscated message, with its line end. */
export function disguised(random: Random): Buffer {
  let text: string = pick(random, BASES);
  for (let count = whole(random, 4); count >= 0; count--) text = pick(random, MUTATIONS)(text, random);
  const line = `${text}${pick(random, ['\n', '\n', '\n', '\r\n', '\r\r\n'])}`;
  return random() < 0.02 ? Buffer.from(line, pick(random, ENCODINGS)) : Buffer.from(line, 'utf8');
}
