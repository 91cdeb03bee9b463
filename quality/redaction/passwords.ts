import type { Draw } from '../../packages/loopbench/src/metamorphic/draw.js';
import type { Drawn, Make, Names } from './drawn.js';
import { chars } from './format.js';
import { opaque } from './headers.js';
import { BARE, named } from './surroundings.js';

const PASSWORD_NAMES: Names = [
  ...(['DB_PASSWORD', 'DB_PASS', 'SMTP_PASS', 'MYSQL_ROOT_PASSWORD', 'POSTGRES_PASSWORD'] as const),
  ...['password', 'passwd', 'user_password', 'ADMIN_PASSWORD', 'REDIS_PASSWORD', 'pass', 'passphrase'],
];
const SECRET_NAMES: Names = [
  ...([
    'CLIENT_SECRET',
    'JWT_SECRET',
    'SESSION_SECRET',
    'SECRET_KEY',
    'SECRET_KEY_BASE',
    'APP_SECRET',
  ] as const),
  ...['RAILS_MASTER_KEY', 'ENCRYPTION_KEY', 'ACCESS_TOKEN', 'REFRESH_TOKEN', 'API_TOKEN', 'AUTH_TOKEN'],
  ...['API_KEY', 'WEBHOOK_SECRET', 'SIGNING_KEY', 'secret', 'id_token', 'SERVICE_ROLE_KEY'],
];

/** As people choose them, and as managers make them. No spaces: most places would need quotes. */
function password(draw: Draw): string {
  const word = (): string => draw.word();
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  return draw.pick([
    () => chars(draw, 'A', draw.integer(12, 24)),
    () =>
      chars(draw, 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#%^*_+-', draw.integer(12, 20)),
    () => `${capital(word())}${draw.integer(10, 9999)}!`,
    () => `${word()}-${word()}-${word()}-${draw.integer(10, 99)}`,
    () => `${capital(word())}_${capital(word())}${draw.integer(1, 999)}`,
    () => `${word()}${word()}${draw.integer(100, 9999)}`,
    () => chars(draw, 'x', 16),
  ])();
}

const urlPassword = (draw: Draw): string =>
  draw.pick([
    () => chars(draw, 'A', draw.integer(10, 24)),
    () => `${draw.word()}${draw.integer(10, 9999)}`,
    () => encodeURIComponent(password(draw)),
  ])();

function withUrl(templates: Names): Make {
  return (draw) => {
    const secret = urlPassword(draw);
    const url = draw
      .pick(templates)
      .replace('USER', draw.word())
      .replace('HOST', draw.word())
      .replace('PASS', secret);
    const value = urlPlace(draw, url);
    return { value, parts: [secret] };
  };
}

function urlPlace(draw: Draw, url: string): unknown {
  return draw.pick<unknown>([
    url,
    draw.pick(BARE)(url, draw),
    `2026-03-01 10:00:00 connecting to ${url}`,
    `DATABASE_URL=${url}`,
    `DATABASE_URL="${url}"`,
    { url },
    `git remote add origin ${url}`,
    JSON.stringify({ dsn: url }),
    `psql "${url}" -c 'select 1'`,
    `Error: connect ECONNREFUSED (${url})`,
  ]);
}

const SQL_TEXTS: Names = [
  'Server=tcp:HOST.example.test,1433;Database=app;User ID=USER;Password=PASS;Encrypt=True;',
  'Driver={SQL Server};Server=HOST;Uid=USER;Pwd=PASS;',
  'host=HOST port=5432 dbname=app user=USER password=PASS sslmode=require',
  'jdbc:postgresql://HOST:5432/app?user=USER&password=PASS',
  'jdbc:sqlserver://HOST:1433;databaseName=app;user=USER;password=PASS',
  'HOST:6379,password=PASS,ssl=True,abortConnect=False',
];

export function commandLine(draw: Draw): Drawn {
  const secret = draw.pick([
    () => chars(draw, 'A', draw.integer(10, 20)),
    () => `${draw.word()}${draw.integer(100, 9999)}`,
  ])();
  const text = draw.pick([
    `mysql -u root -p${secret} shop`,
    `mysqldump --user=root --password=${secret} shop > dump.sql`,
    `redis-cli -h cache -a ${secret} PING`,
    `sshpass -p ${secret} ssh ana@host`,
    `sshpass -p '${secret}' scp a host:b`,
    `PGPASSWORD=${secret} psql -h db -U app`,
    `curl -u admin:${secret} https://api.example.test`,
    `curl --user 'admin:${secret}' https://api.example.test`,
    `docker login -u ana -p ${secret} hub.example.test`,
    `docker login --username ana --password ${secret}`,
    `aws configure set aws_secret_access_key ${secret}`,
    `openssl rsa -in key.pem -passin pass:${secret}`,
    `mongosh --username app --password ${secret}`,
    `npm config set //packages.example.test/:_authToken ${secret}`,
    `ldapsearch -D cn=admin -w ${secret} -b dc=example`,
    `wget --http-user=ana --http-password=${secret} https://example.test/a`,
    `ALTER USER app WITH PASSWORD '${secret}';`,
    `CREATE USER 'app'@'%' IDENTIFIED BY '${secret}';`,
    `machine git.example.test login ana password ${secret}`,
    `net use z: \\\\server\\share /user:ana /password:${secret}`,
  ]);
  return { value: draw.chance(0.7) ? text : { command: text }, parts: [secret] };
}

const namedBy =
  (names: Names, make: (draw: Draw) => string): Make =>
  (draw) => {
    const secret = make(draw);
    return { value: named(draw, draw.pick(names), secret), parts: [secret] };
  };

export const namedPassword = namedBy(PASSWORD_NAMES, password);
export const namedSecret = namedBy(SECRET_NAMES, opaque);
export const connectionString = withUrl(SQL_TEXTS);
export const urlWithPassword = withUrl([
  'https://USER:PASS@HOST.example.test/a',
  'http://USER:PASS@HOST:8080/',
  'ftp://USER:PASS@HOST.example.test/file',
  'https://USER:PASS@git.example.test/HOST/app.git',
]);
export const databaseUrl = withUrl([
  'postgres://USER:PASS@HOST:5432/app',
  'postgresql://USER:PASS@HOST/app?sslmode=require',
  'mongodb+srv://USER:PASS@HOST.example.test/app',
  'redis://:PASS@HOST:6379/0',
  'mysql://USER:PASS@HOST/app',
  'amqp://USER:PASS@HOST:5672/',
  'rediss://default:PASS@HOST:6380',
  'smtp://USER:PASS@HOST:587',
]);
