import type { EventRow } from './event-rows.js';
import { Pieces } from '../loop/pieces.js';
import { compareTexts } from '../loop/compare.js';
import { clock, plain } from '../../format.js';
import { setQuery } from '../../route.js';

/** The event numbers in `compare=4,9`. */
export function readCompared(text: string | undefined): readonly [number, number] | undefined {
  const [first, second] =
    /^(\d+),(\d+)$/
      .exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return first === undefined || second === undefined ? undefined : [first, second];
}

interface Props {
  readonly rows: readonly EventRow[];
  readonly compared: readonly [number, number];
}

/** Two repeats next to each other, with their differences marked. */
export function Difference({ rows, compared }: Props): React.JSX.Element | null {
  const pair = compared.flatMap((seq) => rows.find((row) => row.seq === seq) ?? []);
  if (pair.length < 2) return null;
  const whats = compareTexts(
    pair.map(({ what }) => plain(what, 4000)),
    false,
  );
  const results = compareTexts(
    pair.map(({ result }) => plain(result, 4000)),
    false,
  );
  const isEqual = [...whats, ...results].flat().every(({ kind }) => kind !== 'differs');
  return (
    <section className="body chosen" aria-label="Difference of two repeats">
      <div className="row">
        <strong>
          {isEqual
            ? `Events ${compared[0]} and ${compared[1]} are equal`
            : `Differences of events ${compared[0]} and ${compared[1]}`}
        </strong>
        <span style={{ flex: 1 }} />
        <button className="button plain" onClick={() => setQuery({ compare: '' })}>
          Close
        </button>
      </div>
      <div className="repeats" style={{ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        {pair.map((row, i) => (
          <div key={row.seq}>
            <p className="repeat-head">
              <button className="link" onClick={() => setQuery({ event: String(row.seq) })}>
                Event {row.seq}
              </button>
              <span className="mono">{plain(row.name, 80)}</span>{' '}
              <span className="quiet">{clock(row.at)}</span>
            </p>
            <Pieces of={whats[i] ?? []} />
            {row.result !== '' && <Pieces of={results[i] ?? []} />}
          </div>
        ))}
      </div>
    </section>
  );
}
