import { z } from 'zod';
import { time } from './shapes.js';

export const amountShape = z.object({
  calls: z.number().int(),
  tokens: z.number(),
  cost: z.number().describe('Money, in the currency that agents report.'),
});
export type Amount = z.infer<typeof amountShape>;

export const rungsShape = z
  .array(
    z.object({
      rung: z.string(),
      times: z.number().int(),
      first_at: time,
      last_at: time,
      last_seq: z.number().int(),
    }),
  )
  .describe('Interventions by rung, the mildest first. Rungs that never happened are omitted.');
export type Rungs = z.infer<typeof rungsShape>;

/** One-line definitions, by id: the page shows them as tooltips, and docs/api.md has the same table. */
export const DEFINITIONS = {
  'fleet.sessions': ['Sessions', 'Agent runs in this gateway.'],
  'fleet.active': ['Active', 'Sessions that have not ended and that nobody has paused.'],
  'fleet.looping': [
    'Looping now',
    'Active sessions with a loop in their newest steps and an event in the last 15 minutes.',
  ],
  'fleet.paused': ['Paused by people', 'Sessions that a person has paused.'],
  'fleet.ended': ['Ended', 'Sessions that are over.'],
  'fleet.loops_today': [
    'Loops today',
    'Loops first found since midnight UTC, also in sessions that were deleted since.',
  ],
  'fleet.recovered_today': ['Recovered today', 'Loops that agents left since midnight UTC.'],
  'fleet.loops_by_hour': [
    'Loops by hour',
    'Loops by the hour in which they were first found, the last 24 hours and the current one last.',
  ],
  'fleet.loops_by_category': ['Loops by category', 'The same loops by what repeats.'],
  'fleet.wasted': ['Wasted', 'Sum of the waste of all loops, also in sessions that were deleted since.'],
  'fleet.saved': ['Saved', 'Sum of the estimated cost of refused calls, over all loops.', 'estimate'],
  'session.events': ['Events', 'Events that the gateway received for this session.'],
  'session.held': ['Held', 'Events that wait for a person.'],
  'session.loops': ['Loops', 'Distinct loops found in this session.'],
  'session.open_loops': ['Open loops', 'Loops of this session that are still going.'],
  'session.resets': [
    'Resets',
    'Times that the preset asked for a reset of the agent’s history. The preset default asks for none.',
  ],
  'session.refused': ['Refused', 'Calls that the guard refused.'],
  'session.cost': ['Cost', 'Cost that the agent reported.'],
  'session.tokens': ['Tokens', 'Tokens that the agent reported.'],
  'session.wasted': ['Wasted', 'Sum of the waste of all loops in this session.'],
  'session.saved': ['Saved', 'Sum of the estimated cost of refused calls in this session.', 'estimate'],
  'loop.repeats': [
    'Repeats',
    'Number of repeats so far, also of those that the sentence above no longer counts: some detectors look at the newest only.',
  ],
  'loop.since': ['Found', 'When the loop was found: some repeats after it began.'],
  'loop.is_going': ['Still going', 'The newest step of the agent is in this loop.'],
  'loop.is_ignored': ['Agent ignored it', 'The guard acted, and the agent repeated the loop afterwards.'],
  'loop.rungs': ['What was done', 'The interventions that happened, with their number.'],
  'loop.resets': ['Resets', 'Times that the preset asked for a reset because of this loop.'],
  'loop.refused': ['Refused', 'Calls of this loop that the guard refused.'],
  'loop.outcome': [
    'Outcome',
    'open: no outcome yet; recovered: the agent left the loop; failed: the loop returned after the guard acted, and the agent has not left it since; overridden: a person said that it is not a loop.',
  ],
  'loop.wasted': ['Wasted', 'Reported cost from the loop’s second repeat on.'],
  'loop.saved': ['Saved', 'Refused calls times the mean cost of a call of this loop.', 'estimate'],
} as const satisfies Readonly<
  Record<string, readonly [label: string, definition: string, kind?: 'estimate']>
>;

export type FigureId = keyof typeof DEFINITIONS;

/** The definitions of the figures of one kind: a name without a definition does not compile. */
type FigureOf<Kind extends string> = FigureId extends infer Id
  ? Id extends `${Kind}.${infer Name}`
    ? Name
    : never
  : never;

/** The figures of one loop. */
export const loopFiguresShape = z.object({
  repeats: z.number().int(),
  since: time,
  is_going: z.boolean(),
  is_ignored: z.boolean(),
  rungs: rungsShape,
  resets: z.number().int(),
  refused: z.number().int(),
  wasted: amountShape,
  saved: amountShape,
} satisfies Partial<Record<FigureOf<'loop'>, z.ZodType>>);
export type LoopFigures = z.infer<typeof loopFiguresShape>;

const countShape = z.object({ name: z.string(), loops: z.number().int() });
export type LoopCount = z.infer<typeof countShape>;

const fleetFiguresShape = z.object({
  sessions: z.number().int(),
  active: z.number().int(),
  looping: z.number().int(),
  paused: z.number().int(),
  ended: z.number().int(),
  loops_today: z.number().int(),
  recovered_today: z.number().int(),
  loops_by_hour: z.array(z.object({ at: time, loops: z.number().int() })),
  loops_by_category: z.array(countShape).describe('The most frequent first.'),
  wasted: amountShape,
  saved: amountShape,
} satisfies Record<FigureOf<'fleet'>, z.ZodType>);
export type FleetFigures = z.infer<typeof fleetFiguresShape>;

const definitionShape = z.object({
  id: z.string(),
  label: z.string(),
  definition: z.string(),
  is_estimate: z.boolean(),
});
export const figuresShape = z.object({ definitions: z.array(definitionShape), fleet: fleetFiguresShape });

export function definitions(): z.infer<typeof definitionShape>[] {
  return Object.entries<readonly [string, string, 'estimate'?]>(DEFINITIONS).map(
    ([id, [label, definition, kind]]) => ({ id, label, definition, is_estimate: kind === 'estimate' }),
  );
}

/** The sentence of one definition, for the descriptions of fields. */
export function meaningOf(id: FigureId): string {
  return DEFINITIONS[id][1];
}

export const discrepancyShape = z
  .object({ reported_score: z.number(), entropy_score: z.number(), at: time, count: z.number().int() })
  .describe("The last entropy score of the agent's own that was too far from ours, and how many there were.");
