import { clock, dateTime, deed, plain, whole } from '../../format.js';
import { setQuery } from '../../route.js';
import type { EventRow } from './event-rows.js';
import type { InterventionItem, RepeatItem, TimelineItem } from './items.js';

export const ROW = 30;

interface LineProps {
  readonly item: TimelineItem;
  readonly start: number;
  readonly selected: number | null;
  readonly isLoop: boolean;
  readonly onToggle: (row: EventRow) => void;
}

export function TimelineLine({ item, start, selected, isLoop, onToggle }: LineProps): React.JSX.Element {
  const style = { transform: `translateY(${start}px)`, height: ROW };
  switch (item.kind) {
    case 'repeat':
      return <RepeatLine {...{ item, style, isLoop, onToggle }} />;
    case 'intervention':
      return <InterventionLine {...{ item, style }} />;
    default:
      return (
        <EventLine
          {...{ row: item.row, style, isLoop, isInside: item.isInside, isOn: item.row.seq === selected }}
        />
      );
  }
}

interface EventProps {
  readonly row: EventRow;
  readonly style: React.CSSProperties;
  readonly isLoop: boolean;
  readonly isInside: boolean;
  readonly isOn: boolean;
}

function EventLine({ row, style, isLoop, isInside, isOn }: EventProps): React.JSX.Element {
  return (
    <button
      className="line"
      data-row
      data-loop={isLoop ? '' : undefined}
      data-inside={isInside ? '' : undefined}
      data-held={row.isHeld ? '' : undefined}
      aria-current={isOn ? 'true' : undefined}
      style={style}
      onClick={() => setQuery({ event: isOn ? '' : String(row.seq) })}
    >
      <span className="line-seq">{row.seq}</span>
      <span className="line-time" title={dateTime(row.at)}>
        {clock(row.at)}
      </span>
      <span className="line-name mono" data-failure={row.isFailure ? '' : undefined}>
        {plain(row.name, 60)}
      </span>
      <span className="line-what mono">{plain(row.what, 200)}</span>
      <span className="line-result mono">{plain(row.isHeld ? 'held' : row.result, 120)}</span>
      {isLoop && <span className="hidden-text">part of a loop</span>}
    </button>
  );
}

interface RepeatProps {
  readonly item: RepeatItem;
  readonly style: React.CSSProperties;
  readonly isLoop: boolean;
  readonly onToggle: (row: EventRow) => void;
}

/** `npm test ×421 ↺, unchanged since 12:40`, with the difference of two repeats one click away. */
function RepeatLine({ item, style, isLoop, onToggle }: RepeatProps): React.JSX.Element {
  const { rows, period, count, isOpen } = item;
  const [first] = rows;
  if (!first) return <></>;
  return (
    <div className="line repeat-line" data-loop={isLoop ? '' : undefined} style={style}>
      <button className="repeat-open" data-row aria-expanded={isOpen} onClick={() => onToggle(first)}>
        <span className="line-seq">
          {first.seq}–{rows.at(-1)?.seq}
        </span>
        <span className="line-time" title={dateTime(first.at)}>
          {clock(first.at)}
        </span>
        <span className="line-what mono">
          {isOpen ? '▾' : '▸'} {roundText(rows.slice(0, period))}
        </span>
        <strong className="repeat-count">×{whole(count)} ↺</strong>
        <span className="line-result">{changeText(item)}</span>
      </button>
      <button className="button plain" onClick={() => setQuery({ compare: pairOf(item), event: '' })}>
        What differs
      </button>
    </div>
  );
}

/** The steps of one round: `Edit src/tax.ts → npm test`. */
function roundText(round: readonly EventRow[]): string {
  const acts = round.filter(({ isDerived }) => !isDerived);
  const texts = (acts.length === 0 ? round : acts).map(({ name, what, kind }) =>
    plain(kind === 'delta' ? what : `${name} ${what}`, 70).trim(),
  );
  return plain(texts.join(' → '), 160);
}

function changeText({ unchangedSince, rows }: RepeatItem): string {
  if (rows.every(({ result }) => result === '')) return '';
  return unchangedSince === null ? 'results change' : `unchanged since ${clock(unchangedSince)}`;
}

/** The same step of the first and the last round: the one that fails, or the first. */
function pairOf({ rows, period, count }: RepeatItem): string {
  const round = rows.slice(0, period);
  const step = Math.max(
    0,
    round.findIndex(({ isFailure, isDerived }) => isFailure && !isDerived),
  );
  return `${rows[step]?.seq ?? ''},${rows[(count - 1) * period + step]?.seq ?? ''}`;
}

interface InterventionProps {
  readonly item: InterventionItem;
  readonly style: React.CSSProperties;
}

function InterventionLine({ item, style }: InterventionProps): React.JSX.Element {
  const { intervention, times } = item;
  const { at, by, what, brief } = intervention;
  return (
    <div className="line intervention-line" style={style} title={plain(brief, 200)}>
      <span className="line-seq" aria-hidden="true">
        ◆
      </span>
      <span className="line-time" title={dateTime(at)}>
        {clock(at)}
      </span>
      <strong>
        {deed(what)}
        {times > 1 && ` ×${whole(times)}`}
      </strong>
      <span className="quiet">by {plain(by, 40)}</span>
      <span className="line-next">{nextText(item)}</span>
    </div>
  );
}

export function nextText({ next, isIgnored }: InterventionItem): string {
  if (!next) return 'no event since';
  const text = plain(`${next.name} ${next.what}`, 100).trim();
  return isIgnored ? `ignored; next: ${text} again` : `next: ${text}`;
}
