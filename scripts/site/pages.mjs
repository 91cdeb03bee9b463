// The pages of the documentation site: which file becomes which page, and where it stands in the list of pages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../tools.mjs';
import { DETECTOR_FOLDERS, detectorPage } from './detectors.mjs';

/** Each section, and its pages in order. What the folder of a section has besides follows. */
const SECTIONS = [
  { title: 'Start', files: ['docs/index.md', 'docs/tutorial.md', 'docs/faq.md', 'docs/troubleshooting.md'] },
  {
    title: 'Guides',
    folder: 'docs/guides',
    files: ['hooks', 'scan', 'ci', 'plain-loop', 'gateway', 'mcp-proxy', 'llm-proxy', 'configuration'].map(
      (name) => `docs/guides/${name}.md`,
    ),
  },
  {
    title: 'Concepts',
    files: ['docs/concepts.md', 'docs/presets.md', 'docs/comparison.md', 'GLOSSARY.md', 'ARCHITECTURE.md'],
  },
  {
    title: 'Reference',
    folder: 'docs',
    files: ['docs/detectors.md', 'docs/texts.md', 'docs/cli.md', 'docs/api.md', 'docs/doors.md'],
  },
  { title: 'Detectors', folder: DETECTOR_FOLDERS, files: [] },
  { title: 'Project', files: ['PRIVACY.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'] },
  { title: 'Decisions', folder: 'docs/decisions', files: [] },
];

const filesIn = (folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);

/** `docs/guides/scan.md` → `guides/scan.html` */
function addressOf(file) {
  if (DETECTOR_FOLDERS.some((folder) => file.startsWith(`${folder}/`)))
    return `detectors/${nameOf(file)}.html`;
  return `${file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()}.html`;
}

const nameOf = (file) => basename(file, '.md');

/** All sections with their pages: file, address, title, Markdown. */
export async function sections() {
  const known = new Set(SECTIONS.flatMap(({ files }) => files));
  return Promise.all(
    SECTIONS.map(async ({ title, folder = [], files }) => {
      const more = [folder]
        .flat()
        .flatMap(filesIn)
        .filter((file) => !known.has(file));
      const all = [...files.filter((file) => existsSync(join(ROOT, file))), ...more];
      return { title, pages: await Promise.all(all.map(pageOf)) };
    }),
  );
}

async function pageOf(file) {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/^---\n[^]*?\n---\n/, '');
  const isDetector = DETECTOR_FOLDERS.some((folder) => file.startsWith(`${folder}/`));
  const markdown = isDetector ? await detectorPage(nameOf(file), text, file) : text;
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? nameOf(file);
  return { file, address: addressOf(file), title, markdown };
}
