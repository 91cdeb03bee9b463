import { useState } from 'react';
import { api } from '../api/client.js';
import type { Loop, StoredEvent } from '../contract.js';
import { dateTime, plain, words } from '../format.js';
import { operatorName } from '../operator.js';
import { useDoing } from '../parts/ask.js';
import { CopyButton, curlOf, Panel } from '../parts/bits.js';
import { Fact } from '../parts/fact.js';
import { encodeId } from '../encode.js';
import { setQuery } from '../route.js';
import { spanOf } from './event-rows.js';
import { SideBySide } from './repeats.js';
import { Says } from '../parts/form.js';

const RUNGS = ['observe', 'nudge', 'redirect', 'block', 'pause', 'stop'] as const;

interface Props {
  readonly loop: Loop;
  readonly events: readonly StoredEvent[];
  readonly onChange: () => void;
  readonly isFirst: boolean;
}

export function LoopCard({ loop, events, onChange, isFirst }: Props): React.JSX.Element {
  const [isOpen, setOpen] = useState<boolean>();
  if (!(isOpen ?? isFirst)) return <LoopLine loop={loop} onOpen={() => setOpen(true)} />;
  return (
    <Panel
      title={words(loop.category)}
      className="loop-card"
      note={<OutcomeWord loop={loop} />}
      end={
        <>
          <CopyButton text={() => JSON.stringify(loop, null, 2)}>Copy JSON</CopyButton>
          <CopyButton text={() => curlOf('GET', `/v1/sessions/${encodeId(loop.session_id)}/loops`)}>
            Copy curl
          </CopyButton>
        </>
      }
    >
      <div className="body stack">
        <p className="mono loop-brief">{plain(loop.brief, 400)}</p>
        <Ladder rung={loop.rung} count={loop.count} />
        <LoopFacts loop={loop} />
        <SideBySide loop={loop} events={events} />
        <RecoveryText loop={loop} />
        <Feedback loop={loop} onChange={onChange} />
      </div>
    </Panel>
  );
}

function LoopLine({ loop, onOpen }: { readonly loop: Loop; readonly onOpen: () => void }): React.JSX.Element {
  return (
    <button className="panel loop-line" onClick={onOpen} aria-expanded="false">
      <strong>{words(loop.category)}</strong>
      <OutcomeWord loop={loop} />
      <span className="mono">{plain(loop.brief, 200)}</span>
      <span className="quiet">
        {plain(loop.rung, 20)} {loop.count}×
      </span>
    </button>
  );
}

function LoopFacts({ loop }: { readonly loop: Loop }): React.JSX.Element {
  const { count, window, elements, variations } = loop.evidence;
  const [first, last] = spanOf(loop);
  return (
    <dl className="facts">
      <Fact name="Detector">{plain(loop.detector, 80)}</Fact>
      <Fact name="Sure">{Math.round(loop.score * 100)} %</Fact>
      <Fact name="Seen">
        {count}×, looking back {window}
      </Fact>
      <Fact name="Events">
        <button className="link" onClick={() => setQuery({ event: String(first) })}>
          {first === last ? first : `${first}–${last}`}
        </button>
      </Fact>
      <Fact name="Last">{dateTime(loop.last_at)}</Fact>
      {elements.length > 0 && (
        <Fact name="Repeats">
          <span className="mono">{plain(elements.slice(0, 6).join(', '), 300)}</span>
        </Fact>
      )}
      {variations.length > 0 && (
        <Fact name="Varies in">
          <span className="mono">{plain(variations.slice(0, 6).join(', '), 300)}</span>
        </Fact>
      )}
    </dl>
  );
}

function OutcomeWord({ loop }: { readonly loop: Loop }): React.JSX.Element {
  const text = loop.feedback === 'false-positive' ? 'false alarm' : loop.outcome;
  return (
    <span className="outcome" data-outcome={loop.outcome}>
      {text}
    </span>
  );
}

/** How far the guard has gone with this loop. */
function Ladder({ rung, count }: { readonly rung: string; readonly count: number }): React.JSX.Element {
  const at = RUNGS.findIndex((one) => one === rung);
  return (
    <ol className="ladder" aria-label={`Ladder: ${rung}, acted on ${count} times`}>
      {RUNGS.map((one, i) => (
        <li key={one} data-on={i <= at ? '' : undefined} aria-current={i === at ? 'step' : undefined}>
          {one}
        </li>
      ))}
    </ol>
  );
}

function RecoveryText({ loop }: { readonly loop: Loop }): React.JSX.Element | null {
  if (loop.text === '') return null;
  return (
    <div>
      <div className="row">
        <h3>What the agent was told</h3>
        <span style={{ flex: 1 }} />
        <CopyButton text={() => loop.text}>Copy</CopyButton>
      </div>
      <pre className="text-block" tabIndex={0}>
        {plain(loop.text)}
      </pre>
    </div>
  );
}

function Feedback({ loop, onChange }: Pick<Props, 'loop' | 'onChange'>): React.JSX.Element {
  const doing = useDoing();
  const tell = (verdict: 'correct' | 'false-positive'): void =>
    doing.run(async () => {
      await api.feedback(loop.id, { operator_id: operatorName(), verdict });
      onChange();
      return 'Noted.';
    });
  return (
    <div className="row">
      <span className="quiet">Was it a loop?</span>
      <button
        className="button"
        aria-pressed={loop.feedback === 'correct'}
        disabled={doing.isBusy}
        onClick={() => tell('correct')}
      >
        Yes
      </button>
      <button
        className="button"
        aria-pressed={loop.feedback === 'false-positive'}
        disabled={doing.isBusy}
        onClick={() => tell('false-positive')}
      >
        No, a false alarm
      </button>
      <Says problem={doing.problem} done={doing.done} />
    </div>
  );
}
