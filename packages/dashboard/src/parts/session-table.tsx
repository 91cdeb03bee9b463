import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useSyncExternalStore } from 'react';
import type { FigureId, SessionSummary } from '../contract.js';
import { ago, amount, dateTime, isNothing, money, plain, score, whole } from '../format.js';
import { hrefOf, setQuery } from '../route.js';
import type { RowQuery, Sort } from '../views/session-rows.js';
import { StateMark } from './bits.js';
import { SelectBox, type Selection } from './bulk.js';
import { FigureName } from './figure.js';
import { useNow } from './now.js';

const NARROW = '(max-width: 760px)';

function useNarrow(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener('change', tell);
      return () => query.removeEventListener('change', tell);
    },
    () => window.matchMedia(NARROW).matches,
  );
}

const COLUMNS: readonly (readonly [
  name: string,
  sort: Sort | null,
  isNumber?: boolean,
  figure?: FigureId,
])[] = [
  ['State', 'attention'],
  ['Agent', 'agent'],
  ['Model', null],
  ['Entropy', 'score', true],
  ['Events', 'events', true, 'session.events'],
  ['Loops', 'loops', true, 'session.loops'],
  ['Last loop', null],
  ['Cost', 'cost', true, 'session.cost'],
  ['Wasted', 'waste', true, 'session.wasted'],
  ['Seen', 'updated', true],
];

interface Props extends Selection {
  readonly rows: readonly SessionSummary[];
  readonly query: RowQuery;
}

/** Renders visible rows only, so that long lists scroll smoothly. */
export function SessionTable({ rows, query, selected, onSelect }: Props): React.JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  const now = useNow(5000);
  // Only senders of DecisionLogs have a score; without them the column would be empty.
  const hasScores = rows.some(({ entropy_score }) => entropy_score !== null) || query.sort === 'score';
  const height = isNarrow ? 62 : 33;
  const list = useVirtualizer({
    ...{ count: rows.length, getScrollElement: () => box.current, overscan: 12 },
    ...{ estimateSize: () => height, getItemKey: (index: number) => `${height}:${rows[index]?.id ?? index}` },
  });
  return (
    <div className="panel session-table" data-scores={hasScores ? '' : undefined}>
      {/* Focusable, because it scrolls. The header scrolls along, so that the columns stay aligned. */}
      <div
        className="session-scroll"
        ref={box}
        role="table"
        aria-label="Sessions"
        aria-rowcount={rows.length + 1}
        tabIndex={0}
      >
        <div role="rowgroup" className="session-head-group">
          <div className="session-row head" role="row" aria-rowindex={1}>
            <span role="columnheader" className="c-select">
              <span className="hidden-text">Select</span>
            </span>
            {COLUMNS.filter(([, sort]) => hasScores || sort !== 'score').map(
              ([name, sort, isNumber, figure]) => (
                <Head key={name} {...{ name, sort, isNumber: isNumber === true, figure, query }} />
              ),
            )}
          </div>
        </div>
        <div role="rowgroup" style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row && <Row key={key} {...{ row, now, index, start, height, selected, onSelect, hasScores }} />
            );
          })}
        </div>
        {rows.length === 0 && <p className="none-fits quiet">No session matches.</p>}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly name: string;
  readonly sort: Sort | null;
  readonly isNumber: boolean;
  readonly figure: FigureId | undefined;
  readonly query: RowQuery;
}

function Head({ name, sort, isNumber, figure, query }: HeadProps): React.JSX.Element {
  const isSorted = sort !== null && query.sort === sort;
  const turn = (): void => setQuery({ sort: sort ?? '', order: isSorted && !query.isUp ? 'up' : '' });
  return (
    <span
      role="columnheader"
      className={isNumber ? 'number' : ''}
      aria-sort={isSorted ? (query.isUp ? 'ascending' : 'descending') : undefined}
    >
      {sort === null ? (
        name
      ) : (
        <button onClick={turn}>
          {figure === undefined ? name : <FigureName {...{ figure, name }} />}
          {isSorted && <span aria-hidden="true">{query.isUp ? ' ↑' : ' ↓'}</span>}
        </button>
      )}
    </span>
  );
}

interface RowProps extends Selection {
  readonly row: SessionSummary;
  readonly now: number;
  readonly index: number;
  readonly start: number;
  readonly height: number;
  readonly hasScores: boolean;
}

function Row({ row, now, index, start, height, selected, onSelect, hasScores }: RowProps): React.JSX.Element {
  return (
    <div
      className="session-row"
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)`, height }}
    >
      <span role="cell" className="c-select">
        <SelectBox {...{ row, selected, onSelect }} />
      </span>
      <span role="cell" className="c-state">
        <StateMark state={row.node_state} />
      </span>
      <span role="cell" className="c-agent">
        <a href={hrefOf('session', row.id)} data-row title={plain(row.id, 300)}>
          {plain(row.agent_id || row.id, 80)}
        </a>
      </span>
      <span role="cell" className="c-model">
        {plain(row.model || row.agent_type, 40)}
      </span>
      {hasScores && (
        <span role="cell" className="number c-score">
          <Entropy value={row.entropy_score} state={row.node_state} />
          {row.discrepancy && <OwnReport of={row.discrepancy} />}
        </span>
      )}
      <span role="cell" className="number c-events">
        {whole(row.events)}
        {row.held > 0 && <span className="held"> +{row.held} held</span>}
      </span>
      <span role="cell" className="number c-loops">
        {row.loops === 0 ? <span className="quiet">–</span> : row.loops}
      </span>
      <span role="cell" className="mono c-last">
        {row.open_gates > 0 && <strong className="gate-tag">Waits for a decision</strong>}
        {plain(row.last_loop ?? '', 160)}
      </span>
      <span role="cell" className="number c-spent" title={`${whole(row.tokens)} tokens`}>
        {row.cost > 0 ? money(row.cost) : '–'}
      </span>
      <span role="cell" className="number c-wasted" data-figure="session.wasted">
        {isNothing(row.wasted) ? '–' : amount(row.wasted)}
      </span>
      <span role="cell" className="number c-seen" title={dateTime(row.updated_at)}>
        {ago(row.updated_at, now)}
      </span>
    </div>
  );
}

/** The agent reports a score of its own that is too far from the computed one. */
function OwnReport({
  of: { reported_score },
}: {
  readonly of: NonNullable<SessionSummary['discrepancy']>;
}): React.JSX.Element {
  const text = `The agent reports ${score(reported_score)}`;
  return (
    <span className="own-report" title={text}>
      {' '}
      <span aria-hidden="true">≠</span>
      <span className="hidden-text">{text}</span>
    </span>
  );
}

function Entropy({
  value,
  state,
}: {
  readonly value: number | null;
  readonly state: string;
}): React.JSX.Element {
  if (value === null) return <span className="quiet">–</span>;
  return (
    <span className="entropy" data-state={state}>
      <span className="entropy-bar" aria-hidden="true">
        <i style={{ width: `${Math.round(value * 100)}%` }} />
      </span>
      {score(value)}
    </span>
  );
}
