import { setQuery } from '../route.js';

export interface Range {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Converts the days in the URL to times in the local zone; the last day is inclusive. */
export function rangeOf(query: Readonly<Record<string, string>>): Range {
  return { from: timeOf(query['from'], 'T00:00:00.000'), to: timeOf(query['to'], 'T23:59:59.999') };
}

function timeOf(day: string | undefined, time: string): number | undefined {
  if (day === undefined || !DAY.test(day)) return undefined;
  const at = new Date(day + time).getTime();
  return Number.isNaN(at) ? undefined : at;
}

export function isWithin({ from = -Infinity, to = Infinity }: Range, at: number): boolean {
  return at >= from && at <= to;
}

/** Inputs for the first and last day, both in the URL. */
export function DateRange({
  query,
}: {
  readonly query: Readonly<Record<string, string>>;
}): React.JSX.Element {
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="row day">
          {name === 'from' ? 'From' : 'To'}
          <input
            className="field"
            type="date"
            aria-label={name === 'from' ? 'First day' : 'Last day'}
            value={query[name] ?? ''}
            onChange={(event) => setQuery({ [name]: event.target.value })}
          />
        </label>
      ))}
    </>
  );
}
