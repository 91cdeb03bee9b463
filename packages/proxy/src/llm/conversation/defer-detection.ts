/**
 * Detection is the slowest part of a request and rarely finds anything. A request that adds only new entries therefore goes
 * to the model first, and detection runs while the model works; the next request carries what it finds. Entries that
 * could be part of a loop are checked before the request goes on.
 */
import { fingerprint } from '@rutbreak/core';
import { sampleOfText } from '../../recent-prints.js';
import type { Entry } from '../protocols/history-entry.js';
import type { Thread } from './threads.js';

/** The conversation was never edited, and the request adds no error and nothing that was there before. */
export function isCalm(thread: Thread, fresh: readonly Entry[]): boolean {
  let isNew = true;
  for (const entry of fresh) {
    if (entry.kind === 'result' && entry.isError === true) isNew = false;
    const print = printOf(entry);
    if (print !== undefined && thread.recent.seen(print)) isNew = false;
  }
  const { notes, pending, blocked, late, reset, model } = thread;
  return (
    isNew && notes.length === 0 && [pending, blocked, late, reset, model].every((one) => one === undefined)
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

/** Milliseconds. No model answers that fast, so detection is done before the next request. */
const IDLE = 10;

/** Call it when the request is on its way. */
export function judgeSoon(thread: Thread): void {
  if (thread.unjudged) setTimeout(catchUp, IDLE, thread).unref();
}

export function catchUp(thread: Thread): void {
  const judge = thread.unjudged;
  thread.unjudged = undefined;
  try {
    judge?.();
  } catch {
    // The request is on its way already, so a failure of detection changes nothing for the agent.
  }
}
