/**
 * Judging takes longer than everything else that a request waits for, and hardly ever is there something to say. So what
 * brings only new things is sent on first and judged while the model thinks; if that comes to something after all, the
 * next request carries it. Whatever may be part of a loop is judged before it goes on.
 */
import { fingerprint } from '@rutbreak/core';
import { sampleOfText } from '../recent.js';
import type { Entry } from './entry.js';
import type { Thread } from './threads.js';

/** Nothing was said to this model yet, and the request brings nothing that was there before, nor an error. */
export function isCalm(thread: Thread, fresh: readonly Entry[]): boolean {
  let isNew = true;
  for (const entry of fresh) {
    if (entry.kind === 'result' && entry.isError === true) isNew = false;
    const print = printOf(entry);
    if (print !== undefined && thread.recent.seen(print)) isNew = false;
  }
  const { notes, pending, blocked, late } = thread;
  return isNew && notes.length === 0 && pending === undefined && blocked === undefined && late === undefined;
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

/** Milliseconds: no model thinks that fast, so that its next request meets detectors that have seen everything. */
const IDLE = 10;

/** To be called when the request is on its way. */
export function judgeSoon(thread: Thread): void {
  if (thread.unjudged) setTimeout(catchUp, IDLE, thread).unref();
}

export function catchUp(thread: Thread): void {
  const judge = thread.unjudged;
  thread.unjudged = undefined;
  judge?.();
}
