import type { Loop, StoredEvent } from '../../contract.js';
import { plain } from '../../format.js';
import { setQuery } from '../../route.js';
import { compareTexts, ofOneStep } from './compare.js';
import { Pieces } from './pieces.js';
import { rowOf } from '../timeline/event-rows.js';

interface Props {
  readonly loop: Loop;
  readonly events: readonly StoredEvent[];
}

/** The first, a middle and the last repeat. */
function chosen<T>(all: readonly T[]): readonly T[] {
  const middle = all[Math.floor(all.length / 2)];
  return [...new Set([all[0], middle, all.at(-1)])].filter((one) => one !== undefined);
}

export function SideBySide({ loop, events }: Props): React.JSX.Element | null {
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const { events: seqs, examples } = loop.evidence;
  const all = seqs.flatMap((seq) => {
    const event = bySeq.get(seq);
    return event ? [rowOf(event)] : [];
  });
  const rows = chosen(ofOneStep(all, loop.evidence.elements.length));
  if (rows.length === 0)
    return examples.length === 0 ? null : (
      <pre className="text-block">{plain(examples.join('\n'), 4000)}</pre>
    );
  const whats = compareTexts(
    rows.map(({ what }) => plain(what, 2000)),
    false,
  );
  const results = compareTexts(
    rows.map(({ result }) => plain(result, 2000)),
    true,
  );
  const hasMasked = [...whats, ...results].flat().some(({ kind }) => kind === 'masked');
  return (
    <div>
      <h3>
        Repeats side by side
        {hasMasked && <small className="quiet"> dotted: differs, and does not count</small>}
      </h3>
      <div className="repeats" style={{ gridTemplateColumns: `repeat(${rows.length}, minmax(0, 1fr))` }}>
        {rows.map((row, i) => (
          <div key={row.seq}>
            <p className="repeat-head">
              <button className="link" onClick={() => setQuery({ event: String(row.seq) })}>
                Event {row.seq}
              </button>
              <span className="mono">{plain(row.name, 80)}</span>
            </p>
            <Pieces of={whats[i] ?? []} />
            {row.result !== '' && <Pieces of={results[i] ?? []} />}
          </div>
        ))}
      </div>
    </div>
  );
}
