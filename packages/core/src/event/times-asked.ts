/** A prompt that is longer tells a story; what is asked for stands at its start or end. */
const HEAD = 400;
/** What goes on by the clock is asked for without a count. */
const BY_THE_CLOCK = 60;
const MOST = 200;

const COUNT =
  /(?<![\d.,])(\d{1,3}) ?(?:times|x(?! ?(?:faster|slower|speed|more|less|smaller|larger|better))|×|runs?|rounds|iterations|repetitions|mal|fois|veces|volte|vezes|回|次)(?![a-z])/iu;
const RANGE = /(?<![\d.,:/-])(\d{1,3}) ?(?:–|\.\.|to|bis|à|hasta) ?(\d{1,3})(?![\d.,:/–-])/iu;
const CLOCK =
  /\b(?:every|each|per|alle|jede|cada|chaque|ogni) (?:\d+ )?(?:second|minute|hour|sekunde|minute|stunde|segundo|minuto|hora|seconde|heure)/iu;

/** How often a person wants something done: `run it 20 times`, `seeds 1–24`, `every minute`. 0 where nothing is said. */
export function timesAsked(prompt: string): number {
  const text = prompt.length > 2 * HEAD ? `${prompt.slice(0, HEAD)} ${prompt.slice(-HEAD)}` : prompt;
  if (CLOCK.test(text)) return BY_THE_CLOCK;
  const count = Number(COUNT.exec(text)?.[1] ?? 0);
  const range = RANGE.exec(text);
  const span = range ? Number(range[2]) - Number(range[1]) + 1 : 0;
  return Math.min(MOST, Math.max(count, span, 0));
}
