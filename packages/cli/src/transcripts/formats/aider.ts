import { deriveEvents, type EditEvent } from '@rutbreak/core/edge';
import { type Draft, newDraft } from '../draft.js';
import type { Trace } from '../trace.js';

const START = /^# aider chat started at (.+)$/;
const OUTCOME =
  /^(Applied edit to|Running |Commit |Did not apply|The LLM did not conform|Only \d+ reflections)/;

export function isAider(firstLine: string): boolean {
  return START.test(firstLine.trimEnd());
}

/** The speaker of a paragraph. */
type Voice = 'person' | 'program' | 'model';

/** `.aider.chat.history.md`: `####` is the person, `>` the program, the rest the model. */
export function readAider(lines: Iterable<string>, name: string): readonly Trace[] {
  const traces: Trace[] = [];
  let draft: Draft | undefined;
  let voice: Voice = 'model';
  let text: string[] = [];
  /** The model's last text. */
  let said = '';

  const endParagraph = (): void => {
    const paragraph = text.join('\n').trim();
    if (draft) take(draft, voice, paragraph, said);
    if (voice === 'model' && paragraph !== '') said = paragraph;
    text = [];
  };
  const endSession = (): void => {
    endParagraph();
    if (draft && !draft.isEmpty()) traces.push(draft.finish());
  };
  for (const line of lines) {
    const [, time] = START.exec(line) ?? [];
    if (time !== undefined) {
      endSession();
      draft = newDraft({ id: `${name} ${time.trim()}`, agent: 'aider' });
      continue;
    }
    const next = voiceOf(line);
    if (next !== voice) endParagraph();
    voice = next;
    text.push(line.replace(/^(#### |> )/, '').trimEnd());
  }
  endSession();
  return traces;
}

/** The end of an edit block looks like a quotation. */
function voiceOf(line: string): Voice {
  if (line.startsWith('#### ')) return 'person';
  return line.startsWith('> ') || line === '>' ? 'program' : 'model';
}

function take(draft: Draft, voice: Voice, text: string, said: string): void {
  if (text === '') return;
  if (voice === 'person') draft.turn('user', 'prompt', { text });
  else if (voice === 'model') draft.message(text);
  else {
    const outcomes = text.split('\n').filter((line) => OUTCOME.test(line));
    for (const line of outcomes) {
      const isError = !/^(Applied edit|Running|Commit)/.test(line);
      if (isError) draft.error(line);
    }
    takeEdits(draft, outcomes, said);
  }
}

const APPLIED = /^Applied edit to (.+)$/;

/** The model writes SEARCH/REPLACE blocks; the program reports which files they changed. */
function takeEdits(draft: Draft, outcomes: readonly string[], said: string): void {
  const applied = new Set(outcomes.flatMap((line) => APPLIED.exec(line)?.[1]?.trim() ?? []));
  if (applied.size === 0) return;
  const derived = deriveEvents({ kind: 'call', tool: 'apply_patch', args: said });
  draft.edits(derived.filter((event) => event.kind === 'edit' && applied.has(event.path)) as EditEvent[]);
}
