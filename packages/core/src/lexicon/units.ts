import type { WordEntry } from './entry.js';

/** Units behind numbers. */

/** A number with one of these units is a duration. */
export const TIME_UNITS = [
  { word: 's', traces: ['corpus: looping/pods-that-only-age', 'issue: anthony-chaudhary/fak#3943'] },
  { word: 'ms', traces: ['issue: NousResearch/hermes-agent#57303', 'issue: openclaw/openclaw#93917'] },
  { word: 'm', traces: ['corpus: looping/pods-in-a-round', 'issue: macanderson/stella#359'] },
  {
    word: 'h',
    traces: ['corpus: looping/portuguese-two-agents-say-thanks', 'issue: openclaw/openclaw#34574'],
  },
  { word: 'd', traces: ['corpus: looping/carousel-of-three', 'issue: bytedance/deer-flow#5486'] },
  {
    word: 'min',
    traces: ['corpus: healthy/support-queue-of-an-afternoon', 'run: Claude Code on terminal tasks'],
  },
  { word: 'seconds', traces: ['corpus: looping/wait-tool-and-snapshot', 'run: TRAIL'] },
  { word: 'minutes', traces: ['run: Codex CLI session', 'run: tau-bench airline'] },
  { word: 'hours', traces: ['run: tau-bench airline', 'run: Claude Code on terminal tasks'] },
] as const satisfies readonly WordEntry[];

/** After a number in a prompt: a person wants that many repetitions. */
export const TIMES_WORDS = [
  { word: 'x', traces: ['blind: f-100-telescope-exposures'] },
  { word: '×', traces: ['blind: f-100-telescope-exposures'] },
  { word: 'times', traces: ['blind: g-106-flake-rate-20-runs'] },
  { word: 'mal', traces: ['blind: g-030-write-lines-thirty'] },
  { word: 'fois', traces: ['none: French for "times"'] },
  { word: 'veces', traces: ['none: Spanish for "times"'] },
  { word: '次', traces: ['none: Chinese for "times"'] },
  { word: '回', traces: ['none: Japanese for "times"'] },
] as const satisfies readonly WordEntry[];

/** The same numbers in words, as people write them in a prompt. */
export const NUMBER_WORDS = [
  { word: 'five', value: 5, traces: ['blind: n-071'] },
  { word: 'six', value: 6, traces: ['blind: d-052-elisa-wash'] },
  { word: 'eight', value: 8, traces: ['blind: d-054-replicates'] },
  { word: 'ten', value: 10, traces: ['blind: f-019-user-asked-ten-runs', 'blind: p-004'] },
  { word: 'twelve', value: 12, traces: ['blind: zd-120'] },
  { word: 'twenty', value: 20, traces: ['blind: zd-076', 'blind: s-096'] },
  { word: 'thirty', value: 30, traces: ['blind: q-008'] },
] as const satisfies readonly (WordEntry & { readonly value: number })[];
