import type { Outcome } from './outcome.js';
import { readCall } from './proto/features.js';
export interface CallFeatures {
  readonly tool: number;
  readonly call: number;
  readonly target: number;
  readonly argWords: readonly number[];
  readonly argSeq: readonly number[];
  readonly argValues: readonly number[];
  readonly argIds: readonly number[];
  readonly pathKey: number;
  readonly contentKey: number;
  readonly oldPiece: number;
  readonly newPiece: number;
  readonly entity: number;
  readonly isWait: boolean;
  readonly hasWait: boolean;
  readonly effect: 'read' | 'write' | 'send' | 'note' | 'other';
  readonly isRich: boolean;
  readonly isAsk: boolean;
  readonly isShell: boolean;
  readonly outcome: Outcome;
}
const u = (n: number): number => n >>> 1;
export function extractFeatures(
  event: { tool: string; args?: unknown; result?: unknown; isError?: boolean },
  _trait?: unknown,
  _seq = 0,
): CallFeatures {
  const f = readCall(event.tool, event.args, event.result, event.isError === true);
  const o = f.outcome;
  const isActing = f.effect === 'write' || f.effect === 'send' || f.effect === 'note';
  return {
    tool: u(f.tool),
    call: u(f.call),
    target: u(f.target),
    argWords: f.argWords.map(u),
    argSeq: f.argSeq.map(u),
    argValues: f.argValues,
    argIds: f.argIds.map(u),
    pathKey: u(f.pathHash),
    contentKey: u(f.contentHash),
    oldPiece: u(f.oldHash),
    newPiece: u(f.newHash),
    entity: u(f.entity),
    isWait: f.isWait,
    hasWait: f.hasWait,
    effect: f.effect,
    isRich: f.isRich,
    isAsk: f.isAsk,
    isShell: f.isCommand,
    outcome: {
      content: u(o.content),
      words: u(o.words),
      lines: o.lines.map(u),
      slotNames: o.slotNames.map(u),
      slotValues: o.slotValues.map((v) => (Math.abs(v) > 1e8 ? Math.floor(v) : v)),
      slotIsWord: o.slotValues.map((v) => Math.abs(v) > 1e8),
      slotIsField: o.slotIsField,
      kind: o.kind,
      failure: o.failure === 2 ? 'hard' : o.failure === 1 ? 'soft' : 'no',
      wordCount: o.wordCount,
      ids: o.ids.map(u),
      vocab: o.vocab.map(u),
      isPending: o.pending && !isActing,
      saysNothing: o.saysNothing,
      isBlank: o.isBlank,
      passes: o.passes,
      failKey: u(o.failKey),
      answerKey: u(o.answerKey),
    },
  };
}
