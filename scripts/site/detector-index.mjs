// docs/detectors.md: detectors, categories, and what the agent is told, from the code and from docs/texts.md.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools.mjs';
import { DETECTOR_FOLDERS } from './detectors.mjs';

const HEAD = `# Detectors, categories, and what the agent is told

<!-- Generated: npx vitest run scripts/site -u writes this page anew. -->

A _detector_ looks for one pattern in what an agent does. It reports a _category_, which is the word that people, reports
and dashboards see. The category decides what the agent is told. Several detectors may report the same category, and
one detector may report several.
`;

/** By preset: the detectors that belong to no preset before it. */
function byPreset(core) {
  const seen = new Set();
  return core.PRESETS.map((preset) => {
    const all = core.configure(preset, {}).detectors.filter(({ id }) => !seen.has(id));
    for (const { id } of all) seen.add(id);
    return { preset, detectors: all };
  });
}

const categoriesOf = ({ meta }) => [...new Set(Object.values(meta.messages).map(({ category }) => category))];
const linkTo = (category) => `[${category}](#${category.toLowerCase()})`;

function pageOf(id) {
  const folder = DETECTOR_FOLDERS.find((one) => existsSync(join(ROOT, one, `${id}.md`)));
  return `../${folder}/${id}.md`;
}

function tableOf(detectors) {
  const rows = detectors.map(
    (detector) =>
      `| [\`${detector.id}\`](${pageOf(detector.id)}) | ${detector.meta.summary} | ${categoriesOf(detector).map(linkTo).join(', ')} |`,
  );
  return ['| detector | what it sees | categories |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The text of a rung, as docs/texts.md has it. */
function toldIn(texts, category, rung) {
  const row = texts.split('\n').find((line) => line.startsWith(`| ${category} | ${rung} |`));
  return row?.split(' | ')[2]?.trim();
}

function sectionOf(category, all, texts) {
  const voices = all.filter((detector) => categoriesOf(detector).includes(category));
  const links = voices.map(({ id }) => `[\`${id}\`](${pageOf(id)})`).join(', ');
  const why = /\. (The agent [^.]+\.)/.exec(toldIn(texts, category, 'pause') ?? '')?.[1];
  const told = toldIn(texts, category, 'nudge');
  return [
    `### ${category}`,
    ...(why === undefined ? [] : [why]),
    links === '' ? 'No detector of these presets reports it.' : `Reported by ${links}.`,
    ...(told === undefined ? [] : [`The first thing that the agent is told:\n\n> ${told}`]),
  ].join('\n\n');
}

export async function detectorIndex() {
  const core = { ...(await import('@rutbreak/core')), ...(await import('@rutbreak/core/edge')) };
  const texts = readFileSync(join(ROOT, 'docs/texts.md'), 'utf8');
  const presets = byPreset(core);
  const all = presets.flatMap(({ detectors }) => detectors);
  return [
    HEAD,
    '## Detectors of the preset `default`\n',
    `${tableOf(presets[0].detectors)}\n`,
    '## Detectors of the other presets\n',
    'Each of these presets reproduces one published design. They are for comparison.\n',
    ...presets.slice(1).map(({ preset, detectors }) => `### Preset \`${preset}\`\n\n${tableOf(detectors)}\n`),
    '## Categories\n',
    'The texts are those of the preset `default`. [All texts](texts.md) has every step of the ladder.\n',
    ...core.CATEGORIES.map((category) => `${sectionOf(category, all, texts)}\n`),
  ].join('\n');
}
