import { useState } from 'react';
import { api } from '../api/client.js';
import type { SessionDetail, StoredEvent } from '../contract.js';
import { clock, plain } from '../format.js';
import { operatorName, setOperatorName } from '../operator.js';
import { type Doing, useDoing } from '../parts/ask.js';
import { CopyButton, curlOf, Panel } from '../parts/bits.js';
import { encodeId } from '../encode.js';
import { Gates } from './gates.js';
import { Override } from './loop/override.js';
import { RewriteHeld } from './rewrite.js';
import type { Send } from './send.js';
import { Says } from '../parts/form.js';

interface ConsoleProps {
  readonly detail: SessionDetail;
  readonly events: readonly StoredEvent[];
  readonly onChange: () => void;
}

/** The commands for a session, the most urgent first. */
export function Console({ detail, events, onChange }: ConsoleProps): React.JSX.Element {
  const doing = useDoing();
  const send: Send = (name, body, says) =>
    doing.run(async () => {
      const ack = await api.command(detail.id, name, { operator_id: operatorName(), ...body });
      onChange();
      const steps = ack.forwarded === 1 ? 'step' : 'steps';
      const forwarded = ack.forwarded > 0 ? ` ${ack.forwarded} held ${steps} went on.` : '';
      return ack.changed ? says + forwarded : 'Nothing changed.';
    });
  const held = events.filter((event) => event.held);
  return (
    <Panel title="Step in" className="console" note={<Operator />}>
      <div className="body stack">
        {detail.paused && (
          <p className="paused-note">
            Paused by {plain(detail.paused.by, 80)} at {clock(detail.paused.at)}
            {detail.paused.reason === '' ? '' : `: ${plain(detail.paused.reason, 300)}`}
          </p>
        )}
        {isAskedToWait(detail) && (
          <p className="paused-note">
            The guard told the agent to {detail.action === 'pause' ? 'wait for a person' : 'stop'}.
          </p>
        )}
        <MainCommands detail={detail} doing={doing} send={send} />
        <Says problem={doing.problem} done={doing.done} />
        <Gates detail={detail} onChange={onChange} />
        {detail.state !== 'ended' && <Inject doing={doing} send={send} />}
        {detail.pending.length > 0 && (
          <p className="quiet">
            Waits for the next message of the agent:{' '}
            {plain(detail.pending.map(({ text }) => text).join(' · '), 400)}
          </p>
        )}
        {held.length > 0 && <RewriteHeld id={detail.id} held={held} onChange={onChange} />}
        {detail.state !== 'ended' && <Override detail={detail} doing={doing} send={send} />}
      </div>
    </Panel>
  );
}

function Operator(): React.JSX.Element {
  const [name, setName] = useState(operatorName);
  return (
    <label className="row operator">
      as
      <input
        className="field"
        aria-label="Your name, for the audit trail"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => setOperatorName(name)}
      />
    </label>
  );
}

/** The guard, not a person, keeps the agent waiting. */
function isAskedToWait({ state, action, open_gates }: SessionDetail): boolean {
  return state === 'active' && open_gates === 0 && (action === 'pause' || action === 'stop');
}

interface CommandProps {
  readonly detail: SessionDetail;
  readonly doing: Doing;
  readonly send: Send;
}

function MainCommands({ detail, doing, send }: CommandProps): React.JSX.Element {
  const path = `/gateway/sessions/${encodeId(detail.id)}`;
  const waits = detail.state === 'paused' || isAskedToWait(detail);
  const name = waits ? 'unpause' : 'pause';
  const body = { operator_id: operatorName() };
  if (detail.state === 'ended') return <p className="quiet">The session has ended.</p>;
  return (
    <div className="row">
      <button
        className="button main-action"
        disabled={doing.isBusy}
        onClick={() => send(name, {}, waits ? 'It goes on.' : 'Paused.')}
      >
        {waits ? 'Resume' : 'Pause'}
      </button>
      {isAskedToWait(detail) && (
        <button className="button" disabled={doing.isBusy} onClick={() => send('pause', {}, 'Paused.')}>
          Pause
        </button>
      )}
      <EndButton {...{ detail, doing, send }} />
      <CopyButton text={() => curlOf('POST', `${path}/${name}`, body)}>Copy curl</CopyButton>
    </div>
  );
}

function EndButton({ doing, send }: CommandProps): React.JSX.Element {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <button className="button danger" disabled={doing.isBusy} onClick={() => setAsked(true)}>
        End
      </button>
    );
  return (
    <>
      <button className="button danger" disabled={doing.isBusy} onClick={() => send('end', {}, 'Ended.')}>
        End it for good
      </button>
      <button className="button plain" onClick={() => setAsked(false)}>
        Keep it
      </button>
    </>
  );
}

function Inject({ doing, send }: Omit<CommandProps, 'detail'>): React.JSX.Element {
  const [text, setText] = useState('');
  return (
    <form
      className="stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        send('inject', { message: text }, 'The agent reads it with its next message.');
        setText('');
      }}
    >
      <label className="label">
        Tell the agent
        <textarea
          className="field"
          value={text}
          maxLength={20_000}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="row">
        <button className="button" disabled={doing.isBusy || text.trim() === ''}>
          Send
        </button>
      </div>
    </form>
  );
}
