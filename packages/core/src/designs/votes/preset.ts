import type { Preset } from '../../presets/preset.js';
import { errorCycle } from './detectors/error-cycle.js';
import { outputSimilarity } from './detectors/output-similarity.js';
import { stateOscillation } from './detectors/state-oscillation.js';
import { tokenPattern } from './detectors/token-pattern.js';
import { toolRepetition } from './detectors/tool-repetition.js';
import { byVotes } from './aggregate.js';
import { resetLadder } from './ladder.js';
import { voteLimits } from './limits.js';
import { voteTexts } from './texts.js';

/** Five detectors vote; a loop is warned of once, then the session is reset, each time with more weight. */
export const votes: Preset = {
  id: 'votes',
  summary: 'Five detectors vote on tools, outputs, state, errors and tokens; resets with rising weight.',
  detectors: [toolRepetition, outputSimilarity, stateOscillation, errorCycle, tokenPattern],
  verdict: byVotes,
  ladder: resetLadder,
  texts: voteTexts,
  adjustable: voteLimits,
};
