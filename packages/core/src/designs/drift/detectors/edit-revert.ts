import { defineDetector } from '../../../detection/detector.js';
import { evidenceOf } from '../../../detection/evidence.js';
import { integer } from '../../../detection/options.js';
import { textPrint } from '../../../fingerprint/fingerprint.js';
import { oneLine } from '../../../event/label.js';
import { tidyPath } from '../../../fingerprint/normalise.js';
import { fileTarget } from '../../../event/target.js';
import type { EventContext } from '../../../session/session.js';
import { alertSignal, followTrend, newTrend, trendOptions } from '../trend.js';

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

/** A file goes back to a content that it had before. */
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
    const recent = state.contents.filter((content) => content.at > at - options.window);
    const write = writeOf(context);
    if (!write) return { state: { trend: followTrend(state.trend, false, options).trend, contents: recent } };

    const path = textPrint(write.path);
    const entry = { seq: context.seq, label: oneLine(write.path, 80), at, path };
    const history = recent.filter((content) => content.path === path);
    const current = write.before ?? history.at(-1)?.hash;
    // What the file held before its first write that we saw is an earlier content too.
    const known = history.some(({ hash }) => hash === current) || current === undefined;
    const earlier = known ? history : [...history, { ...entry, hash: current }];
    const found = write.after === current ? [] : earlier.filter(({ hash }) => hash === write.after);
    const { trend, alert } = followTrend(state.trend, found.length > 0, options);
    const contents = [...recent, ...(known ? [] : earlier.slice(-1)), { ...entry, hash: write.after }];
    const next = { trend, contents: contents.slice(-2 * options.window) };
    if (!alert) return { state: next };
    const evidence = evidenceOf([...found, entry], { window: options.window });
    return { state: next, signal: alertSignal(alert, `revert:${path}`, { path: entry.label }, evidence) };
  },
});

function writeOf({ event, call }: EventContext): Write | undefined {
  if (event.kind === 'edit') {
    const before = event.before === undefined ? {} : { before: textPrint(event.before) };
    return { path: tidyPath(event.path), ...before, after: textPrint(event.after) };
  }
  if (event.kind !== 'call' || call?.failed === true) return undefined;
  const target = fileTarget(event.tool, event.args);
  if (target?.kind !== 'write' || target.content === undefined) return undefined;
  return { path: target.path, after: textPrint(target.content) };
}
