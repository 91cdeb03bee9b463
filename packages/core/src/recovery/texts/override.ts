import { CATEGORIES, type Category } from '../../detection/category.js';
import { RutbreakError } from '../../error.js';
import { type Rung, RUNGS } from '../../escalation/ladder.js';
import { OWN_MARK, RECOVERY } from '../../event/own-words.js';
import { fill } from '../../verdict/fill.js';
import { callName, constraintsOf } from '../render/constraints.js';
import { type Facts, factsOf } from '../render/facts.js';
import { KINDS } from '../render/kinds.js';
import type { MessageRenderer } from '../message-renderer.js';
import { defaultTexts } from './default.js';

type SpokenRung = Exclude<Rung, 'observe'>;

/**
 * Your own texts, by category (or `any`) and rung. `{{name}}` inserts a quoted fact: pattern, count, call,
 * result, error, subject, constraints, next, attempts. An empty text sends nothing.
 *
 * @example
 * ```ts
 * import { textsWith, type TextOverrides } from '@rutbreak/core';
 * const texts: TextOverrides = { any: { nudge: 'Seen {{count}} times: {{call}}.' } };
 * typeof textsWith(texts); // => 'function'
 * ```
 */
export type TextOverrides = Readonly<
  Partial<Record<Category | 'any', Readonly<Partial<Record<SpokenRung, string>>>>>
>;

const MAX_TEMPLATE = 2000;
const MAX_FILLED = 4000;
const SPOKEN = RUNGS.filter((rung) => rung !== 'observe');
const NAMES = ['pattern', 'count', 'call', 'result', 'error', 'subject', 'constraints', 'next', 'attempts'];

/**
 * Replaces some texts. Throws a RutbreakError that names the problem; the other texts stay.
 *
 * @example
 * ```ts
 * import { createGuard, presetOf, textsWith } from '@rutbreak/core';
 * const preset = { ...presetOf('default'), texts: textsWith({ any: { nudge: 'Stop that.' } }) };
 * createGuard({ preset }).preset; // => 'default'
 * ```
 */
export function textsWith(overrides: TextOverrides, base: MessageRenderer = defaultTexts): MessageRenderer {
  checkOverrides(overrides);
  return (occasion) => {
    const intervention = base(occasion);
    const { rung } = occasion;
    const facts = factsOf(occasion);
    if (!facts || rung === 'observe') return intervention;
    const template = overrides[facts.category]?.[rung] ?? overrides.any?.[rung];
    if (template === undefined) return intervention;
    const text = fill(template, holesOf(facts), MAX_FILLED);
    // Only text with the guard's mark is recognised when it comes back in a result.
    return { ...intervention, text: text === '' ? '' : `${OWN_MARK} ${text}` };
  };
}

function holesOf(facts: Facts): Readonly<Record<string, string | number>> {
  return {
    pattern: facts.pattern,
    count: facts.count,
    call: facts.calls.map(callName).join(', '),
    result: facts.result,
    error: facts.firstError,
    subject: facts.subject,
    constraints: constraintsOf(facts).join(' '),
    next: KINDS[facts.category].next.join(' '),
    attempts: facts.attempts.join('; '),
  };
}

function checkOverrides(overrides: unknown): void {
  const categories: readonly string[] = [...CATEGORIES, 'any'];
  for (const [category, texts] of entriesOf('words', overrides)) {
    checkName(`words.${category}`, category, categories);
    for (const [rung, text] of entriesOf(`words.${category}`, texts)) {
      const option = `words.${category}.${rung}`;
      checkName(option, rung, SPOKEN);
      if (text !== undefined) checkTemplate(option, text);
    }
  }
}

function entriesOf(option: string, value: unknown): readonly [string, unknown][] {
  if (value === undefined) return [];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new RutbreakError('OPTION_TYPE', {
    option,
    got: value,
    hint: 'Use { CATEGORY: { rung: "text" } }; the category may be "any".',
  });
}

function checkName(option: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new RutbreakError('OPTION_UNKNOWN', { option, hint: `Known: ${known.join(', ')}.` });
}

function checkTemplate(option: string, text: unknown): void {
  if (typeof text !== 'string')
    throw new RutbreakError('OPTION_TYPE', { option, got: text, hint: 'Use a text.' });
  if (text.length > MAX_TEMPLATE)
    throw new RutbreakError('OPTION_RANGE', {
      option,
      got: `${text.length} characters`,
      hint: `Use ${MAX_TEMPLATE} at most.`,
    });
  const mark = [OWN_MARK, RECOVERY.open, RECOVERY.close].find((one) => text.includes(one));
  if (mark !== undefined)
    throw new RutbreakError('OPTION_RANGE', { option, got: mark, hint: 'Leave the mark out: it is added.' });
  for (const part of text.split('{{').slice(1)) {
    const end = part.indexOf('}}');
    const name = end < 0 ? `${part} (not closed)` : part.slice(0, end);
    checkName(`${option} {{${name.slice(0, 60)}}}`, name, NAMES);
  }
}
