import { sseEvent } from '../shared/sse.js';
import { argValue, type MockProtocol, namesIn, piecesOf, type Turn, wholeOf } from './mock-protocol.js';

const USAGE = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };

export const mockGemini: MockProtocol = {
  id: 'gemini',
  speaks: (path) => /:(?:stream)?[gG]enerateContent(\?|$)/.test(path),
  isStream: (path) => path.includes(':streamGenerateContent') && path.includes('alt=sse'),
  toolsOf: ({ tools }) =>
    namesIn(
      (Array.isArray(tools) ? (tools as { functionDeclarations?: unknown[] }[]) : []).flatMap(
        ({ functionDeclarations = [] }) => functionDeclarations,
      ),
      ({ name }) => name,
    ),
  *events(turn) {
    for (const text of piecesOf(turn.reasoning)) yield sseEvent(answerOf([{ text, thought: true }]));
    for (const text of piecesOf(turn.text)) yield sseEvent(answerOf([{ text }]));
    if (turn.calls) yield sseEvent(answerOf(callParts(turn)));
    yield sseEvent(answerOf([{ text: '' }], 'STOP'));
  },
  whole: (turn) =>
    answerOf(
      [...(turn.text === undefined ? [] : [{ text: wholeOf(turn.text) }]), ...callParts(turn)],
      'STOP',
    ),
};

function callParts({ calls = [] }: Turn): readonly object[] {
  return calls.map((call) => ({
    functionCall: { ...(call.id !== undefined && { id: call.id }), name: call.name, args: argValue(call) },
  }));
}

function answerOf(parts: readonly object[], finishReason?: string): object {
  const candidate = {
    content: { role: 'model', parts },
    index: 0,
    ...(finishReason !== undefined && { finishReason }),
  };
  return { candidates: [candidate], usageMetadata: USAGE, modelVersion: 'mock', responseId: 'gem_1' };
}
