import { newDraft } from '../draft.js';
import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf } from '../fields.js';
import { documentReader } from '../reader.js';
import type { Trace } from '../trace.js';

/** SWE-agent's `.traj`: one raw command per step. */
export const sweAgent = documentReader(
  'swe-agent',
  (value) => isFields(value) && Array.isArray(value['trajectory']) && isStep(value['trajectory'][0]),
  readTrajectory,
);

function isStep(value: unknown): boolean {
  return value === undefined || (isFields(value) && 'action' in value && 'observation' in value);
}

function readTrajectory(file: Fields, name: string): readonly Trace[] {
  const draft = newDraft({ id: textOf(file['instance_id']) || name, agent: 'swe-agent' });
  for (const step of listOf(file['trajectory']).map(fieldsOf)) {
    draft.message(textOf(step['thought']));
    const command = textOf(step['action']).trim();
    if (command !== '') draft.done(commandName(command), { command }, textOf(step['observation']));
  }
  return draft.isEmpty() ? [] : [draft.finish()];
}

/** Its own commands have names; everything else is the shell. */
const OWN = new Set([
  'edit',
  'open',
  'goto',
  'scroll_down',
  'scroll_up',
  'create',
  'search_dir',
  'search_file',
  'find_file',
  'submit',
  'str_replace_editor',
]);

function commandName(command: string): string {
  const first = command.split(/\s/, 1)[0] ?? '';
  return OWN.has(first) ? first : 'bash';
}

/** mini-swe-agent's trajectory: messages whose answers contain one command in a fenced block. */
export const miniSweAgent = documentReader(
  'mini-swe-agent',
  (value) => {
    if (!isFields(value) || !Array.isArray(value['messages'])) return false;
    return (
      textOf(value['trajectory_format']).startsWith('mini-swe-agent') ||
      'mini_version' in fieldsOf(value['info'])
    );
  },
  readMini,
);

const BLOCK = /```(?:bash|mswea_bash_command|sh)?\s*\n([^]*?)\n```/;
const RETURN_CODE = /<returncode>(-?\d+)<\/returncode>/;

function readMini(file: Fields, name: string): readonly Trace[] {
  const draft = newDraft({ id: textOf(file['instance_id']) || name, agent: 'mini-swe-agent' });
  let command: string | undefined;
  for (const message of listOf(file['messages']).map(fieldsOf)) {
    const text = textOf(message['content']);
    if (message['role'] === 'assistant') {
      command = BLOCK.exec(text)?.[1];
      draft.message(command === undefined ? text : text.replace(BLOCK, ''));
    } else if (command !== undefined) {
      const code = numberOf(RETURN_CODE.exec(text)?.[1]) ?? 0;
      draft.done('bash', { command }, text, { isError: code !== 0 });
      command = undefined;
    } else if (message['role'] === 'user') draft.turn('user', 'prompt', { text });
  }
  return draft.isEmpty() ? [] : [draft.finish()];
}
