import type { Draw } from '../../packages/loopbench/src/metamorphic/draw.js';
import type { Make } from './drawn.js';
import { fill } from './format.js';
import { basic, bearer, cookie } from './headers.js';
import { HELD_BACK } from './held-back.js';
import { CLOUD_ISSUERS } from './issuers/cloud.js';
import { CODE_ISSUERS } from './issuers/code.js';
import type { Issuer } from './issuers/issuer.js';
import { SERVICE_ISSUERS } from './issuers/service.js';
import { block, jwt, seedPhrase } from './keys.js';
import { MORE_ISSUERS } from './issuers/more.js';
import {
  commandLine,
  databaseUrl,
  connectionString,
  namedPassword,
  namedSecret,
  urlWithPassword,
} from './passwords.js';
import { BARE, BARE_TOKEN, named } from './surroundings.js';

/** One kind of secret. */
export interface Kind {
  readonly id: string;
  /** Where the form is written. */
  readonly source: string;
  readonly heldBack: boolean;
  readonly make: Make;
}

const CREDENTIALS: readonly Omit<Kind, 'heldBack'>[] = [
  {
    id: 'jwt',
    source: 'RFC 7519',
    make: jwt,
  },
  {
    id: 'pem-key',
    source: 'RFC 7468',
    make: block(
      'PRIVATE KEY',
      'RSA PRIVATE KEY',
      'EC PRIVATE KEY',
      'ENCRYPTED PRIVATE KEY',
      'DSA PRIVATE KEY',
    ),
  },
  { id: 'ssh-key', source: 'OpenSSH PROTOCOL.key', make: block('OPENSSH PRIVATE KEY') },
  { id: 'pgp-key', source: 'RFC 9580, section 6.2', make: block('PGP PRIVATE KEY BLOCK') },
  { id: 'basic-auth-url', source: 'RFC 3986, section 3.2.1', make: urlWithPassword },
  {
    id: 'database-url',
    source: 'PostgreSQL, MongoDB, Redis, MySQL, AMQP: connection URIs',
    make: databaseUrl,
  },
  { id: 'connection-string', source: 'libpq, JDBC, ADO.NET: connection strings', make: connectionString },
  { id: 'bearer-header', source: 'RFC 6750', make: bearer },
  { id: 'basic-header', source: 'RFC 7617', make: basic },
  { id: 'cookie', source: 'RFC 6265', make: cookie },
  { id: 'named-password', source: 'by its name', make: namedPassword },
  { id: 'named-secret', source: 'by its name', make: namedSecret },
  { id: 'command-line', source: 'manual pages of the commands', make: commandLine },
  { id: 'seed-phrase', source: 'BIP-39', make: seedPhrase },
];

/** Half beside its name, half alone, unless it can only be told by its name. */
function makeFrom({ names, formats, onlyNamed }: Issuer): Make {
  return (draw) => {
    const { text, parts } = fill(draw, draw.pick(formats));
    if (onlyNamed || draw.chance(0.5)) return { value: named(draw, draw.pick(names), text), parts };
    return { value: alone(draw, text), parts };
  };
}

function alone(draw: Draw, text: string): unknown {
  // Addresses and connection strings stand in fewer places than tokens.
  const isToken = !/:\/\/|;/.test(text);
  return draw.pick(isToken ? BARE_TOKEN : BARE)(text, draw);
}

const fromIssuers = (issuers: readonly Issuer[], heldBack: boolean): Kind[] =>
  issuers.map((issuer) => ({ id: issuer.id, source: issuer.source, heldBack, make: makeFrom(issuer) }));

export const KINDS: readonly Kind[] = [
  ...fromIssuers([...CLOUD_ISSUERS, ...CODE_ISSUERS, ...SERVICE_ISSUERS, ...MORE_ISSUERS], false),
  ...CREDENTIALS.map((credential) => ({ ...credential, heldBack: false })),
  ...fromIssuers(HELD_BACK, true),
];
