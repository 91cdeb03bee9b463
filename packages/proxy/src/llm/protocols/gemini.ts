import { speakerOf } from './content.js';
import type { Entry, Place } from './history-entry.js';
import { isRecord, type Json, list, record, text } from '../../shared/json.js';
import type { Ending, Part, Protocol, RequestFacts, StreamWriter } from './protocol.js';
import { geminiEditor } from './edit/gemini.js';
import { sseEvent } from '../../shared/sse.js';

/** `POST …/models/…:streamGenerateContent` and `:generateContent`. */
export const gemini: Protocol = {
  id: 'gemini',
  readRequest: (_, path) => ({
    isStream: path.includes(':streamGenerateContent') && /[?&]alt=sse\b/.test(path),
    model: /\/models\/([^/:?]+)/.exec(path)?.[1] ?? '',
    wantsUsage: true,
    isList: path.includes(':streamGenerateContent'),
  }),
  historyField: 'contents',
  readHistory: (body) => list(body['contents']).flatMap((content, i) => entriesOf(record(content), i)),
  readEvent,
  readAnswer: (body) => ({
    id: text(body['responseId']),
    entries: entriesOf({ ...record(candidateOf(body)['content']), role: 'model' }, 0),
  }),
  newWriter: geminiWriter,
  writeAnswer: (said, { model }) => answerOf([{ text: said }], { modelVersion: model }, 'STOP'),
  edit: geminiEditor,
};

const candidateOf = (payload: Json): Json => record(list(payload['candidates'])[0]);
const partsOf = (payload: Json): readonly Json[] =>
  list(record(candidateOf(payload)['content'])['parts']).map(record);

function readEvent(payload: Json): readonly Part[] {
  const parts = partsOf(payload).flatMap(partOf);
  const reason = candidateOf(payload)['finishReason'];
  return typeof reason === 'string' ? [...parts, { kind: 'end', isCut: false }] : parts;
}

function partOf(part: Json): readonly Part[] {
  const said = text(part['text']);
  if (said !== '')
    return [{ kind: 'delta', channel: part['thought'] === true ? 'reasoning' : 'text', text: said }];
  if (!isRecord(part['functionCall'])) return [];
  const { id, name, args, partialArgs } = part['functionCall'] as Record<string, unknown>;
  const pieces = list(partialArgs).map((one) => text(record(one)['stringValue']));
  const written = isRecord(args) ? JSON.stringify(args) : pieces.join('');
  return [
    ...(text(name) === '' ? [] : [{ kind: 'call', id: text(id), name: text(name) } as const]),
    ...(written === '' ? [] : [{ kind: 'delta', channel: 'arguments', text: written } as const]),
  ];
}

function entriesOf(content: Json, index: number): readonly Entry[] {
  const parts = list(content['parts']).map(record);
  const hasResults = parts.some((part) => isRecord(part['functionResponse']));
  return parts.flatMap((part, i) => entryOf(part, [index, i], content['role'], hasResults));
}

function entryOf(part: Json, at: Place, role: unknown, hasResults: boolean): readonly Entry[] {
  const call = part['functionCall'];
  const outcome = part['functionResponse'];
  if (isRecord(call))
    return [{ kind: 'call', id: text(call['id']), name: text(call['name']), args: call['args'], at }];
  if (isRecord(outcome)) {
    const isError = isRecord(outcome['response']) && 'error' in outcome['response'];
    return [
      {
        ...{ kind: 'result', id: text(outcome['id']), name: text(outcome['name']), at, isError },
        result: outcome['response'],
      },
    ];
  }
  const said = text(part['text']);
  if (said === '' || part['thought'] === true) return [];
  if (role === 'model') return [{ kind: 'assistant', text: said, at }];
  return [{ kind: hasResults ? 'harness' : speakerOf(said), text: said, at }];
}

/**
 * A call arrives whole, unless its arguments are streamed. A partial one is reported as malformed, and no client runs
 * it.
 */
const REASONS: Readonly<Record<Ending, string>> = {
  stop: 'STOP',
  tools: 'STOP',
  cut: 'MALFORMED_FUNCTION_CALL',
};

/** Gemini events are self-contained, so only the answer itself needs closing. */
function geminiWriter({ model }: RequestFacts): StreamWriter {
  let base: Json = { modelVersion: model };
  let isHalf = false;
  let open: { readonly id: string; readonly name: string; args: string } | undefined;
  const call = (): readonly Json[] => {
    if (!open) return [];
    const { id, name, args } = open;
    open = undefined;
    return [{ functionCall: { ...(id !== '' && { id }), name, args: JSON.parse(args || '{}') as unknown } }];
  };
  const send = (parts: readonly Json[], reason?: string): string =>
    parts.length === 0 ? '' : sseEvent(answerOf(parts, base, reason));
  return {
    track(payload) {
      const { usageMetadata, modelVersion, responseId } = payload as Record<string, unknown>;
      base = { usageMetadata, modelVersion, responseId };
      for (const { functionCall } of partsOf(payload))
        if (isRecord(functionCall)) isHalf = functionCall['willContinue'] === true;
    },
    text: (said) => send([...call(), { text: said }]),
    call(id, name) {
      const before = send(call());
      open = { id, name, args: '' };
      return before;
    },
    args(args) {
      if (open) open.args += args;
      return '';
    },
    finish: (ending) =>
      send([...call(), { text: '' }], REASONS[isHalf && ending === 'stop' ? 'cut' : ending]),
    error: (message) => sseEvent({ error: { code: 409, status: 'ABORTED', message } }),
  };
}

function answerOf(parts: readonly Json[], base: Json, finishReason?: string): Json {
  const candidate = { content: { role: 'model', parts }, index: 0 };
  return { candidates: [{ ...candidate, ...(finishReason !== undefined && { finishReason }) }], ...base };
}
