/**
 * Detection is the slowest part of a request and rarely finds anything. If a request adds only entries that are new and
 * no errors, the proxy forwards it first and runs detection while the model works; the next request carries the
 * finding. Entries that could be part of a loop are checked before the proxy forwards the request.
 */
import { fingerprint } from '@rutbreak/core/detectors';
import { sampleOfText } from '../../shared/recent-fingerprints.js';
import type { Entry } from '../protocols/history-entry.js';
import type { Conversation } from './identity/conversations.js';
import { runPendingDetection } from './pending-detection.js';

/** True if the proxy never edited the conversation, and the request adds no error and no repeated entry. */
export function canDeferDetection(conversation: Conversation, fresh: readonly Entry[]): boolean {
  let isNew = true;
  for (const entry of fresh) {
    if (entry.kind === 'result' && entry.isError === true) isNew = false;
    const print = printOf(entry);
    if (print !== undefined && conversation.recent.seen(print)) isNew = false;
  }
  const { notes, pending, blocked, lateDecision, reset, model } = conversation;
  return (
    isNew &&
    notes.length === 0 &&
    [pending, blocked, lateDecision, reset, model].every((one) => one === undefined)
  );
}

function printOf(entry: Entry): number | undefined {
  switch (entry.kind) {
    case 'call':
      return sampleOfText(JSON.stringify([entry.name, entry.args]));
    case 'result':
      return sampleOfText(entry.result) ?? fingerprint(entry.result).print;
    case 'assistant':
      return sampleOfText(entry.text);
    case 'user':
    case 'harness':
      return undefined;
  }
}

/** Milliseconds. No model answers faster, so detection finishes before the next request. */
const IDLE = 10;

/** Call this after sending the request. */
export function scheduleDetection(conversation: Conversation): void {
  if (conversation.pendingDetection) setTimeout(runPendingDetection, IDLE, conversation).unref();
}
