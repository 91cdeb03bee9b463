import { type HalfJson, halfJson } from './half-json.js';
import { type Json, number, record, text } from '../../shared/json.js';

/** One text inside an item: part of a message, a summary or a reasoning text. */
interface TextPart {
  readonly kind: keyof typeof KINDS;
  /** The part as the upstream first sent it. */
  readonly part: Json;
  said: string;
  isDone: boolean;
}

/** One output item, as far as the client has received it. */
export interface Item {
  readonly index: number;
  readonly id: string;
  readonly type: string;
  item: Json;
  isDone: boolean;
  readonly parts: TextPart[];
  args: string;
  readonly json: HalfJson;
  /** The arguments were cut off and made unusable. */
  isSpoilt: boolean;
}

type Send = (type: string, fields: Json) => string;

/** The event names of each kind of text. */
const KINDS = {
  output_text: { stem: 'response.output_text', index: 'content_index', field: 'text', part: 'content_part' },
  refusal: { stem: 'response.refusal', index: 'content_index', field: 'refusal', part: 'content_part' },
  reasoning_text: {
    stem: 'response.reasoning_text',
    index: 'content_index',
    field: 'text',
    part: 'content_part',
  },
  summary_text: {
    stem: 'response.reasoning_summary_text',
    index: 'summary_index',
    field: 'text',
    part: 'reasoning_summary_part',
  },
} as const;

const isKind = (name: string): name is keyof typeof KINDS => Object.hasOwn(KINDS, name);

export function newItem(payload: Json): Item {
  const item = record(payload['item']);
  return {
    index: number(payload['output_index']) ?? 0,
    id: text(item['id']),
    type: text(item['type']),
    item,
    isDone: false,
    parts: [],
    args: '',
    json: halfJson(),
    isSpoilt: false,
  };
}

export function trackItem(item: Item, type: string, payload: Json): void {
  if (type === 'response.output_item.done') {
    item.item = record(payload['item']);
    item.isDone = true;
  } else if (type.endsWith('_part.added')) {
    const part = record(payload['part']);
    const kind = text(part['type']);
    if (isKind(kind)) item.parts.push({ kind, part, said: '', isDone: false });
  } else if (type.endsWith('_part.done')) {
    const open = item.parts.find(({ isDone }) => !isDone);
    if (open) open.isDone = true;
  } else if (type === 'response.function_call_arguments.delta') {
    item.args += text(payload['delta']);
    item.json.push(text(payload['delta']));
  } else if (type === 'response.custom_tool_call_input.delta') item.args += text(payload['delta']);
  else if (type.endsWith('.delta')) {
    const open = item.parts.find(({ isDone }) => !isDone);
    if (open) open.said += text(payload['delta']);
  }
}

/** The events that close an item and everything open in it; none if it is already closed. */
export function closeItem(item: Item, send: Send): string {
  if (item.isDone) return '';
  const place = { item_id: item.id, output_index: item.index };
  const ends = item.parts.map((part, i) => (part.isDone ? '' : closePart(part, i, place, send))).join('');
  const args = item.type === 'function_call' ? closeArguments(item, place, send) : '';
  return ends + args + send('response.output_item.done', { output_index: item.index, item: doneItem(item) });
}

function closePart({ kind, part, said }: TextPart, at: number, place: Json, send: Send): string {
  const { stem, index, field, part: name } = KINDS[kind];
  const where = { ...place, [index]: at };
  const more = kind === 'output_text' ? { logprobs: [] } : {};
  return (
    send(`${stem}.done`, { ...where, [field]: said, ...more }) +
    send(`response.${name}.done`, { ...where, part: { ...part, [field]: said } })
  );
}

function closeArguments(item: Item, place: Json, send: Send): string {
  const missing = item.json.isWhole() ? '' : item.json.invalidate();
  item.isSpoilt = missing !== '';
  const delta =
    missing === '' ? '' : send('response.function_call_arguments.delta', { ...place, delta: missing });
  const name = text(item.item['name']);
  return delta + send('response.function_call_arguments.done', { ...place, name, arguments: item.args });
}

function doneItem({ type, item, parts, args, isSpoilt }: Item): Json {
  const texts = parts.map(({ kind, part, said }) => ({ ...part, [KINDS[kind].field]: said }));
  switch (type) {
    case 'message':
      return { ...item, status: 'completed', content: texts };
    case 'function_call':
      return { ...item, arguments: args, status: isSpoilt ? 'incomplete' : 'completed' };
    case 'custom_tool_call':
      return { ...item, input: args, status: 'incomplete' };
    case 'reasoning':
      return { ...item, ...reasoningTexts(texts), status: 'incomplete' };
    default:
      return { ...item, status: 'incomplete' };
  }
}

function reasoningTexts(texts: readonly Json[]): Json {
  const of = (type: string): readonly Json[] => texts.filter((one) => one['type'] === type);
  return { summary: of('summary_text'), content: of('reasoning_text') };
}
