import { useState } from 'react';
import type { SessionDetail } from '../../contract.js';
import { plain } from '../../format.js';
import type { Doing } from '../../parts/ask.js';
import type { Send } from '../send.js';

interface Props {
  readonly detail: SessionDetail;
  readonly doing: Doing;
  readonly send: Send;
}

/** Overrides a detection. Each further override needs more confirmation, which the page explains. */
export function Override({ detail, doing, send }: Props): React.JSX.Element | null {
  const [isRead, setRead] = useState(false);
  const [reason, setReason] = useState('');
  const terms = detail.override;
  if (detail.is_off) return <p className="quiet">Detection is off for this session.</p>;
  if (!terms) return null;
  // The first sentence counts interventions, which would contradict the numbers of loops and repeats on this page.
  const warning = plain(
    terms.warning.replace(/^This (?:is the \w+ loop|loop was detected \d+ times)\. /, ''),
    600,
  );
  if (!terms.allowed) return <p className="quiet override-note">Not a loop? {warning}</p>;
  const needsReading = terms.friction !== 'simple';
  const go = (): void =>
    send(
      'override',
      {
        ...(reason !== '' && { reason }),
        isConfirmed: isRead,
        acceptsOff: isRead && terms.friction === 'turns-off',
      },
      'Overridden: the intervention is cleared.',
    );
  return (
    <details className="override">
      <summary>Not a loop: override</summary>
      <div className="stack-tight">
        <p>{warning}</p>
        {needsReading && (
          <label className="row">
            <input type="checkbox" checked={isRead} onChange={(event) => setRead(event.target.checked)} />
            {terms.friction === 'turns-off'
              ? 'Turn detection off for this session'
              : 'I have read what was found, and it is wanted'}
          </label>
        )}
        <label className="label">
          Why
          <input className="field" value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
        <div className="row">
          <button className="button danger" disabled={doing.isBusy || (needsReading && !isRead)} onClick={go}>
            Override
          </button>
        </div>
      </div>
    </details>
  );
}
