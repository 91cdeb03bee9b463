import { api } from '../api/client.js';
import type { Loop, StoredEvent } from '../contract.js';
import { dateTime, plain, words } from '../format.js';
import { operatorName } from '../operator.js';
import { useDoing } from '../parts/ask.js';
import { CopyButton, curlOf, Panel } from '../parts/bits.js';
import { Fact } from '../parts/fact.js';
import { encodeId } from '../encode.js';
import { setQuery } from '../route.js';
import { compareTexts, type Piece } from './compare.js';
import { evidenceOf, rowOf, spanOf } from './event-rows.js';
import { Says } from '../parts/form.js';

const RUNGS = ['observe', 'nudge', 'redirect', 'block', 'pause', 'stop'] as const;

interface Props {
  readonly loop: Loop;
  readonly events: readonly StoredEvent[];
  readonly onChange: () => void;
}

export function LoopCard({ loop, events, onChange }: Props): React.JSX.Element {
  const { count, window, elements, variations } = evidenceOf(loop);
  const [first, last] = spanOf(loop);
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
        <dl className="facts">
          <Fact name="Detector">{plain(loop.detector, 80)}</Fact>
          <Fact name="Sure">{Math.round(loop.score * 100)} %</Fact>
          <Fact name="Seen">
            {count ?? loop.count}×{window === null ? '' : `, looking back ${window}`}
          </Fact>
          <Fact name="Events">
            <button className="link" onClick={() => setQuery({ event: String(first) })}>
              {first}–{last}
            </button>
          </Fact>
          <Fact name="Last">{dateTime(loop.last_at)}</Fact>
          {elements.length > 0 && <Fact name="Repeats">{plain(elements.slice(0, 6).join(', '), 300)}</Fact>}
          {variations.length > 0 && (
            <Fact name="Varies in">{plain(variations.slice(0, 6).join(', '), 300)}</Fact>
          )}
        </dl>
        <SideBySide loop={loop} events={events} />
        <RecoveryText loop={loop} />
        <Feedback loop={loop} onChange={onChange} />
      </div>
    </Panel>
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

/** The first, one in the middle and the last repeat: enough to see that they are the same. */
function chosenSeqs(seqs: readonly number[]): readonly number[] {
  const middle = seqs[Math.floor(seqs.length / 2)];
  return [...new Set([seqs[0], middle, seqs.at(-1)])].filter((seq) => seq !== undefined);
}

function SideBySide({ loop, events }: Omit<Props, 'onChange'>): React.JSX.Element | null {
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const { events: seqs, examples } = evidenceOf(loop);
  const rows = chosenSeqs(seqs).flatMap((seq) => {
    const event = bySeq.get(seq);
    return event ? [rowOf(event)] : [];
  });
  if (rows.length === 0)
    return examples.length === 0 ? null : (
      <pre className="text-block">{plain(examples.join('\n'), 4000)}</pre>
    );
  const whats = compareTexts(
    rows.map(({ what }) => plain(what, 2000)),
    false,
  );
  const results = compareTexts(
    rows.map(({ result }) => plain(result, 2000)),
    true,
  );
  return (
    <div className="repeats" style={{ gridTemplateColumns: `repeat(${rows.length}, minmax(0, 1fr))` }}>
      {rows.map((row, i) => (
        <div key={row.seq}>
          <button className="link" onClick={() => setQuery({ event: String(row.seq) })}>
            Event {row.seq}
          </button>
          <p className="mono repeat-name">{plain(row.name, 80)}</p>
          <Pieces of={whats[i] ?? []} />
          {row.result !== '' && <Pieces of={results[i] ?? []} />}
        </div>
      ))}
    </div>
  );
}

const SAYS: Readonly<Record<Piece['kind'], string>> = {
  same: '',
  differs: 'Differs between the repeats',
  masked: 'Differs, and does not count',
  redacted: 'Taken out: a secret',
};

function Pieces({ of }: { readonly of: readonly Piece[] }): React.JSX.Element {
  return (
    <pre className="text-block" tabIndex={0}>
      {of.map(({ kind, text }, i) =>
        kind === 'same' ? (
          text
        ) : (
          <mark key={i} className={kind} title={SAYS[kind]}>
            {text}
          </mark>
        ),
      )}
    </pre>
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
