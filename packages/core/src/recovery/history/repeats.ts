import { oneLine } from '../../event/label.js';
import type { Voice } from '../../verdict/verdict.js';
import type { Unit } from './units.js';

/** Labels are cut; a shorter beginning says too little to know a text by. */
const MIN_BEGINNING = 8;
/** So often does a text that runs in circles hold its unit. */
const CIRCLES = 3;

/**
 * The units that are the loop's own. Of calls, those that brought what an earlier one brought: the first stays, so
 * nothing that was learnt is lost. Loops of state have none, because their edits did happen.
 */
export function repeatsOf(units: readonly Unit[], { category, signal }: Voice): readonly Unit[] {
  const free = units.filter(({ isFixed }) => !isFixed);
  if (category.startsWith('TOOL_') || category.startsWith('ERROR_'))
    return repeatedCalls(free, category, signal);
  const texts = free.filter(({ calls, text }) => calls.length === 0 && text !== '');
  if (category.startsWith('OUTPUT_')) return alikeTexts(texts, signal).slice(1);
  if (category === 'TOKEN_REPETITION' || category === 'PHRASE_LOOP' || category === 'STRUCTURAL_LOOP')
    return circlingTexts(texts, signal);
  return [];
}

function repeatedCalls(units: readonly Unit[], category: string, signal: Voice['signal']): readonly Unit[] {
  const labels = new Set(marksOf(signal));
  const tools = new Set([...labels].map((label) => label.slice(0, Math.max(0, label.indexOf('(')))));
  const error = beginningOf(String(signal.data['error'] ?? ''));
  const isLoose = category === 'TOOL_PARAMETER_DRIFT' || category.startsWith('ERROR_');
  const keyOf = ({ tool, label, outcome, result }: Unit['calls'][number]): string | undefined => {
    if (labels.has(label)) return `${isLoose ? tool : label} ${outcome}`;
    const isNear = isLoose && (tools.has(tool) || (error !== '' && result.includes(error)));
    return isNear ? `${tool} ${outcome}` : undefined;
  };
  const known = new Set<string>();
  return units.filter(({ calls }) => {
    const keys = calls.map(keyOf);
    const isRepeat = keys.length > 0 && keys.every((key) => key !== undefined && known.has(key));
    for (const key of keys) if (key !== undefined) known.add(key);
    return isRepeat;
  });
}

function alikeTexts(units: readonly Unit[], signal: Voice['signal']): readonly Unit[] {
  const beginnings = marksOf(signal)
    .map(beginningOf)
    .filter((one) => one.length >= MIN_BEGINNING);
  return units.filter(({ text }) => {
    const line = oneLine(text, text.length).trim();
    return beginnings.some((one) => line.startsWith(one));
  });
}

function circlingTexts(units: readonly Unit[], signal: Voice['signal']): readonly Unit[] {
  const unit = beginningOf(String(signal.data['unit'] ?? ''));
  if (unit === '') return [];
  return units.filter(({ text }) => oneLine(text, text.length).split(unit).length > CIRCLES);
}

/** All that the signal calls by name. */
function marksOf({ data, evidence }: Voice['signal']): readonly string[] {
  const named = Object.values(data).filter((value) => typeof value === 'string');
  return [...named, ...evidence.elements, ...evidence.examples, ...evidence.variations];
}

/** Without the sign that something was cut off. */
function beginningOf(label: string): string {
  return label.replace(/(…|\.\.\.)$/, '').trim();
}
