// Pages about detectors get two runs of the corpus each: one that the detector finds, and a like one that it leaves alone.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from '../tools.mjs';
import { EXAMPLES } from './examples.mjs';

const DESIGNS = 'packages/core/src/designs';

export const DETECTOR_FOLDERS = [
  'packages/core/src/detection/detectors',
  ...readdirSync(join(ROOT, DESIGNS)).map((name) => `${DESIGNS}/${name}/detectors`),
];

const MAX_EVENTS = 14;
const MAX_TEXT = 90;

let corpus;
function traces() {
  corpus ??= ['looping', 'healthy'].flatMap((kind) =>
    readdirSync(join(ROOT, 'corpus', kind))
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(join(ROOT, 'corpus', kind, name), 'utf8').split('\n'))
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );
  return corpus;
}

/** What the guard does in a run: the first decision that rests on the detector, and whether it did anything at all. */
function judge(core, preset, id, trace) {
  const session = core.createGuard({ preset }).session('site');
  let first;
  let isQuiet = true;
  trace.events.forEach((event, index) => {
    const decision = session.observe(event);
    if (decision.kind !== 'act') return;
    if (decision.rung !== 'observe') isQuiet = false;
    // Some designs only alert.
    if (decision.rung === 'observe' && decision.verdict.status !== 'looping') return;
    const finding = decision.verdict.findings.find(({ detector }) => detector === id);
    if (finding && !first)
      first = { index, rung: decision.rung, brief: finding.brief, category: finding.category };
  });
  return { first, isQuiet };
}

/** The named run if it still serves, else the shortest that does. */
function choose(wanted, all, isFit) {
  const named = all.find(({ id }) => id === wanted);
  if (named && isFit(named)) return named;
  return all.toSorted((a, b) => a.events.length - b.events.length).find(isFit);
}

/** The two runs, or what is missing. */
export async function examplesOf(id) {
  const core = { ...(await import('@rutbreak/core')), ...(await import('@rutbreak/core/edge')) };
  const preset = core.PRESETS.find((name) => core.configure(name, {}).detectors.some((one) => one.id === id));
  if (preset === undefined) return { missing: 'a preset' };
  const { looping: wantedLoop, healthy: wantedHealthy } = EXAMPLES[id] ?? {};
  const of = (expect) => traces().filter((trace) => trace.expect === expect);
  const looping = choose(wantedLoop, of('loop'), (trace) => judge(core, preset, id, trace).first);
  const healthy = choose(wantedHealthy, of('no_loop'), (trace) => judge(core, preset, id, trace).isQuiet);
  if (!looping) return { preset, healthy };
  return { preset, healthy, looping, found: judge(core, preset, id, looping).first };
}

export async function detectorPage(id, text, file) {
  const index = posix.relative(posix.dirname(file), 'docs/detectors.md');
  const { preset, looping, healthy, found, missing } = await examplesOf(id);
  if (missing !== undefined) throw new Error(`${id}: no ${missing} has this detector`);
  const parts = [
    text.trimEnd(),
    '## Examples',
    `Both runs are from \`corpus/\`, judged with the preset \`${preset}\` when this page was made.`,
    looping
      ? `### A loop: ${looping.title}\n\n${runOf(looping, found.index)}\n\n**${found.rung}** at event ${found.index}, [${found.category}](${index}#${found.category.toLowerCase()}): ${code(found.brief)}`
      : '### A loop\n\nThe corpus has no run that is long enough for this detector.',
    `### Left alone: ${healthy.title}\n\n${runOf(healthy)}\n\nNothing is done about this run.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const code = (text) => `\`\` ${text.replaceAll('`', "'")} \`\``;

/** The events as lines, up to the one that was acted on. */
function runOf({ events }, last = events.length - 1) {
  const shown = events.slice(0, last + 1).map((event, i) => `${String(i).padStart(3)}  ${lineOf(event)}`);
  const cut = shown.length > MAX_EVENTS ? shown.length - MAX_EVENTS : 0;
  const lines = cut > 0 ? [...shown.slice(0, 4), `     … ${cut} more`, ...shown.slice(4 + cut)] : shown;
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\``;
}

function lineOf({ kind, tool, args, result, isError, text, role, ...rest }) {
  const short = (value) => {
    const flat = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll(/\s+/g, ' ');
    return flat.length > MAX_TEXT ? `${flat.slice(0, MAX_TEXT)}…` : flat;
  };
  if (kind === 'call' || kind === 'attempt')
    return `${tool} ${short(args)} → ${isError === true ? 'failed: ' : ''}${short(result)}`;
  if (text !== undefined) return `${role ?? kind}: ${short(text)}`;
  return `${kind} ${short(rest)}`;
}
