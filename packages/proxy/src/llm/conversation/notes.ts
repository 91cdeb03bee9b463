import { OWN_MARK } from '@rutbreak/core/edge';
import { type Keyed, nameOf } from './history-diff.js';
import type { Json } from '../../shared/json.js';
import type { RequestEditor } from '../protocols/edit/request-editor.js';

/**
 * A text that the proxy added for the model. The agent's history does not contain it, so the proxy adds it to every
 * later request.
 */
export interface Note {
  /** The name of the entry that the note follows. */
  readonly after: string;
  readonly form: 'append' | 'insert';
  readonly text: string;
}

const MOST = 16;

/** Adds a note at the end of the history: to the last result if `append`, otherwise as a message. */
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

/** Inserts all notes whose entries are still present. Works backwards so that earlier positions stay valid. */
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

/** Marks a text as the proxy's own. Some presets mark their texts themselves. */
export function noteText(text: string): string {
  return text.startsWith(OWN_MARK) || text.startsWith('<loop-recovery ') ? text : `${OWN_MARK} ${text}`;
}
