import { api } from '../api/client.js';
import { dateTime, deed, json, plain } from '../format.js';
import { useAsk } from '../parts/ask.js';
import { Panel } from '../parts/bits.js';

/** The commands of people on this session. */
export function AuditTrail({
  session,
  stamp,
}: {
  readonly session: string;
  readonly stamp: string;
}): React.JSX.Element | null {
  const { data } = useAsk(`audit ${stamp}`, () => api.audit({ session, limit: 50 }));
  if (!data || data.entries.length === 0) return null;
  return (
    <Panel
      title="Audit trail"
      note={`${data.entries.length} ${data.entries.length === 1 ? 'entry' : 'entries'}`}
    >
      <ul className="audit">
        {data.entries.map((entry) => (
          <li key={entry.id} title={plain(`${entry.before_hash} → ${entry.after_hash}`, 200)}>
            <span className="quiet">{dateTime(entry.at)}</span>
            <strong>{deed(entry.command)}</strong>
            <span>{plain(entry.operator_id, 80)}</span>
            {reasonOf(entry.detail) !== '' && (
              <span className="quiet">{plain(reasonOf(entry.detail), 200)}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function reasonOf(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return typeof detail === 'string' ? detail : '';
  const { reason, message } = detail as { readonly reason?: unknown; readonly message?: unknown };
  const told = reason ?? message;
  return told === undefined || told === null ? '' : json(told);
}
