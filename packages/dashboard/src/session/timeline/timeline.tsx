import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Loop, StoredEvent } from '../../contract.js';
import { dateTime, plain, whole } from '../../format.js';
import { CopyButton, curlOf, Panel } from '../../parts/bits.js';
import { encodeId } from '../../encode.js';
import { setQuery } from '../../route.js';
import { Difference, readCompared } from './difference.js';
import { type EventRow, fullText, loopAt, rowOf, spanOf } from './event-rows.js';
import { indexOfEvent, type Intervention, timelineItems, type TimelineItem } from './items.js';
import { ROW, TimelineLine } from './lines.js';

interface Props {
  readonly id: string;
  readonly events: readonly StoredEvent[];
  readonly loops: readonly Loop[];
  readonly interventions: readonly Intervention[];
  readonly selected: number | null;
  /** `compare` of the URL. */
  readonly compare: string | undefined;
  readonly earlier: number;
  readonly onEarlier: () => void;
}

export function Timeline(props: Props): React.JSX.Element {
  const { events, loops, interventions, selected, earlier } = props;
  const rows = useMemo(() => events.map(rowOf), [events]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const open = useMemo(
    () => new Set([...opened, ...(selected === null ? [] : [selected])]),
    [opened, selected],
  );
  const items = useMemo(
    () => timelineItems({ rows, loops, interventions, open }),
    [rows, loops, interventions, open],
  );
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    ...{ count: items.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 20 },
  });
  useStay({ items, loops, selected, box, scroll: (index, align) => list.scrollToIndex(index, { align }) });
  const chosen = selected === null ? undefined : rows.find(({ seq }) => seq === selected);
  const compared = readCompared(props.compare);
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
            const item = items[index];
            if (!item) return null;
            const line = { item, start, selected, isLoop: isLoopLine(item, loops) };
            return (
              <TimelineLine
                key={keyOf(item)}
                {...line}
                onToggle={(row) => setOpened((old) => toggled(old, row))}
              />
            );
          })}
        </div>
        {rows.length === 0 && <p className="body quiet">No events are stored.</p>}
      </div>
      {compared && <Difference {...{ rows, compared }} />}
      {chosen && <Chosen id={props.id} row={chosen} />}
    </Panel>
  );
}

function toggled(open: ReadonlySet<number>, { seq }: EventRow): ReadonlySet<number> {
  const next = new Set(open);
  if (!next.delete(seq)) next.add(seq);
  return next;
}

function keyOf(item: TimelineItem): string {
  if (item.kind === 'intervention') return `i ${item.intervention.at} ${item.intervention.what}`;
  return item.kind === 'repeat' ? `r ${item.rows[0]?.seq ?? ''}` : `e ${item.row.seq}`;
}

function isLoopLine(item: TimelineItem, loops: readonly Loop[]): boolean {
  if (item.kind === 'intervention') return false;
  const rows = item.kind === 'event' ? [item.row] : item.rows;
  return rows.some(({ seq }) => loopAt(loops, seq) !== undefined);
}

interface Stay {
  readonly items: readonly TimelineItem[];
  readonly loops: readonly Loop[];
  readonly selected: number | null;
  readonly box: React.RefObject<HTMLDivElement | null>;
  readonly scroll: (index: number, align: 'center' | 'start') => void;
}

/** Scrolls once to the event of the URL or to the newest loop; without either, it follows the newest event. */
function useStay({ items, loops, selected, box, scroll }: Stay): void {
  const shown = useRef<number | null>(null);
  const isAtLoop = useRef(false);
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
    const target = selected ?? (isAtLoop.current ? null : startOfNewest(loops));
    const index = target === null ? -1 : indexOfEvent(items, target);
    if (index >= 0 && shown.current !== target) {
      shown.current = target;
      isAtLoop.current = true;
      scroll(index, selected === null ? 'start' : 'center');
    } else if (selected === null && !isAtLoop.current && isAtEnd.current && items.length > 0)
      scroll(items.length - 1, 'center');
  });
}

function startOfNewest(loops: readonly Loop[]): number | null {
  const newest = loops.toSorted((a, b) => b.last_at - a.last_at || a.id.localeCompare(b.id))[0];
  return newest ? spanOf(newest)[0] : null;
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
