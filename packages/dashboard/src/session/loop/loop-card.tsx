import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Loop, Rungs, StoredEvent } from '../../contract.js';
import { dateTime, plain, whole, words } from '../../format.js';
import { operatorName } from '../../operator.js';
import { useDoing } from '../../parts/ask.js';
import { CopyButton, curlOf, Panel } from '../../parts/bits.js';
import { Fact } from '../../parts/fact.js';
import { AmountFacts, FigureFact, useDefinition } from '../../parts/figure.js';
import { encodeId } from '../../encode.js';
import { setQuery } from '../../route.js';
import { spanOf } from '../timeline/event-rows.js';
import { variationsOf } from './compare.js';
import { MuteLoop } from './mute.js';
import { outcomeOf, outcomeWord } from './outcome.js';
import { SideBySide } from './repeats.js';
import { Says } from '../../parts/form.js';

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
        <Ladder rungs={loop.figures.rungs} />
        <LoopFacts loop={loop} />
        <SideBySide loop={loop} events={events} />
        <RecoveryText loop={loop} />
        <Feedback loop={loop} onChange={onChange} />
        <MuteLoop loop={loop} />
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
      <span className="quiet">{whole(loop.figures.repeats)} repeats</span>
    </button>
  );
}

function LoopFacts({ loop }: { readonly loop: Loop }): React.JSX.Element {
  const { elements } = loop.evidence;
  const variations = variationsOf(loop);
  const [first, last] = spanOf(loop);
  return (
    <dl className="facts">
      <Fact name="Detector" meaning="The rule that found it. Settings say what each detector reports.">
        {plain(loop.detector, 80)}
      </Fact>
      <Fact name="Confidence" meaning="The probability that this is a loop.">
        {Math.round(loop.score * 100)} %
      </Fact>
      <LoopCounts loop={loop} />
      <Fact name="Events">
        <button className="link" onClick={() => setQuery({ event: String(first) })}>
          {first === last ? first : `${first}–${last}`}
        </button>
      </Fact>
      <Fact name="Last">{dateTime(loop.last_at)}</Fact>
      {elements.length > 0 && (
        <Fact name="What repeats">
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

function LoopCounts({ loop }: { readonly loop: Loop }): React.JSX.Element {
  const { repeats, since, resets, refused, wasted, saved } = loop.figures;
  return (
    <>
      <FigureFact figure="loop.repeats" name="Repeats">
        {whole(repeats)}
      </FigureFact>
      <FigureFact figure="loop.since" name="Found">
        {dateTime(since)}
      </FigureFact>
      {resets > 0 && (
        <FigureFact figure="loop.resets" name="Resets">
          {whole(resets)}
        </FigureFact>
      )}
      {refused > 0 && (
        <FigureFact figure="loop.refused" name="Refused">
          {whole(refused)}
        </FigureFact>
      )}
      <AmountFacts {...{ of: 'loop', wasted, saved }} />
    </>
  );
}

/** The outcome of the loop; a loop that continues has none yet. */
function OutcomeWord({ loop }: { readonly loop: Loop }): React.JSX.Element {
  const ignored = useDefinition('loop.is_ignored')?.definition;
  return (
    <>
      <span
        className="outcome"
        data-outcome={outcomeOf(loop)}
        data-figure="loop.outcome"
        title={useDefinition(loop.figures.is_going ? 'loop.is_going' : 'loop.outcome')?.definition}
      >
        {outcomeWord(loop)}
      </span>
      {loop.figures.is_ignored && ' · '}
      {loop.figures.is_ignored && (
        <span className="ignored" data-figure="loop.is_ignored" title={ignored}>
          agent ignored it
        </span>
      )}
    </>
  );
}

/** The interventions because of this loop, the mildest first. */
function Ladder({ rungs }: { readonly rungs: Rungs }): React.JSX.Element {
  const meaning = useDefinition('loop.rungs')?.definition;
  if (rungs.length === 0) return <p className="quiet">The guard has not intervened yet.</p>;
  return (
    <ol className="ladder" aria-label="What was done" title={meaning} data-figure="loop.rungs">
      {rungs.map(({ rung, times, last_at }, i) => (
        <li
          key={rung}
          title={`Last at ${dateTime(last_at)}`}
          aria-current={i === rungs.length - 1 ? 'step' : undefined}
        >
          {plain(rung, 20)} {times}×
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
        <h3>Message to the agent</h3>
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
