import { api } from '../api/client.js';
import type { SessionDetail } from '../contract.js';
import { dateTime, money, plain, score, short, whole } from '../format.js';
import { useAsk } from '../parts/ask.js';
import { CopyButton, curlOf, Panel, StateMark } from '../parts/bits.js';
import { Fact } from '../parts/fact.js';
import { encodeId } from '../encode.js';
import { hrefOf } from '../route.js';
import { AuditTrail } from '../session/audit.js';
import { Console } from '../session/console.js';
import { CausalDag } from '../session/dag.js';
import { useSession } from '../session/load.js';
import { CapturedPacket } from '../session/packet.js';
import { LoopCard } from '../session/loop-card.js';
import { ScorePlot } from '../session/plot.js';
import { Timeline } from '../session/timeline.js';

interface Props {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

export function SessionView({ id, query }: Props): React.JSX.Element {
  const session = useSession(id);
  const { detail, events, loops, points } = session;
  const stamp = `${id} ${detail?.version ?? 0}`;
  const dag = useAsk(`dag ${stamp}`, () => api.dag(id));
  const selected = /^\d+$/.test(query['event'] ?? '') ? Number(query['event']) : null;
  if (!detail) return <Missing id={id} problem={session.problem} />;
  const newest = loops.toSorted((a, b) => b.last_at - a.last_at);
  return (
    <div className="view session-view">
      <Head detail={detail} />
      <div className="session-main">
        {points.length > 0 && <ScorePlot points={points} loops={loops} limits={session.config?.entropy} />}
        <Timeline
          {...{ id, events, loops, selected, earlier: session.earlier, onEarlier: session.loadEarlier }}
        />
        {dag.data && dag.data.nodes.length > 0 && <CausalDag dag={dag.data} loops={loops} />}
      </div>
      <div className="session-side">
        <Console detail={detail} events={events} onChange={session.reload} />
        {newest.map((loop) => (
          <LoopCard key={loop.id} loop={loop} events={events} onChange={session.reload} />
        ))}
        {loops.length === 0 && (
          <Panel title="No loops">
            <p className="body quiet">Nothing was found in this session.</p>
          </Panel>
        )}
        {detail.packet && <CapturedPacket packet={detail.packet} />}
        <AuditTrail session={id} stamp={stamp} />
      </div>
    </div>
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
    <div className="view-head session-head">
      <h1>{plain(detail.agent_id || detail.id, 120)}</h1>
      <StateMark state={detail.node_state} />
      <dl className="facts inline">
        <Fact name="Session">
          <span className="mono">{plain(detail.id, 80)}</span>
        </Fact>
        {detail.model !== '' && <Fact name="Model">{plain(detail.model, 60)}</Fact>}
        <Fact name="Entropy">{score(detail.entropy_score)}</Fact>
        <Fact name="Events">{whole(detail.events)}</Fact>
        {detail.tokens > 0 && <Fact name="Tokens">{short(detail.tokens)}</Fact>}
        {detail.cost > 0 && <Fact name="Cost">{money(detail.cost)}</Fact>}
        <Fact name="Told to">{plain(detail.action, 20)}</Fact>
        {detail.ladder && detail.ladder.count > 0 && (
          <Fact name="Ladder">
            {plain(detail.ladder.rung, 20)}, {detail.ladder.count}×
            {detail.ladder.gate !== null && `, ${plain(detail.ladder.gate, 20)} holds`}
          </Fact>
        )}
        {detail.saved && detail.saved.tokens > 0 && (
          <Fact name="Saved">about {short(detail.saved.tokens)} tokens</Fact>
        )}
        <Fact name="Seen">{dateTime(detail.updated_at)}</Fact>
      </dl>
      <span className="row">
        <CopyButton text={() => JSON.stringify(detail, null, 2)}>Copy JSON</CopyButton>
        <CopyButton text={() => curlOf('GET', path)}>Copy curl</CopyButton>
        <a className="button plain" href={path} download={`${detail.id}.json`}>
          Export
        </a>
      </span>
      {detail.summary !== '' && <p className="note summary">{plain(detail.summary, 300)}</p>}
    </div>
  );
}
