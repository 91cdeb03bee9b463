import type { OptionsOfParts, Preset } from '../../presets/preset.js';
import { errorCycle } from './detectors/error-cycle.js';
import { outputSimilarity } from './detectors/output-similarity.js';
import { stateOscillation } from './detectors/state-oscillation.js';
import { tokenPattern } from './detectors/token-pattern.js';
import { toolRepetition } from './detectors/tool-repetition.js';
import { byVotes } from './aggregate.js';
import { resetLadder } from './ladder.js';
import { voteLimits } from './limits.js';
import { voteTexts } from './texts.js';

interface Detectors {
  readonly 'tool-repetition': typeof toolRepetition;
  readonly 'output-similarity': typeof outputSimilarity;
  readonly 'state-oscillation': typeof stateOscillation;
  readonly 'error-cycle': typeof errorCycle;
  readonly 'token-pattern': typeof tokenPattern;
}

const detectors: Detectors = {
  'tool-repetition': toolRepetition,
  'output-similarity': outputSimilarity,
  'state-oscillation': stateOscillation,
  'error-cycle': errorCycle,
  'token-pattern': tokenPattern,
};

/** Five detectors vote; the first loop gets a warning, later ones a reset, each stronger than the last. */
export const votes: Preset = {
  id: 'votes',
  summary: 'Five detectors vote on tools, outputs, state, errors and tokens; resets with rising weight.',
  detectors: Object.values(detectors),
  verdict: byVotes,
  ladder: resetLadder,
  texts: voteTexts,
  adjustable: voteLimits,
};

export type VotesOptions = OptionsOfParts<Detectors, typeof byVotes, typeof resetLadder>;
