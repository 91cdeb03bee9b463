import type { RutbreakError } from '@rutbreak/core';

type Facts = Readonly<Record<string, unknown>>;

const MAX_SHOWN = 80;

/** What a person at a terminal reads of an error. The code and the names of its facts are for programs. */
export function plainSentence({ code, detail, sentence }: RutbreakError): string {
  const { hint, ...facts } = detail;
  return `${whatIsWrong(code, facts, sentence)}${placeOf(facts)}. ${hint}`.trimEnd();
}

function whatIsWrong(code: string, facts: Facts, sentence: string): string {
  const { option, preset, got, why } = facts;
  const plain = sentence.replace(/\.$/, '');
  switch (code) {
    case 'PRESET_UNKNOWN':
      return `there is no preset ${shown(preset)}`;
    case 'OPTION_UNKNOWN':
      return option === undefined ? plain : `there is no option ${shown(option)}`;
    case 'OPTION_TWICE':
      return `${shown(option)} is given twice with different values`;
    case 'OPTION_TYPE':
    case 'OPTION_RANGE':
      return got === undefined
        ? `${shown(option)} cannot be used`
        : `${shown(option)} cannot be ${shown(got)}`;
    default:
      return `${plain}${why === undefined ? othersOf(facts) : `: ${shown(why)}`}`;
  }
}

/** ` (rutbreak.config.yaml, line 3)` */
function placeOf({ in: source, path, file, line }: Facts): string {
  const where = source ?? path ?? file;
  if (where === undefined) return line === undefined ? '' : ` (line ${shown(line)})`;
  return ` (${shown(where)}${line === undefined ? '' : `, line ${shown(line)}`})`;
}

const PLACES = new Set(['in', 'path', 'file', 'line']);

/** `: no-such-program`; a name before the value only where there are several. */
function othersOf(facts: Facts): string {
  const others = Object.entries(facts).filter(([name]) => !PLACES.has(name));
  const texts = others.map(([name, value]) => (others.length > 1 ? `${name} ${shown(value)}` : shown(value)));
  return texts.length === 0 ? '' : `: ${texts.join(', ')}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = value === '' ? 'empty' : String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
