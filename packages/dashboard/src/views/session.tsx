import { api } from '../api/client.js';
import { useMemo } from 'react';
import type { DagGraph, FigureId, Loop, SessionDetail, StoredEvent } from '../contract.js';
import { dateTime, money, plain, rungsText, score, short, whole } from '../format.js';
import { useAsk } from '../parts/ask.js';
import { CopyButton, curlOf, StateMark } from '../parts/bits.js';
import { Fact } from '../parts/fact.js';
import { AmountFacts, FigureFact } from '../parts/figure.js';
import { encodeId } from '../encode.js';
import { hrefOf } from '../route.js';
import { AuditTrail } from '../session/audit.js';
import { Console } from '../session/console.js';
import { CausalDag } from '../session/graph/dag.js';
import { useSession } from '../session/load.js';
import { CapturedPacket } from '../session/loop/packet.js';
import { LoopCard } from '../session/loop/loop-card.js';
import { outcomesText } from '../session/outcomes.js';
import { ScorePlot } from '../session/graph/plot.js';
import { momentsOf } from '../session/timeline/moments.js';
import { Timeline } from '../session/timeline/timeline.js';

interface Props {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Loops first, then plot, timeline and causes; the commands are beside them. */
export function SessionView({ id, query }: Props): React.JSX.Element {
  const session = useSession(id);
  const { detail, events, loops, points } = session;
  const stamp = `${id} ${detail?.version ?? 0}`;
  const dag = useAsk(`dag ${stamp}`, () => api.dag(id));
  const selected = /^\d+$/.test(query['event'] ?? '') ? Number(query['event']) : null;
  const interventions = dag.data?.interventions ?? NONE;
  const moments = useMemo(() => momentsOf(events, interventions), [events, interventions]);
  if (!detail) return <Missing id={id} problem={session.problem} />;
  return (
    <div className="view session-view">
      <Head detail={detail} />
      <div className="session-side">
        <Console detail={detail} events={events} onChange={session.reload} />
      </div>
      <div className="session-main">
        <LoopCards loops={loops} events={events} onChange={session.reload} />
        {points.length > 0 && (
          <ScorePlot {...{ points, loops, config: session.config, interventions: moments }} />
        )}
        <Timeline
          {...{ id, events, loops, interventions, selected, compare: query['compare'] }}
          {...{ earlier: session.earlier, onEarlier: session.loadEarlier }}
        />
        {dag.data && dag.data.nodes.length > 0 && <CausalDag dag={dag.data} />}
      </div>
      <div className="session-more">
        {detail.packet && <CapturedPacket packet={detail.packet} />}
        <AuditTrail session={id} stamp={stamp} />
      </div>
    </div>
  );
}

const NONE: DagGraph['interventions'] = [];

interface CardsProps {
  readonly loops: readonly Loop[];
  readonly events: readonly StoredEvent[];
  readonly onChange: () => void;
}

/** Shows the newest loop in full, and the others as one line each until a person opens them. */
function LoopCards({ loops, events, onChange }: CardsProps): React.JSX.Element {
  const newest = loops.toSorted((a, b) => b.last_at - a.last_at || a.id.localeCompare(b.id));
  return (
    <>
      {newest.map((loop, i) => (
        <LoopCard key={loop.id} {...{ loop, events, onChange, isFirst: i === 0 }} />
      ))}
    </>
  );
}

function Missing({ id, problem }: { readonly id: string; readonly problem: string }): React.JSX.Element {
  return (
    <div className="view">
      <div className="view-head">
        <h1>{plain(id, 120)}</h1>
      </div>
      <p className={problem === '' ? 'quiet' : 'problem'}>{problem === '' ? 'Loading…' : problem}</p>
      <p>
        <a className="button" href={hrefOf('sessions')}>
          All sessions
        </a>
      </p>
    </div>
  );
}

function Head({ detail }: { readonly detail: SessionDetail }): React.JSX.Element {
  const path = `/v1/sessions/${encodeId(detail.id)}/export`;
  return (
    <div className="session-head">
      <div className="view-head">
        <h1>{plain(detail.agent_id || detail.id, 120)}</h1>
        <StateMark state={detail.node_state} />
        <span className="mono quiet">{plain(detail.id, 80)}</span>
        <span className="row end">
          <CopyButton text={() => JSON.stringify(detail, null, 2)}>Copy JSON</CopyButton>
          <CopyButton text={() => curlOf('GET', path)}>Copy curl</CopyButton>
          <a className="button plain" href={path} download={`${detail.id}.json`}>
            Export
          </a>
        </span>
      </div>
      <Facts detail={detail} />
    </div>
  );
}

function Facts({ detail }: { readonly detail: SessionDetail }): React.JSX.Element {
  const { ladder, wasted, saved } = detail;
  return (
    <dl className="facts strip">
      {detail.model !== '' && <Fact name="Model">{plain(detail.model, 60)}</Fact>}
      {detail.entropy_score !== null && (
        <Fact name="Entropy" meaning="How much the newest steps differ: 1 all of them, near 0 hardly any.">
          {score(detail.entropy_score)}
        </Fact>
      )}
      {detail.discrepancy && (
        <Fact name="Reported by the agent">
          {score(detail.discrepancy.reported_score)} where {score(detail.discrepancy.entropy_score)} was
          computed, {whole(detail.discrepancy.count)}×
        </Fact>
      )}
      <Counts detail={detail} />
      <AmountFacts {...{ of: 'session', wasted, saved }} />
      {detail.state !== 'ended' && (
        <Fact name="Told to" meaning="What the gateway answered to the newest event.">
          {plain(detail.action, 20)}
        </Fact>
      )}
      {ladder.rungs.length > 0 && (
        <Fact
          name="What was done"
          meaning="The interventions in this session that happened, with their number."
        >
          {rungsText(ladder.rungs)}
          {ladder.gate !== null && `, ${plain(ladder.gate, 20)} holds`}
        </Fact>
      )}
      {detail.outcomes && <Fact name="Actions">{outcomesText(detail.outcomes)}</Fact>}
      <Fact name="Seen" meaning="When the newest event came.">
        {dateTime(detail.updated_at)}
      </Fact>
    </dl>
  );
}

function Counts({ detail }: { readonly detail: SessionDetail }): React.JSX.Element {
  const { events, held, tokens, cost, loops, open_loops, resets, refused } = detail;
  const shown: readonly (readonly [FigureId, string, number, string])[] = [
    ['session.held', 'Held', held, whole(held)],
    ['session.tokens', 'Tokens', tokens, short(tokens)],
    ['session.cost', 'Cost', cost, money(cost)],
    ['session.loops', 'Loops', loops, whole(loops)],
    ['session.open_loops', 'Open loops', open_loops, whole(open_loops)],
    ['session.resets', 'Resets', resets, whole(resets)],
    ['session.refused', 'Refused', refused, whole(refused)],
  ];
  return (
    <>
      <FigureFact figure="session.events" name="Events">
        {whole(events)}
      </FigureFact>
      {shown.map(
        ([figure, name, value, text]) =>
          value > 0 && (
            <FigureFact key={figure} {...{ figure, name }}>
              {text}
            </FigureFact>
          ),
      )}
    </>
  );
}
