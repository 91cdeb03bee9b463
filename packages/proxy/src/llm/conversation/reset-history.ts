/**
 * Removes a loop from the history that the model receives. The agent keeps its own history, so the proxy edits every
 * later request in the same way, as long as it begins with the same messages.
 */
import { type Act, type HistoryShape, insertNote, planReset, RutbreakError } from '@rutbreak/core';
import { fingerprint } from '@rutbreak/core/detectors';
import { HISTORY_SHAPES } from '@rutbreak/core/edge';
import { type Json, list } from '../../shared/json.js';
import type { Protocol } from '../protocols/protocol.js';
import { noteText } from './notes.js';

/** The first messages of a history and their replacement. */
export interface ResetEdit {
  readonly count: number;
  /** The fingerprint of the last of these messages. */
  readonly print: number;
  readonly messages: readonly unknown[];
}

const BLOCK = '<loop-recovery';

/** Returns the reason if a reset is not possible. */
export function resetHistory(body: Json, { id, historyField }: Protocol, decision: Act): ResetEdit | string {
  const shape = HISTORY_SHAPES.find((one) => one === id);
  if (!shape) return `the proxy cannot edit histories of ${id}`;
  if (body['previous_response_id'] !== undefined) return 'the upstream keeps the history';
  const given = list(body[historyField]);
  try {
    const messages = cleared(given, shape, decision);
    return { count: given.length, print: fingerprint(given.at(-1)).print, messages };
  } catch (error) {
    if (error instanceof RutbreakError) return error.message.slice(0, 200);
    throw error;
  }
}

function cleared(given: readonly unknown[], shape: HistoryShape, decision: Act): readonly unknown[] {
  const { rung, verdict, count, text } = decision;
  const { history } = planReset(given, shape, { rung, verdict, count, text });
  // Presets that write their own block say everything in it.
  return text === '' || text.includes(BLOCK) ? history : insertNote(history, shape, noteText(text));
}

/** Applies the edit; returns undefined if the agent has rewritten these messages. */
export function withReset(body: Json, { historyField }: Protocol, edit: ResetEdit): Json | undefined {
  const given = list(body[historyField]);
  const last = given[edit.count - 1];
  if (last === undefined || fingerprint(last).print !== edit.print) return undefined;
  return { ...body, [historyField]: [...edit.messages, ...given.slice(edit.count)] };
}
