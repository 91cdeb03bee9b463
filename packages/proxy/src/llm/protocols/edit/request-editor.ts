import type { Json } from '../../../shared/json.js';
import type { Place } from '../history-entry.js';

/** Edits that keep a request of one protocol valid. Each returns a new body and shares the unchanged parts. */
export interface RequestEditor {
  /** Adds text to the tool result at this place. */
  readonly appendToResult: (body: Json, at: Place, note: string) => Json;
  /** Adds a user message after the message at this place and the results that belong to it. */
  readonly insertNote: (body: Json, at: Place, note: string) => Json;
  /** Asks the model to continue its partial answer. The note says why it was cut off. */
  readonly continueFrom: (body: Json, partial: string, note: string) => Json;
}
