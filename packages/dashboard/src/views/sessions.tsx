import { useEffect, useMemo, useRef, useState } from 'react';
import { FirstRun } from '../demo/first-run.js';
import { useLive } from '../live/store.js';
import { EntropyAlerts } from '../parts/alerts.js';
import { BulkBar } from '../parts/bulk.js';
import { DateRange } from '../parts/date-range.js';
import { SessionTable } from '../parts/session-table.js';
import { whole } from '../format.js';
import { Choice } from '../parts/form.js';
import { setQuery } from '../route.js';
import { readRowQuery, type RowQuery, selectRows } from './session-rows.js';

interface Props {
  readonly query: Readonly<Record<string, string>>;
}

export function SessionsView({ query }: Props): React.JSX.Element {
  const { state } = useLive();
  const rowQuery = readRowQuery(query);
  const all = useMemo(() => Object.values(state.sessions), [state.sessions]);
  const rows = selectRows(all, rowQuery);
  const [selected, onSelect] = useState<ReadonlySet<string>>(new Set());
  if (state.isLoaded && all.length === 0) return <FirstRun />;
  return (
    <div className="view sessions-view">
      <div className="view-head">
        <h1>Sessions</h1>
        <span className="note">
          {rows.length === all.length ? whole(all.length) : `${whole(rows.length)} of ${whole(all.length)}`}
        </span>
      </div>
      <EntropyAlerts />
      <div className="sessions-list">
        <Filters query={rowQuery} models={modelsOf(all)} focus={query['focus'] === 'search'}>
          <DateRange query={query} />
        </Filters>
        <BulkBar rows={rows} {...{ selected, onSelect }} />
        <SessionTable {...{ rows, query: rowQuery, selected, onSelect }} />
      </div>
    </div>
  );
}

function modelsOf(all: readonly { readonly model: string }[]): readonly string[] {
  return [...new Set(all.map(({ model }) => model))].filter((model) => model !== '').toSorted();
}

interface FilterProps {
  readonly query: RowQuery;
  readonly models: readonly string[];
  readonly focus: boolean;
  readonly children: React.ReactNode;
}

function Filters({ query, models, focus, children }: FilterProps): React.JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus]);
  return (
    <search className="row filters">
      <input
        {...{
          ref: field,
          className: 'field grow',
          type: 'search',
          placeholder: 'Search agent, model, loop…',
        }}
        aria-label="Search sessions"
        data-search
        value={query.q}
        onChange={(event) => setQuery({ q: event.target.value, focus: '' })}
      />
      <FilterBy name="State" of={query.state} by="state" options={['active', 'paused', 'ended']} />
      <FilterBy name="Show" of={query.show} by="show" options={['looping', 'warning', 'gates', 'loops']} />
      {models.length > 1 && <FilterBy name="Model" of={query.model} by="model" options={models} />}
      {children}
    </search>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  gates: 'Waiting for a decision',
  loops: 'Ever looped',
  looping: 'Looping now',
  warning: 'Warnings',
};

interface FilterByProps {
  readonly name: string;
  readonly of: string;
  readonly by: string;
  readonly options: readonly string[];
}

function FilterBy({ name, of, by, options }: FilterByProps): React.JSX.Element {
  const words = options.map((one) => [one, Object.hasOwn(WORDS, one) ? (WORDS[one] ?? one) : one] as const);
  return (
    <Choice
      {...{ name, value: of, options: Object.fromEntries(words), none: `${name}: all` }}
      onChange={(value) => setQuery({ [by]: value })}
    />
  );
}
