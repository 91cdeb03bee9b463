import { useEffect, useMemo, useRef } from 'react';
import { FirstRun } from '../demo/first-run.js';
import { useLive } from '../live/store.js';
import { EntropyAlerts } from '../parts/alerts.js';
import { SessionTable } from '../parts/session-table.js';
import { plain, whole } from '../format.js';
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
        <Filters query={rowQuery} models={modelsOf(all)} focus={query['focus'] === 'search'} />
        <SessionTable rows={rows} query={rowQuery} />
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
}

function Filters({ query, models, focus }: FilterProps): React.JSX.Element {
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
      <Choice name="State" of={query.state} key_="state" options={['active', 'paused', 'ended']} />
      <Choice name="Show" of={query.show} key_="show" options={['looping', 'warning', 'gates', 'loops']} />
      {models.length > 1 && <Choice name="Model" of={query.model} key_="model" options={models} />}
    </search>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly of: string;
  readonly key_: string;
  readonly options: readonly string[];
}

const WORDS: Readonly<Record<string, string>> = {
  gates: 'Waiting for a decision',
  loops: 'Ever looped',
  looping: 'Looping now',
  warning: 'Warnings',
};

function Choice({ name, of, key_, options }: ChoiceProps): React.JSX.Element {
  return (
    <select
      className="field"
      aria-label={name}
      value={of}
      onChange={(event) => setQuery({ [key_]: event.target.value })}
    >
      <option value="">{name}: all</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {Object.hasOwn(WORDS, option) ? WORDS[option] : plain(option, 60)}
        </option>
      ))}
    </select>
  );
}
