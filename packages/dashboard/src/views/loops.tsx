import { useState } from 'react';
import { api } from '../api/client.js';
import type { Loop } from '../contract.js';
import { dateTime, plain, when, whole, words } from '../format.js';
import { type LiveState, ownOf } from '../live/state.js';
import { useLive } from '../live/store.js';
import { useAsk } from '../parts/ask.js';
import { CopyButton, curlOf, Panel } from '../parts/bits.js';
import { Choice } from '../parts/form.js';
import { useNow } from '../parts/now.js';
import { hrefOf, setQuery } from '../route.js';
import { filterLoops, loopsAsCsv, outcomeWord, OUTCOMES } from './loop-rows.js';

interface Props {
  readonly query: Readonly<Record<string, string>>;
}

const SHOWN = 200;

export function LoopsView({ query }: Props): React.JSX.Element {
  const { state } = useLive();
  const rows = filterLoops(Object.values(state.loops), query);
  const [like, setLike] = useState('');
  return (
    <div className="view">
      <div className="view-head">
        <h1>Loops</h1>
        <span className="note">{whole(rows.length)}</span>
        <span className="row" style={{ marginLeft: 'auto' }}>
          <button
            className="button plain"
            onClick={() => download('loops.json', JSON.stringify(rows, null, 2))}
          >
            Export JSON
          </button>
          <button className="button plain" onClick={() => download('loops.csv', loopsAsCsv(rows))}>
            Export CSV
          </button>
          <CopyButton text={() => curlOf('GET', '/v1/loops?limit=500')}>Copy curl</CopyButton>
        </span>
      </div>
      <Filters query={query} loops={Object.values(state.loops)} />
      <LoopTable rows={rows} sessions={state.sessions} onLike={setLike} />
      <KnownPatterns like={like} onAll={() => setLike('')} stamp={rows.length} />
    </div>
  );
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Filters({ query, loops }: Props & { readonly loops: readonly Loop[] }): React.JSX.Element {
  const categories = [...new Set(loops.map(({ category }) => category))].toSorted();
  return (
    <search className="row">
      <input
        className="field grow"
        type="search"
        placeholder="Search what repeated, session, detector…"
        aria-label="Search loops"
        data-search
        value={query['q'] ?? ''}
        onChange={(event) => setQuery({ q: event.target.value })}
      />
      <Choice
        {...{ name: 'Outcome', value: query['outcome'] ?? '', none: 'Outcome: all' }}
        options={Object.fromEntries(OUTCOMES.map((one) => [one, one]))}
        onChange={(outcome) => setQuery({ outcome })}
      />
      <Choice
        {...{ name: 'Category', value: query['category'] ?? '', none: 'Category: all' }}
        options={Object.fromEntries(categories.map((one) => [one, words(one)]))}
        onChange={(category) => setQuery({ category })}
      />
    </search>
  );
}

interface TableProps {
  readonly rows: readonly Loop[];
  readonly sessions: LiveState['sessions'];
  readonly onLike: (id: string) => void;
}

function LoopTable({ rows, sessions, onLike }: TableProps): React.JSX.Element {
  const now = useNow(60_000);
  return (
    <section className="panel loop-table" aria-label="History of loops">
      <div className="body">
        <table className="figures as-cards">
          <thead>
            <tr>
              {['Last seen', 'Category', 'What repeats', 'Agent', 'Rung', 'Outcome', ''].map((name) => (
                <th key={name}>{name || <span className="hidden-text">Actions</span>}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((loop) => (
              <LoopRow
                key={loop.id}
                {...{ loop, now, onLike, agent: ownOf(sessions, loop.session_id)?.agent_id ?? '' }}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="quiet">No loop fits.</p>}
        {rows.length > SHOWN && <p className="quiet">The newest {SHOWN} are shown; the export has all.</p>}
      </div>
    </section>
  );
}

function LoopRow({
  loop,
  agent,
  now,
  onLike,
}: {
  readonly loop: Loop;
  readonly agent: string;
  readonly now: number;
  readonly onLike: (id: string) => void;
}): React.JSX.Element {
  return (
    <tr>
      <td className="l-when" title={dateTime(loop.last_at)}>
        {when(loop.last_at, now)}
      </td>
      <td className="l-category">{words(loop.category)}</td>
      <td className="mono l-brief" title={plain(loop.brief, 400)}>
        {plain(loop.brief, 200)}
      </td>
      <td className="l-session">
        <a
          data-row
          title={plain(loop.session_id, 300)}
          href={hrefOf('session', loop.session_id, { event: String(loop.last_seq) })}
        >
          {plain(agent || loop.session_id, 40)}
        </a>
      </td>
      <td className="l-rung">
        {plain(loop.rung, 20)} <span className="quiet">{loop.count}×</span>
      </td>
      <td className="l-outcome">
        <span className="outcome" data-outcome={loop.feedback === 'false-positive' ? '' : loop.outcome}>
          {outcomeWord(loop)}
        </span>
      </td>
      <td className="l-like">
        <button className="button plain" onClick={() => onLike(loop.id)}>
          Like this
        </button>
      </td>
    </tr>
  );
}

interface KnownProps {
  readonly like: string;
  readonly onAll: () => void;
  readonly stamp: number;
}

function KnownPatterns({ like, onAll, stamp }: KnownProps): React.JSX.Element {
  const { data, problem } = useAsk(`${like} ${stamp}`, () =>
    api.patterns({ limit: 50, ...(like !== '' && { like, least: 0 }) }),
  );
  const patterns = data?.patterns ?? [];
  return (
    <Panel
      title="Known patterns"
      note={like === '' ? 'across sessions, digests only' : 'like the chosen loop'}
      end={
        like !== '' && (
          <button className="button plain" onClick={onAll}>
            All patterns
          </button>
        )
      }
    >
      <div className="body scroll-x" tabIndex={0} role="group" aria-label="Known patterns">
        {problem !== '' && <p className="problem">{problem}</p>}
        {patterns.length === 0 && problem === '' && <p className="quiet">The archive is empty.</p>}
        {patterns.length > 0 && (
          <table className="figures">
            <thead>
              <tr>
                {['Pattern', 'Category', 'Alike', 'Seen', 'Overridden', 'False alarms', 'What helped'].map(
                  (name) => (
                    <th key={name}>{name}</th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {patterns.map((pattern) => (
                <tr key={pattern.id}>
                  <td className="mono" title={plain(pattern.id, 200)}>
                    {plain(pattern.id.slice(0, 10))}
                  </td>
                  <td>{words(pattern.category)}</td>
                  <td>{pattern.likeness === undefined ? '–' : `${Math.round(pattern.likeness * 100)} %`}</td>
                  <td>{pattern.seen}</td>
                  <td>{pattern.overrides}</td>
                  <td>{pattern.false_alarms}</td>
                  <td>{helped(pattern.outcomes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  );
}

function helped(
  outcomes: Readonly<Record<string, { readonly recovered: number; readonly failed: number }>>,
): string {
  const told = Object.entries(outcomes).map(
    ([name, { recovered, failed }]) => `${plain(name, 40)} ${recovered} of ${recovered + failed}`,
  );
  return told.length === 0 ? '–' : told.join(', ');
}
