import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { Loop, StoredEvent } from '../contract.js';
import { clock, dateTime, plain, whole } from '../format.js';
import { CopyButton, curlOf, Panel } from '../parts/bits.js';
import { encodeId } from '../encode.js';
import { setQuery } from '../route.js';
import { type EventRow, fullText, loopAt, rowOf } from './event-rows.js';

interface Props {
  readonly id: string;
  readonly events: readonly StoredEvent[];
  readonly loops: readonly Loop[];
  readonly selected: number | null;
  readonly earlier: number;
  readonly onEarlier: () => void;
}

const ROW = 30;

export function Timeline(props: Props): React.JSX.Element {
  const { events, loops, selected, earlier } = props;
  const rows = useMemo(() => events.map(rowOf), [events]);
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    ...{ count: rows.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 20 },
  });
  useStay(rows, selected, box, (index) => list.scrollToIndex(index, { align: 'center' }));
  const chosen = selected === null ? undefined : rows.find(({ seq }) => seq === selected);
  return (
    <Panel
      title="Timeline"
      className="timeline"
      note={`${whole(rows.length)} events`}
      end={
        earlier > 0 && (
          <button className="button plain" onClick={props.onEarlier}>
            {whole(earlier)} earlier
          </button>
        )
      }
    >
      <div className="timeline-scroll" ref={box} role="group" tabIndex={0} aria-label="Events">
        <div style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            const loop = row && loopAt(loops, row.seq);
            return row && <Line key={row.seq} {...{ row, start, loop, isOn: row.seq === selected }} />;
          })}
        </div>
        {rows.length === 0 && <p className="body quiet">No events are kept.</p>}
      </div>
      {chosen && <Chosen id={props.id} row={chosen} />}
    </Panel>
  );
}

/** Follows the newest event as long as the person is at the end; goes to the event of the address once. */
function useStay(
  rows: readonly EventRow[],
  selected: number | null,
  box: React.RefObject<HTMLDivElement | null>,
  scroll: (index: number) => void,
): void {
  const shown = useRef<number | null>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    const note = (): void => {
      if (element)
        isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < ROW * 2;
    };
    element?.addEventListener('scroll', note);
    return () => element?.removeEventListener('scroll', note);
  }, [box]);
  useEffect(() => {
    const index = selected === null ? -1 : rows.findIndex(({ seq }) => seq === selected);
    if (index >= 0 && shown.current !== selected) {
      shown.current = selected;
      scroll(index);
    } else if (selected === null && isAtEnd.current && rows.length > 0) scroll(rows.length - 1);
  });
}

interface LineProps {
  readonly row: EventRow;
  readonly start: number;
  readonly loop: Loop | undefined;
  readonly isOn: boolean;
}

function Line({ row, start, loop, isOn }: LineProps): React.JSX.Element {
  return (
    <button
      className="line"
      data-row
      data-loop={loop ? '' : undefined}
      data-held={row.isHeld ? '' : undefined}
      aria-current={isOn ? 'true' : undefined}
      style={{ transform: `translateY(${start}px)`, height: ROW }}
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
      {loop && <span className="hidden-text">part of a loop</span>}
    </button>
  );
}

function Chosen({ id, row }: { readonly id: string; readonly row: EventRow }): React.JSX.Element {
  const path = `/v1/sessions/${encodeId(id)}/events?from=${row.seq}&limit=1`;
  return (
    <div className="body chosen">
      <div className="row">
        <strong>Event {row.seq}</strong>
        <span className="quiet">{dateTime(row.at)}</span>
        <span style={{ flex: 1 }} />
        <CopyButton text={() => fullText(row.event)}>Copy JSON</CopyButton>
        <CopyButton text={() => curlOf('GET', path)}>Copy curl</CopyButton>
        <CopyButton text={() => window.location.href}>Copy link</CopyButton>
        <button className="button plain" onClick={() => setQuery({ event: '' })}>
          Close
        </button>
      </div>
      <pre className="text-block" tabIndex={0}>
        {plain(fullText(row.event))}
      </pre>
    </div>
  );
}
