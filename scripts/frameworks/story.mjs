// What the stories share: a model that asks for one page after the other, or for the same one again and again.

const STEPS = 20;

/** Plays healthy work, then a loop, and prints what came of both. */
export async function tell(play) {
  const warnings = [];
  process.on('warning', ({ name, message }) => name === 'RutbreakWarning' && warnings.push(message));
  const healthy = await playOne(play, true);
  const loop = await playOne(play, false);
  // Warnings come on the next turn.
  await new Promise((done) => setImmediate(done));
  console.log(JSON.stringify({ healthy, loop, warnings }));
}

async function playOne(play, isHealthy) {
  const seen = { requests: 0, executed: 0, toldAt: 0 };
  const script = {
    /** The address that the model asks for, or undefined when it has finished. */
    next(history) {
      seen.requests++;
      if (/\[rutbreak\]|<loop-recovery/.test(JSON.stringify(history))) seen.toldAt ||= seen.requests;
      if (seen.requests > STEPS) return undefined;
      return isHealthy ? `page-${seen.requests * 7}` : 'the-same-page';
    },
    fetch(url) {
      seen.executed++;
      if (!isHealthy) throw new Error('connection refused');
      return `${url} says ${Math.sqrt(seen.executed)}`;
    },
  };
  return { ...(await play(script)), ...seen };
}
