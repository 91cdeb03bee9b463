/**
 * `npm run e2e:agents -- --record`: keeps what the real programs wrote and sent while a scripted model asked for known
 * calls, so that tests read the current form without the programs.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { HOOK_INPUTS_FILE } from './guarding.js';
import { FINAL_TEXT, PROMPT, SUB_FINAL_TEXT, SUB_PROMPT } from './model.js';
import { play, type Setting } from './play.js';
import type { RealAgent, Stage } from './real-agent.js';
import { recordedScenario } from './scenarios.js';

const TRANSCRIPTS = ['packages', 'cli', 'src', 'transcripts', 'recorded'];
const HOOKS = ['packages', 'cli', 'src', 'hooks', 'recorded'];
const FORM = /(?:\.messages)?\.jsonl?$/;
/** Only what the scripted model and its commands say is kept; the programs' own prompts are not ours to keep. */
const OURS = [
  ...[PROMPT, SUB_PROMPT, FINAL_TEXT, SUB_FINAL_TEXT],
  ...['cat missing-config.yaml', 'cat: missing-config.yaml', 'first-of-two', 'second-of-two'],
];
const LONGEST = 600;
const PROSE = /\S+\s+\S+\s+\S+\s+\S/;
const OMITTED = '(omitted)';
/** Tells a notice of the program from a prompt of its user. */
const TAG = /^\s*<[\w-]+>/;
/** Descriptions of the programs and their tools. */
const OWN_KEYS: ReadonlySet<string> = new Set(['attachment', 'rendered', 'shape', 'state']);

/** Returns the names of the files that were written below `root`. */
export async function record(real: RealAgent, setting: Setting, root: string): Promise<readonly string[]> {
  const written: string[] = [];
  const keep = (folder: readonly string[], name: string, text: string): void => {
    mkdirSync(join(root, ...folder), { recursive: true });
    writeFileSync(join(root, ...folder, name), text);
    written.push(join(...folder, name));
  };
  const take = (stage: Stage): void => {
    for (const [name, text] of transcriptsOf(real, stage)) keep(TRANSCRIPTS, name, reduced(text, stage));
    const inputs = join(stage.home, HOOK_INPUTS_FILE);
    if (existsSync(inputs))
      keep(HOOKS, `${real.agent}-${real.version}.jsonl`, reduced(readFileSync(inputs, 'utf8'), stage));
  };
  await play(real, recordedScenario(real.agent), { ...setting, guard: 'recorder', take });
  return written;
}

/** The files with calls, by the name under which they are kept. */
function transcriptsOf(
  { agent, version, transcripts }: RealAgent,
  { home }: Stage,
): readonly [string, string][] {
  const folder = join(home, ...(transcripts ?? []));
  // opencode keeps a database.
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name): [string, string][] => {
    const form = FORM.exec(basename(name))?.[0];
    const text = form === undefined ? '' : readFileSync(join(folder, name), 'utf8');
    const part = name.split(sep).includes('subagents') ? '-subagent' : '';
    return text.includes('missing-config.yaml') ? [[`${agent}-${version}${part}${form}`, text]] : [];
  });
}

/** Without the folders of this machine, and without texts of the program. */
function reduced(text: string, { home }: Stage): string {
  const plain = text
    .replaceAll(home, '/home/dev')
    .replaceAll(home.replaceAll(/[^a-z\d]/gi, '-'), '-home-dev');
  if (!plain.startsWith('[') && !plain.startsWith('{\n'))
    return plain
      .trimEnd()
      .split('\n')
      .map((line) => `${JSON.stringify(shortened(JSON.parse(line)))}\n`)
      .join('');
  return `${JSON.stringify(shortened(JSON.parse(plain)), null, 2)}\n`;
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return isKept(value) ? value : `${TAG.exec(value)?.[0] ?? ''}${OMITTED}`;
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, OWN_KEYS.has(key) ? typeOf(part) : shortened(part)]),
  );
}

function isKept(text: string): boolean {
  return text.length <= LONGEST && (!PROSE.test(text) || OURS.some((part) => text.includes(part)));
}

function typeOf(value: unknown): unknown {
  const type: unknown = (value as { type?: unknown } | null)?.type;
  return typeof type === 'string' ? { type } : {};
}
