import { changed, withText } from '../content.js';
import { type Json, list, record, text } from '../../../shared/json.js';
import type { RequestEditor } from './request-editor.js';

const part = (note: string): unknown => ({ type: 'input_text', text: note });

const userMessage = (note: string): Json => ({ type: 'message', role: 'user', content: [part(note)] });

/** A plain string is short for one user message. */
const inputOf = ({ input }: { readonly input?: unknown }): readonly unknown[] =>
  typeof input === 'string' ? [userMessage(input)] : list(input);

const isOutput = (item: unknown): boolean => text(record(item)['type']).endsWith('_output');

export const responsesEditor: RequestEditor = {
  appendToResult: (body, [item], note) => ({
    ...body,
    input: changed(inputOf(body), item, (one) => ({
      ...record(one),
      output: withText(record(one)['output'], note, part),
    })),
  }),
  insertNote(body, [item], note) {
    const input = inputOf(body);
    let end = item + 1;
    while (end < input.length && isOutput(input[end])) end++;
    const content = [part(note)];
    return { ...body, input: input.toSpliced(end, 0, { type: 'message', role: 'developer', content }) };
  },
  continueFrom: (body, partial, note) => ({
    ...body,
    input: [
      ...inputOf(body),
      ...(partial === ''
        ? []
        : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: partial }] }]),
      userMessage(note),
    ],
  }),
};

/** Removes reasoning items that the proxy halted, because the upstream does not know them. */
export function withoutHaltedReasoning(body: Json): Json {
  const isHalted = (item: unknown): boolean => {
    const { type, status, encrypted_content: sealed } = record(item) as Record<string, unknown>;
    const isUnsealed = body['store'] === false && text(sealed) === '';
    return type === 'reasoning' && (status === 'incomplete' || isUnsealed);
  };
  const input = list(body['input']);
  return input.some(isHalted) ? { ...body, input: input.filter((item) => !isHalted(item)) } : body;
}

/**
 * The upstream would reject a request that continues from an answer it does not know. The request is rewritten to
 * continue from the last answer that the upstream knows, with all later messages included.
 */
export function withLocalAnswers(
  body: Json,
  localAnswer: (id: string) => { readonly request: Json; readonly answer: Json } | undefined,
): Json {
  const { previous_response_id: previous, ...rest } = body as Record<string, unknown>;
  const known = typeof previous === 'string' ? localAnswer(previous) : undefined;
  if (!known) return body;
  const said = list(known.answer['output']).filter((item) => record(item)['type'] !== 'reasoning');
  const before = known.request['previous_response_id'];
  return {
    ...rest,
    ...(typeof before === 'string' && { previous_response_id: before }),
    input: [...inputOf(known.request), ...said, ...inputOf(body)],
  };
}
