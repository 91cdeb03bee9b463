import { useState } from 'react';
import { api } from '../api/client.js';
import type { Gate, SessionDetail } from '../contract.js';
import { ago, plain } from '../format.js';
import { operatorName } from '../operator.js';
import { useDoing } from '../parts/ask.js';
import { useNow } from '../parts/now.js';

interface Props {
  readonly detail: SessionDetail;
  readonly onChange: () => void;
}

/** Steps that wait for a decision. */
export function Gates({ detail, onChange }: Props): React.JSX.Element | null {
  const open = detail.gates.filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  return (
    <ul className="gates">
      {open.map((gate) => (
        <OpenGate key={gate.id} session={detail.id} gate={gate} onChange={onChange} />
      ))}
    </ul>
  );
}

interface GateProps {
  readonly session: string;
  readonly gate: Gate;
  readonly onChange: () => void;
}

function OpenGate({ session, gate, onChange }: GateProps): React.JSX.Element {
  const doing = useDoing();
  const now = useNow(1000);
  const [instead, setInstead] = useState('');
  const decide = (decision: 'approve' | 'rewrite' | 'reject'): void =>
    doing.run(async () => {
      await api.gate(session, gate.id, decision, {
        operator_id: operatorName(),
        ...(decision === 'rewrite' && { message: { action: { tool_call: instead } } }),
      });
      onChange();
      return '';
    });
  return (
    <li className="gate">
      <p>
        <strong>Asks for a decision:</strong> {plain(gate.intent, 300)}
      </p>
      <p className="mono">{plain(gate.tool_call, 300)}</p>
      <p className="quiet">
        {gate.on_timeout === 'approve' ? 'Approved' : 'Rejected'} by itself in {ago(now, gate.expires_at)}
      </p>
      <div className="row">
        <button className="button main-action" disabled={doing.isBusy} onClick={() => decide('approve')}>
          Approve
        </button>
        <button className="button danger" disabled={doing.isBusy} onClick={() => decide('reject')}>
          Reject
        </button>
      </div>
      <div className="row">
        <input
          className="field mono grow"
          aria-label="Do this instead"
          placeholder="Do this instead…"
          value={instead}
          onChange={(event) => setInstead(event.target.value)}
        />
        <button
          className="button"
          disabled={doing.isBusy || instead === ''}
          onClick={() => decide('rewrite')}
        >
          Rewrite
        </button>
      </div>
      {doing.problem !== '' && <p className="problem">{doing.problem}</p>}
    </li>
  );
}
