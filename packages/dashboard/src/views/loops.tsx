import { useState } from 'react';
import { api } from '../api/client.js';
import type { FigureId, Loop } from '../contract.js';
import { amount, dateTime, isNothing, plain, rungsText, when, whole, words } from '../format.js';
import { type LiveState, ownOf } from '../live/state.js';
import { useLive } from '../live/store.js';
import { useAsk } from '../parts/ask.js';
import { CopyButton, curlOf } from '../parts/bits.js';
import { DateRange, rangeOf } from '../parts/date-range.js';
import { FigureName } from '../parts/figure.js';
import { Choice } from '../parts/form.js';
import { useNow } from '../parts/now.js';
import { hrefOf, setQuery } from '../route.js';
import { Mutes } from '../session/loop/mute.js';
import { outcomeOf, outcomeWord, wordOfOutcome } from '../session/loop/outcome.js';
import { KnownPatterns } from './known-patterns.js';
import { filterLoops, loopsAsCsv, OUTCOMES, unlistedToday } from './loop-rows.js';

interface Props {
  readonly query: Readonly<Record<string, string>>;
}

const SHOWN = 200;

const FIGURES: readonly (readonly [FigureId, string])[] = [
  ['loop.rungs', 'What was done'],
  ['loop.repeats', 'Repeats'],
  ['loop.wasted', 'Wasted'],
  ['loop.outcome', 'Outcome'],
];

export function LoopsView({ query }: Props): React.JSX.Element {
  const { state } = useLive();
  const { loops, problem } = useLoops(query);
  const rows = filterLoops(loops, query);
  const [like, setLike] = useState('');
  return (
    <div className="view">
      <div className="view-head">
        <h1>Loops</h1>
        <span className="note">{whole(rows.length)}</span>
        <Unlisted {...{ loops, query, today: state.figures?.fleet.loops_today ?? 0 }} />
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
      <Filters query={query} loops={loops} />
      {problem !== '' && <p className="problem">{problem}</p>}
      <LoopTable rows={rows} sessions={state.sessions} onLike={setLike} />
      <Mutes />
      <KnownPatterns like={like} onAll={() => setLike('')} stamp={rows.length} />
    </div>
  );
}

interface UnlistedProps extends Props {
  readonly loops: readonly Loop[];
  /** Loops that were found since midnight. */
  readonly today: number;
}

/** Why there are fewer rows than the fleet's figure says. */
function Unlisted({ loops, query, today }: UnlistedProps): React.JSX.Element | null {
  const gone = Object.keys(query).length > 0 ? 0 : unlistedToday(loops, today, Date.now());
  return gone === 0 ? null : (
    <span className="quiet">
      {whole(gone)} more were found today; their sessions were deleted, or newer loops took their place.
    </span>
  );
}

/** The page knows the newest loops; for a date range or by waste, it asks the gateway. */
function useLoops(query: Props['query']): { readonly loops: readonly Loop[]; readonly problem: string } {
  const known = useLive().state.loops;
  const { from, to } = rangeOf(query);
  const sort = query['sort'] === 'waste' ? 'waste' : undefined;
  const isAsked = from !== undefined || to !== undefined || sort !== undefined;
  const { data, problem } = useAsk(
    JSON.stringify([from, to, sort, isAsked && Object.keys(known).length]),
    () => (isAsked ? api.loops({ from, to, sort }) : Promise.resolve(undefined)),
  );
  return { loops: isAsked ? (data?.loops ?? []) : Object.values(known), problem };
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
        options={Object.fromEntries(OUTCOMES.map((one) => [one, wordOfOutcome(one)]))}
        onChange={(outcome) => setQuery({ outcome })}
      />
      <Choice
        {...{ name: 'Category', value: query['category'] ?? '', none: 'Category: all' }}
        options={Object.fromEntries(categories.map((one) => [one, words(one)]))}
        onChange={(category) => setQuery({ category })}
      />
      <Choice
        {...{ name: 'Order', value: query['sort'] ?? '', none: 'Newest first' }}
        options={{ waste: 'Most wasted first' }}
        onChange={(sort) => setQuery({ sort })}
      />
      <DateRange query={query} />
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
              {['Last seen', 'Category', 'What repeats', 'Agent'].map((name) => (
                <th key={name}>{name}</th>
              ))}
              {FIGURES.map(([figure, name]) => (
                <th key={figure}>
                  <FigureName {...{ figure, name }} />
                </th>
              ))}
              <th>
                <span className="hidden-text">Actions</span>
              </th>
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
        {rows.length === 0 && <p className="quiet">No loop matches.</p>}
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
      <td className="l-rung">{rungsText(loop.figures.rungs)}</td>
      <td className="number l-repeats" data-figure="loop.repeats" data-name="repeats">
        {whole(loop.figures.repeats)}
      </td>
      <td className="number l-wasted" data-figure="loop.wasted" data-name="wasted">
        {isNothing(loop.figures.wasted) ? '–' : amount(loop.figures.wasted)}
      </td>
      <td className="l-outcome">
        <span className="outcome" data-outcome={outcomeOf(loop)}>
          {outcomeWord(loop)}
        </span>
      </td>
      <td className="l-like">
        <button className="button plain" onClick={() => onLike(loop.id)}>
          Similar loops
        </button>
      </td>
    </tr>
  );
}
