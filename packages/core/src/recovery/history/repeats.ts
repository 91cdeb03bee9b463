import { oneLine } from '../../event/label.js';
import type { Finding } from '../../verdict/verdict.js';
import type { Unit } from './units.js';

/** Labels are cut; a shorter beginning cannot identify a text. */
const MIN_BEGINNING = 8;
/** How often a looping text contains its unit. */
const CIRCLES = 3;

/**
 * The units that belong to the loop. For calls, those whose outcome repeats an earlier one: the first stays,
 * so nothing learned is lost. Loops of state have none, because their edits did happen.
 */
export function repeatsOf(units: readonly Unit[], { category, signal }: Finding): readonly Unit[] {
  const free = units.filter(({ isFixed }) => !isFixed);
  if (category.startsWith('TOOL_') || category.startsWith('ERROR_'))
    return repeatedCalls(free, category, signal);
  const texts = free.filter(({ calls, text }) => calls.length === 0 && text !== '');
  if (category.startsWith('OUTPUT_')) return alikeTexts(texts, signal).slice(1);
  if (category === 'TOKEN_REPETITION' || category === 'PHRASE_LOOP' || category === 'STRUCTURAL_LOOP')
    return circlingTexts(texts, signal);
  return [];
}

function repeatedCalls(units: readonly Unit[], category: string, signal: Finding['signal']): readonly Unit[] {
  const { calls: own = [] } = signal.evidence;
  const keys = new Set<number | undefined>(own.map(({ key }) => key));
  const tools = new Set(own.map(({ tool }) => tool));
  const error = beginningOf(String(signal.data['error'] ?? ''));
  const isLoose = category === 'TOOL_PARAMETER_DRIFT' || category.startsWith('ERROR_');
  const groupOf = ({ tool, key, outcome, result }: Unit['calls'][number]): string | undefined => {
    if (keys.has(key)) return `${isLoose ? tool : key} ${outcome}`;
    const isNear = isLoose && (tools.has(tool) || (error !== '' && result.includes(error)));
    return isNear ? `${tool} ${outcome}` : undefined;
  };
  const known = new Set<string>();
  return units.filter(({ calls }) => {
    const groups = calls.map(groupOf);
    const isRepeat = groups.length > 0 && groups.every((one) => one !== undefined && known.has(one));
    for (const one of groups) if (one !== undefined) known.add(one);
    return isRepeat;
  });
}

function alikeTexts(units: readonly Unit[], signal: Finding['signal']): readonly Unit[] {
  const beginnings = marksOf(signal)
    .map(beginningOf)
    .filter((one) => one.length >= MIN_BEGINNING);
  return units.filter(({ text }) => {
    const line = oneLine(text, text.length).trim();
    return beginnings.some((one) => line.startsWith(one));
  });
}

function circlingTexts(units: readonly Unit[], signal: Finding['signal']): readonly Unit[] {
  const unit = beginningOf(String(signal.data['unit'] ?? ''));
  if (unit === '') return [];
  return units.filter(({ text }) => oneLine(text, text.length).split(unit).length > CIRCLES);
}

/** Everything that the signal names. */
function marksOf({ data, evidence }: Finding['signal']): readonly string[] {
  const named = Object.values(data).filter((value) => typeof value === 'string');
  return [...named, ...evidence.elements, ...evidence.examples, ...evidence.variations];
}

/** Without the mark of a cut. */
function beginningOf(label: string): string {
  return label.replace(/(…|\.\.\.)$/, '').trim();
}
