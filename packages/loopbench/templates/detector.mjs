// A loop detector for LoopBench. Try it: rutbreak loopbench --module detector.mjs

/** How the tables name it. */
export const name = 'same-call-three-times';

/** LoopBench calls this once for each trace. Keep all state of the trace in here. */
export function start() {
  let last = '';
  let count = 0;

  return {
    /**
     * Sees one event after the other; the README of @rutbreak/loopbench lists their kinds.
     * Returns what should happen: "none", "warn" (tell the agent), "block" (refuse the call) or "stop" (end the run),
     * and how sure it is, from 0 to 1.
     */
    observe(event) {
      if (event.kind !== 'call') return { action: 'none', score: 0 };
      const call = JSON.stringify([event.tool, event.args, event.result]);
      count = call === last ? count + 1 : 1;
      last = call;
      return { action: count >= 3 ? 'warn' : 'none', score: Math.min(1, count / 3) };
    },
  };
}
