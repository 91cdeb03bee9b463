import { jsonRpc, mcpBlocks, meta, tagFrame, usageFooter } from './envelopes.js';
import { foreignCalls, remarks, sameRemarks, workInFront } from './insertions.js';
import { interleaved } from './interleaved.js';
import { keyOrder, noErrorMark, renamed } from './names.js';
import { shuffledRounds } from './order.js';
import { absolutePaths, dotPaths, windowsPaths } from './paths.js';
import { lineClocks, truncated } from './results.js';
import { noTime, scaledTime, shiftedTime, tokensAndCost } from './time.js';
import type { Transformation } from './transformation.js';
import { volatileFields } from './volatile-fields.js';
import { joinedMessages, splitMessages, unicode } from './wording.js';

export const TRANSFORMATIONS: readonly Transformation[] = [
  ...[mcpBlocks, jsonRpc, meta, usageFooter, tagFrame, volatileFields],
  ...[renamed, noErrorMark, keyOrder],
  ...[remarks, sameRemarks, foreignCalls, workInFront],
  ...[lineClocks, truncated],
  ...[windowsPaths, absolutePaths, dotPaths],
  ...[shuffledRounds, interleaved, unicode, splitMessages, joinedMessages],
  ...[noTime, shiftedTime, scaledTime, tokensAndCost],
];
