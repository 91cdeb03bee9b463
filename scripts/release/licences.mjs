// The licences of installed packages: their names, their texts, and which of them nobody has allowed yet.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that allow everybody to use, change and pass on, and ask for no more than their own text. */
const ALLOWED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
];

const TEXT = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** Every package below a folder `node_modules`, nested ones too. */
export function licencesIn(modules) {
  if (!existsSync(modules)) return [];
  const homes = readdirSync(modules, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .flatMap(({ name }) =>
      name.startsWith('@')
        ? readdirSync(join(modules, name)).map((one) => join(modules, name, one))
        : [join(modules, name)],
    );
  return homes
    .flatMap((home) => [...packageIn(home), ...licencesIn(join(home, 'node_modules'))])
    .sort(byName);
}

const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

function packageIn(home) {
  const file = join(home, 'package.json');
  if (!existsSync(file)) return [];
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8'));
  const texts = readdirSync(home).filter((one) => TEXT.test(one));
  const text = texts.map((one) => readFileSync(join(home, one), 'utf8').trim()).join('\n\n');
  return [
    { name, version, licence: typeof license === 'string' ? license : (license?.type ?? 'unknown'), text },
  ];
}

/** Of `(MIT OR CC0-1.0)` one is enough; of `MIT AND ISC` all are needed. */
function isAllowed(licence) {
  const choices = licence.replaceAll(/[()]/g, '').split(/ OR /i);
  return choices.some((choice) => choice.split(/ AND /i).every((one) => ALLOWED.includes(one.trim())));
}

export function refusedLicences(licences) {
  return licences
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence}`);
}

export function licenceText(licences) {
  const head = 'Rutbreak installs these packages of others. Each comes with its own licence.\n';
  const parts = licences.map(
    ({ name, version, licence, text }) =>
      `${'='.repeat(78)}\n${name} ${version}: ${licence}\n${'='.repeat(78)}\n\n${text || '(The package has no file with the text.)'}\n`,
  );
  return [head, ...parts].join('\n');
}
