import { OWN_MARK } from '@rutbreak/core';
import { type Keyed, nameOf } from './history-diff.js';
import type { Json } from '../../json.js';
import type { RequestEditor } from '../protocols/edit/request-editor.js';

/** What the model was told, and after what. The agent knows nothing of it, so it is put in again with every request. */
export interface Note {
  /** Name of the entry. */
  readonly after: string;
  readonly form: 'append' | 'insert';
  readonly text: string;
}

const MOST = 16;

/** A note at the end of the history: in the last result if `append`, else as a message. */
export function addNote(
  notes: readonly Note[],
  history: readonly Keyed[],
  form: Note['form'],
  text: string,
): readonly Note[] {
  const last = history.at(-1);
  if (!last) return notes;
  const isResult = last.entry.kind === 'result';
  return [...notes, { after: nameOf(last), form: isResult ? form : 'insert', text } as const].slice(-MOST);
}

/** The request with all notes whose places are still there. From the end on, so that places stay where they are. */
export function withNotes(
  body: Json,
  notes: readonly Note[],
  history: readonly Keyed[],
  edit: RequestEditor,
): Json {
  if (notes.length === 0) return body;
  let edited = body;
  for (const one of history.toReversed()) {
    const name = nameOf(one);
    const here = notes.filter(({ after }) => after === name);
    for (const { form, text } of here.toReversed())
      edited =
        form === 'append'
          ? edit.appendToResult(edited, one.entry.at, text)
          : edit.insertNote(edited, one.entry.at, text);
  }
  return edited;
}

/** The words of a note, marked as ours; presets that mark theirs have done so. */
export function noteText(text: string): string {
  return text.startsWith(OWN_MARK) || text.startsWith('<loop-recovery ') ? text : `${OWN_MARK} ${text}`;
}
