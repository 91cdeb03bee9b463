import type { Json } from '../../../json.js';
import type { Place } from '../history-entry.js';

/** Valid changes to a request of one protocol. Each returns a new body; what is not changed is shared. */
export interface RequestEditor {
  /** Adds text to the tool result at that place. */
  readonly appendToResult: (body: Json, at: Place, note: string) => Json;
  /** Somebody else than the model speaks, after the message at that place and the results that belong to it. */
  readonly insertNote: (body: Json, at: Place, note: string) => Json;
  /** The model's answer so far, and why it was cut: what it should go on from. */
  readonly continueFrom: (body: Json, partial: string, note: string) => Json;
}
