import { type Benchmark, type Held, type HeldFigures, WRITE } from './document.js';

/** The problems with the page in the repository; empty if it agrees with this measurement. */
export function documentProblems(old: string | undefined, { page, held }: Benchmark): string[] {
  if (old === undefined) return [`docs/benchmark.md is not there; write it with \`${WRITE}\`.`];
  if (old === page) return [];
  const worse = Object.entries(heldIn(old)).flatMap(([name, before]) => {
    const now = held[name];
    return now ? worseThan(name, before, now) : [`${name} was measured before and is missing now`];
  });
  return [...worse, `docs/benchmark.md is stale, ${difference(old, page)} Write it with \`${WRITE}\`.`];
}

/** The figures on the page for this comparison. */
function heldIn(page: string): HeldFigures {
  const json = /^<!-- held (\{.*\}) -->$/m.exec(page)?.[1];
  return json === undefined ? {} : (JSON.parse(json) as HeldFigures);
}

function worseThan(name: string, before: Held, now: Held): string[] {
  const figures: [string, number, number][] = [
    ['recall dropped', -before.recall, -now.recall],
    ['the share of false alarms rose', before.falseAlarmRate, now.falseAlarmRate],
    ['the share of healthy runs blocked rose', before.blockedRate, now.blockedRate],
  ];
  return figures
    .filter(([, then, since]) => since > then)
    .map(([what, then, since]) => `${name}: ${what} from ${Math.abs(then)} to ${Math.abs(since)}`);
}

function difference(old: string, fresh: string): string {
  const [before, after] = [old.split('\n'), fresh.split('\n')];
  const line = after.findIndex((text, i) => text !== before[i]);
  const at = line < 0 ? after.length : line;
  return `line ${at + 1}:\n- ${before[at] ?? ''}\n+ ${after[at] ?? ''}\n`;
}
