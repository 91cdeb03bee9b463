import type { Draw } from '../../packages/loopbench/src/metamorphic/draw.js';
import type { Drawn, Make, Names } from './drawn.js';
import { base64url, chars, type Secret, uuid } from './format.js';
import { SEED_WORDS } from './seed-words.js';
import { BARE, BLOCKS } from './surroundings.js';

function makeJwt(draw: Draw): Secret {
  const head = base64url({ alg: draw.pick(['HS256', 'RS256']), typ: 'JWT' });
  const body = base64url({
    sub: uuid(draw),
    name: draw.words(2),
    iat: 1_770_000_000 + draw.integer(0, 9_999_999),
  });
  const signature = chars(draw, 'w', draw.pick([43, 86, 342]));
  return { text: `${head}.${body}.${signature}`, parts: [signature] };
}

function pem(draw: Draw, label: string): Secret {
  const lines = Array.from({ length: draw.integer(3, 26) }, () => chars(draw, 'b', 64));
  const body = [...lines, `${chars(draw, 'b', draw.integer(20, 50))}==`];
  const head = label === 'RSA PRIVATE KEY' && draw.chance(0.2) ? ['Proc-Type: 4,ENCRYPTED', ''] : [];
  return {
    text: [`-----BEGIN ${label}-----`, ...head, ...body, `-----END ${label}-----`].join('\n'),
    parts: body,
  };
}

/** A PEM block with one of these labels. */
export const block =
  (...labels: Names): Make =>
  (draw) => {
    const { text, parts } = pem(draw, draw.pick(labels));
    return { value: draw.pick(BLOCKS)(text, draw), parts };
  };

export function seedPhrase(draw: Draw): Drawn {
  const phrase = Array.from({ length: draw.pick([12, 12, 24]) }, () => draw.pick(SEED_WORDS)).join(' ');
  const value = draw.pick<unknown>([
    `MNEMONIC="${phrase}"`,
    { mnemonic: phrase },
    JSON.stringify({ seedPhrase: phrase }),
    `Your seed phrase: ${phrase}`,
    `recovery phrase is: ${phrase}\n`,
    `mnemonic: ${phrase}\n`,
    `SEED_PHRASE='${phrase}' npx hardhat deploy`,
    `const mnemonic = '${phrase}';`,
    `wallet import --mnemonic "${phrase}"`,
  ]);
  return { value, parts: [phrase] };
}

export function jwt(draw: Draw): Drawn {
  const { text, parts } = makeJwt(draw);
  return { value: draw.pick(BARE)(text, draw), parts };
}
