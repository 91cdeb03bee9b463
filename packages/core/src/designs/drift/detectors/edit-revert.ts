import { defineDetector } from '../../../detection/detector.js';
import { evidenceOf } from '../../../detection/evidence.js';
import { integer } from '../../../detection/options.js';
import { deriveEvents } from '../../../event/derived/derive.js';
import type { EditEvent } from '../../../event/event.js';
import { textPrint } from '../../../fingerprint/fingerprint.js';
import { oneLine } from '../../../event/label.js';
import { tidyPath } from '../../../fingerprint/normalise.js';
import { fileTarget } from '../../../event/target.js';
import type { EventContext } from '../../../session/session.js';
import { alertReport, alertSignal, followTrend, newTrend, trendOptions } from '../trend.js';

interface Content {
  readonly seq: number;
  readonly label: string;
  readonly at: number;
  readonly path: number;
  readonly hash: number;
}

interface Write {
  readonly path: string;
  readonly before?: number;
  readonly after: number;
}

/** A file returns to an earlier content. */
export const editRevert = defineDetector({
  meta: {
    id: 'edit-revert',
    summary: 'A write brings back an earlier content of the file.',
    listens: ['call', 'edit'],
    options: {
      window: integer(20, { min: 2, meaning: 'how many events are looked back' }),
      ...trendOptions,
    },
    messages: {
      soft: { text: '{{path}} is back to an earlier content', category: 'STATE_REGRESSION' },
      hard: { text: '{{path}} is back to an earlier content', category: 'STATE_REGRESSION' },
    },
  },

  init: () => ({ trend: newTrend(), contents: [] as readonly Content[] }),

  step(state, context, options) {
    const at = state.trend.count + 1;
    let contents: readonly Content[] = state.contents.filter((content) => content.at > at - options.window);
    let found: readonly Content[] = [];
    let reverted: Content | undefined;
    for (const write of writesOf(context)) {
      const seen = takeIn(contents, write, { seq: context.seq, at });
      ({ contents } = seen);
      if (seen.found.length === 0) continue;
      found = seen.found;
      reverted = seen.entry;
    }
    const { trend, alert } = followTrend(state.trend, found.length > 0, options);
    const next = { trend, contents: contents.slice(-2 * options.window) };
    if (!alert || !reverted) return { state: next };
    const evidence = evidenceOf([...found, reverted], { window: options.window });
    return {
      state: next,
      signal: alertSignal(alert, `revert:${reverted.path}`, { path: reverted.label }, evidence),
      reports: alertReport('edit-revert', alert),
    };
  },
});

interface TakenIn {
  readonly contents: readonly Content[];
  readonly entry: Content;
  /** Earlier contents that this write brings back. */
  readonly found: readonly Content[];
}

function takeIn(recent: readonly Content[], write: Write, when: { seq: number; at: number }): TakenIn {
  const path = textPrint(write.path);
  const entry = { ...when, label: oneLine(write.path, 80), path, hash: write.after };
  const history = recent.filter((content) => content.path === path);
  const current = write.before ?? history.at(-1)?.hash;
  // The content before the first write we saw counts as an earlier content, too.
  const known = history.some(({ hash }) => hash === current) || current === undefined;
  const earlier = known ? history : [...history, { ...entry, hash: current }];
  const found = write.after === current ? [] : earlier.filter(({ hash }) => hash === write.after);
  return { contents: [...recent, ...(known ? [] : earlier.slice(-1)), entry], entry, found };
}

function writesOf({ event, call }: EventContext): readonly Write[] {
  if (event.kind === 'edit') return [writeOf(event)];
  if (event.kind !== 'call' || call?.failed === true) return [];
  const target = fileTarget(event.tool, event.args);
  if (target?.kind === 'write' && target.content !== undefined)
    return [{ path: target.path, after: textPrint(target.content) }];
  // Tools that replace a piece of a file report the piece before and after.
  return deriveEvents(event).flatMap((one) => (one.kind === 'edit' ? [writeOf(one)] : []));
}

function writeOf({ path, before, after }: EditEvent): Write {
  return {
    path: tidyPath(path),
    ...(before !== undefined && { before: textPrint(before) }),
    after: textPrint(after),
  };
}
