import { parseArgs } from 'node:util';
import { PRESETS } from '@rutbreak/core';
import { configure, type Engine, reduce, start, type State } from '@rutbreak/core/edge';
import type { Case } from '../data/case.js';
import { isBefore, median } from './score.js';
import { CORPUS_FOLDER, readCorpus } from '../data/sets.js';
import { table } from '../table.js';
import { UsageError } from '../usage-error.js';

type Trace = Pick<Case, 'id' | 'span' | 'events'>;

/** When a trace first looked suspicious, and when it counted as a loop. */
export interface EarlySign {
  readonly id: string;
  readonly sign?: number;
  readonly loop?: number;
}

/** `npm run quality -- --early`: how many events before *looping* the preset says *suspicious*, on our own corpus. */
export function measureEarly(args: readonly string[], log: (line: string) => void): number {
  const { preset, json } = usage(args);
  const engine = configure(preset);
  const { cases } = readCorpus(CORPUS_FOLDER);
  const signsOf = (expect: Case['expect']): EarlySign[] =>
    cases.filter((one) => one.expect === expect).map((one) => earlySign(engine, one));
  const [looping, healthy] = [signsOf('loop'), signsOf('no_loop')];
  const found = looping.filter(({ loop }) => loop !== undefined);
  const leads = found.map(leadOf);
  const early = leads.filter((lead) => lead > 0);
  const figures = {
    loops: found.length,
    withEarlySign: early.length,
    medianLead: median(leads) ?? 0,
    medianLeadWhereEarly: median(early) ?? 0,
    meanLead: round(leads.reduce((sum, lead) => sum + lead, 0) / Math.max(1, leads.length)),
    healthy: healthy.length,
    healthySuspicious: healthy.filter(({ sign }) => sign !== undefined).length,
  };
  log(json ? JSON.stringify(figures) : textOf(preset, figures, leads));
  return 0;
}

/** Events between the first sign and the loop; 0 if there was no sign. */
function leadOf({ sign, loop }: EarlySign): number {
  return sign === undefined || loop === undefined ? 0 : Math.max(0, loop - sign);
}

export function earlySign(engine: Engine, { id, span, events }: Trace): EarlySign {
  let state: State = start(engine);
  let sign: number | undefined;
  for (const [event, input] of events.entries()) {
    const { state: next, decision } = reduce(state, input, engine);
    state = next;
    if (decision.kind === 'refused') continue;
    const { status } = decision.verdict;
    if (status === 'looping') return { id, loop: event, ...(sign !== undefined && { sign }) };
    if (status === 'suspicious' && !isBefore(span, event)) sign ??= event;
  }
  return { id, ...(sign !== undefined && { sign }) };
}

function usage(args: readonly string[]): { preset: string; json: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  const options = { early: flag, json: flag, preset: { type: 'string', default: 'default' } } as const;
  try {
    const { preset, json } = parseArgs({ args: [...args], options }).values;
    if (PRESETS.includes(preset)) return { preset, json };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  throw new UsageError(`--early takes --preset (${PRESETS.join(', ')}) and --json.`);
}

const BANDS = [
  ['no sign before', 0, 0],
  ['1 event', 1, 1],
  ['2', 2, 2],
  ['3 to 4', 3, 4],
  ['5 to 9', 5, 9],
  ['10 or more', 10, Infinity],
] as const;

function textOf(preset: string, figures: Readonly<Record<string, number>>, leads: readonly number[]): string {
  const rows = BANDS.map(([name, from, to]) => [
    name,
    leads.filter((lead) => lead >= from && lead <= to).length,
  ]);
  return [
    `Preset ${preset}: events from the first sign (suspicious) to the loop (looping), on ${CORPUS_FOLDER}/looping\n`,
    table(['earlier by', 'traces'], rows),
    `\n${figures['withEarlySign']} of ${figures['loops']} loops gave a sign before: median ${figures['medianLead']} events earlier ` +
      `(${figures['medianLeadWhereEarly']} where there was one), mean ${figures['meanLead']}.`,
    `${figures['healthySuspicious']} of ${figures['healthy']} healthy traces looked suspicious at some time; a sign disturbs nobody.`,
  ].join('\n');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
