import { jsonRpc, mcpBlocks, meta, tagFrame, usageFooter } from './changes/envelopes.js';
import { foreignCalls, remarks, sameRemarks, workInFront } from './changes/insertions.js';
import { interleaved } from './changes/interleaved.js';
import { keyOrder, noErrorMark, renamed } from './changes/names.js';
import { shuffledRounds } from './changes/order.js';
import { absolutePaths, dotPaths, windowsPaths } from './changes/paths.js';
import { lineClocks, truncated } from './changes/results.js';
import { noTime, scaledTime, shiftedTime, tokensAndCost } from './changes/time.js';
import type { Transformation } from './transformation.js';
import { volatileFields } from './changes/volatile-fields.js';
import { joinedMessages, splitMessages, unicode } from './changes/wording.js';

export const TRANSFORMATIONS: readonly Transformation[] = [
  ...[mcpBlocks, jsonRpc, meta, usageFooter, tagFrame, volatileFields],
  ...[renamed, noErrorMark, keyOrder],
  ...[remarks, sameRemarks, foreignCalls, workInFront],
  ...[lineClocks, truncated],
  ...[windowsPaths, absolutePaths, dotPaths],
  ...[shuffledRounds, interleaved, unicode, splitMessages, joinedMessages],
  ...[noTime, shiftedTime, scaledTime, tokensAndCost],
];
