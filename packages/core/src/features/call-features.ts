import type { ToolTrait } from '../event/tool-trait.js';
import { hashNumber, hashOf, mix, toHash31, toPresentHash31 } from '../text/hash.js';
import { NUMBER, tokens } from '../text/token-buffer.js';
import { type ArgumentReading, echoSet } from './arguments/argument-reading.js';
import { readArguments } from './arguments/read-arguments.js';
import { type Outcome, readOutcome } from './outcome/outcome.js';
import { vocabularySet } from './outcome/outcome-reading.js';
import { routedTool } from './arguments/routed-tool.js';
import { readsFiles } from './arguments/shell-command.js';
import { tokenize } from './tokenize.js';
import { type ToolKnowledge, toolKnowledge } from './arguments/tool-knowledge.js';

type Effect = 'read' | 'write' | 'send' | 'note' | 'other';

/** A call with its outcome. */
export interface FinishedCall {
  readonly tool: string;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly isError?: boolean;
  readonly agent?: string;
}

/** The features of a call. All hashes are unsigned 31-bit numbers. Lives for one event only. */
export interface CallFeatures {
  readonly tool: number;
  /** Tool and arguments without spelling, order, remarks and times: equal for the same call. */
  readonly call: number;
  /** The same with references, and before ids from earlier results were replaced by what they refer to. */
  readonly exact: number;
  /** It names an element of the last snapshot of a page. */
  readonly hasReference: boolean;
  /**
   * Tool, short arguments, numbers and places: the target of the call. Rewording a text does not change it.
   */
  readonly target: number;
  /** Tool and words, without numbers and ids. */
  readonly template: number;
  /** Tool and its first short argument. */
  readonly entity: number;
  /** The distinct words and ids of the arguments. */
  readonly argWords: readonly number[];
  /** The beginnings of the words of the arguments, and of their parts. */
  readonly argStems: readonly number[];
  /** The first tokens of the arguments, in order. */
  readonly argSequence: readonly number[];
  readonly argValues: readonly number[];
  readonly argIds: readonly number[];
  /** The argument words that the outcome repeats, at most 8: its subject. */
  readonly subject: readonly number[];
  /** The first argument that names a file or a page. */
  readonly path: string | null;
  /** Ignores spelling; 0 if there is no path. The same holds for the next three. */
  readonly pathHash: number;
  /** The content of a write. */
  readonly contentHash: number;
  /** The text that an edit removes, and the text that replaces it. */
  readonly oldHash: number;
  readonly newHash: number;
  /** It only waits. */
  readonly isWait: boolean;
  /** It also waits, or is declared as polling. */
  readonly hasWait: boolean;
  readonly effect: Effect;
  /** It contains a text that could be reworded. */
  readonly isRich: boolean;
  /** It asks a person. */
  readonly isAsk: boolean;
  /** A command line that changes something: repeating it may have another effect. */
  readonly isShell: boolean;
  /** It hands the work over to another agent. */
  readonly isHandoff: boolean;
  /** All arguments were read; otherwise `call` equals nothing. */
  readonly isWhole: boolean;
  readonly outcome: Outcome;
}

const RICH_WORDS = 3;
export const MAX_SUBJECT = 8;
/** A longer path counts as text and is compared literally. */
const MAX_PATH = 4000;
/** Neither a command line nor a program. */
const COMMAND_NAME = /^[\w-]{1,80}$/;
const NO_TRAIT: ToolTrait = {};

/** Never throws. A value that was not read completely equals nothing: `seq` distinguishes such calls. */
export function extractFeatures(event: FinishedCall, trait: ToolTrait = NO_TRAIT, seq = 0): CallFeatures {
  const tool = toolKnowledge(routedTool(event.tool, event.args));
  const args = readArguments(event.args, trait);
  const isWait = tool.isWait || args.isOnlyWait || isWaitAction(args);
  const { outcome, effect } = outcomeOf(event, args, tool, effectOf(tool, args, trait), seq);
  const { isWhole } = args.budget;
  const own = (hash: number): number =>
    toHash31(isWhole ? hash + readerOf(event, effect) : mix(hash, seq + 0x2f6b1d));
  const ownText = (hash: number): number => (hash === 0 || isWhole ? hash : own(hash) || 1);
  return {
    tool: toHash31(tool.hash),
    call: own(callHash(tool, args)),
    exact: own(exactHash(tool, args)),
    hasReference: args.reference !== 0,
    target: own((mix(tool.hash, 5) + args.target) | 0),
    template: own(templateHash(tool, args)),
    entity: own(args.entity === 0 ? templateHash(tool, args) : mix(tool.hash, args.entity)),
    argWords: args.words,
    argStems: args.stems,
    argSequence: args.sequence,
    argValues: args.values,
    argIds: args.ids,
    subject: subjectOf(args.words),
    path: args.path,
    pathHash: args.path === null ? 0 : hashPath(args.path),
    contentHash: ownText(args.contentHash),
    oldHash: ownText(args.oldHash),
    newHash: ownText(args.newHash),
    isWait,
    hasWait: isWait || args.hasWait || trait.kind === 'poll',
    effect,
    isRich: args.proseWords >= RICH_WORDS,
    isAsk: tool.isAsk,
    isShell: args.changesFiles && !tool.isWrite && !tool.isSend && !isEditorCommand(args, 'isWrite'),
    isHandoff: tool.isHandoff,
    isWhole,
    outcome,
  };
}

/** What one agent reads is still unknown to another. */
function readerOf({ agent }: FinishedCall, effect: Effect): number {
  return effect === 'read' && agent !== undefined ? hashOf(agent) : 0;
}

/** The vocabulary is that of the outcome that was read last. */
function subjectOf(words: readonly number[]): readonly number[] {
  return words.filter((word) => vocabularySet.has(word)).slice(0, MAX_SUBJECT);
}

/** 31 bits, never 0; ignores the spelling of the path: `./src//a.ts` is `src/a.ts`. */
export function hashPath(path: string): number {
  if (path.length > MAX_PATH) return toPresentHash31(hashOf(path) << 1);
  tokenize(path);
  let hash = tokens.overflow;
  for (let i = 0; i < tokens.count; i++)
    hash = mix(hash, tokens.kinds[i] === NUMBER ? hashNumber(tokens.values[i]!) : tokens.hashes[i]!);
  return toPresentHash31(hash);
}

function outcomeOf(
  event: FinishedCall,
  args: ArgumentReading,
  tool: ToolKnowledge,
  effect: Effect,
  seq: number,
): Pick<CallFeatures, 'outcome' | 'effect'> {
  for (const word of tool.words) echoSet.add(word);
  const outcome = readOutcome(event.result, event.isError === true, {
    echo: echoSet,
    values: args.values,
    isRead: effect === 'read',
    isLook: effect === 'read' || effect === 'other',
    isDrawing: effect !== 'write' && effect !== 'send' && args.sequence.length === 0,
    isCommand: args.command !== '',
    seq,
  });
  return { outcome, effect: effect === 'other' ? shownEffect(args, outcome) : effect };
}

/** It waits for time to pass, not for a named thing. */
function isWaitAction({ saysWait, words, ids }: ArgumentReading): boolean {
  return saysWait && words.length === 1 && ids.length === 0;
}

function callHash(tool: ToolKnowledge, args: ArgumentReading): number {
  // The reason for a handoff does not make it a different handoff; another case does.
  return tool.isHandoff ? args.ids.reduce(mix, mix(tool.hash, args.oneWords)) : (tool.hash + args.call) | 0;
}

function exactHash(tool: ToolKnowledge, args: ArgumentReading): number {
  const call = callHash(tool, args);
  return args.reference === 0 ? call : mix(call, args.reference);
}

function templateHash(tool: ToolKnowledge, args: ArgumentReading): number {
  return (mix(tool.hash, 9) + args.template) | 0;
}

function effectOf(tool: ToolKnowledge, args: ArgumentReading, { kind }: ToolTrait): Effect {
  if (kind !== undefined) return kind === 'poll' ? 'read' : kind;
  if (tool.isNote) return 'note';
  if (isEditorCommand(args, 'isRead')) return 'read';
  if (isEditorCommand(args, 'isWrite')) return 'write';
  if (tool.isRead) return 'read';
  if (tool.isWrite || (args.changesFiles && !tool.isSend)) return 'write';
  if (tool.isSend) return 'send';
  return args.command !== '' && readsFiles(args.command) ? 'read' : 'other';
}

/** An editor with many commands: `view`, `str_replace`. */
function isEditorCommand({ command }: ArgumentReading, kind: 'isRead' | 'isWrite'): boolean {
  return COMMAND_NAME.test(command) && toolKnowledge(command)[kind];
}

/** If the name says nothing: a text that is merely acknowledged was a write, a list was a lookup. */
function shownEffect({ hasPayload }: ArgumentReading, { kind, failure, hasList }: Outcome): Effect {
  if (hasPayload && kind === 'acknowledgement' && failure === 'no') return 'write';
  return hasList ? 'read' : 'other';
}
