import { AGENTS } from '../agents/index.js';
import { cleaned, newRecord } from '../store/record.js';
import { DEFAULT_OPTIONS, judgeHook } from './judge.js';

const STEPS = 12;

/**
 * Runs detection on a made-up run in memory. The code cache holds the functions that have run, and one hook
 * runs only those of its own event.
 */
export function warmUp(): void {
  const { read, reply, trial } = AGENTS['claude-code'];
  let record = newRecord('warm-up', 0);
  for (let step = 0; step < STEPS; step++) {
    for (const hook_event_name of ['PreToolUse', 'PostToolUse']) {
      const call = read({ ...trial(step, 'warm-up'), hook_event_name });
      if (!call) return;
      const judged = judgeHook(record, call, step, DEFAULT_OPTIONS);
      reply(call, judged.answer);
      record = cleaned(judged.record);
    }
  }
}
