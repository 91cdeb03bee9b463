import {
  errorCycle,
  outputSimilarity,
  stateOscillation,
  tokenPattern,
  toolRepetition,
} from '../detection/detectors/index.js';
import { resetLadder } from '../escalation/ladders/resets.js';
import { voteWords } from '../recovery/words/votes.js';
import { byVotes } from '../verdict/aggregate.js';
import type { Preset } from './preset.js';

/** Five detectors vote; a loop is warned of once, then the session is reset, each time with more weight. */
export const votes: Preset = {
  id: 'votes',
  summary: 'Five detectors vote on tools, outputs, state, errors and tokens; resets with rising weight.',
  detectors: [toolRepetition, outputSimilarity, stateOscillation, errorCycle, tokenPattern],
  judge: byVotes,
  ladder: resetLadder,
  words: voteWords,
};
