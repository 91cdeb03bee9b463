import { api } from '../api/client.js';
import type { ConfigAck, Proposal } from '../contract-admin.js';
import { plain } from '../format.js';
import { operatorName } from '../operator.js';
import { useAsk, useDoing } from '../parts/ask.js';
import { Panel } from '../parts/bits.js';
import { changesOf, withOption } from './draft.js';

interface Props {
  readonly ack: ConfigAck;
  readonly onSaved: () => void;
}

/** Proposed limits with the reason; a person decides. */
export function Proposals({ ack, onSaved }: Props): React.JSX.Element {
  const { data, problem } = useAsk(`proposals ${ack.version}`, api.proposals);
  const doing = useDoing();
  const take = ({ model, changes }: Proposal): void =>
    doing.run(async () => {
      const next = changes.reduce(
        (config, { owner, option, after }) => withOption(config, { model, owner, option, value: after }),
        ack.config,
      );
      const config = changesOf(ack.config, next);
      await api.changeConfig({ operator_id: operatorName(), version: ack.version, config });
      onSaved();
      return 'Taken over.';
    });
  const open = data?.proposals.filter(({ kind }) => kind !== 'keep') ?? [];
  return (
    <Panel title="Proposals">
      <div className="body stack">
        {open.length === 0 && (
          <p className="quiet">{problem || 'The current limits fit the recorded sessions.'}</p>
        )}
        {open.map((proposal) => (
          <div key={`${proposal.model} ${proposal.why}`} className="stack-tight">
            <p>
              <strong>
                {proposal.kind === 'tighten' ? 'Tighten' : 'Loosen'} for {plain(proposal.model, 60)}
              </strong>
              : {plain(proposal.why, 300)}
            </p>
            <ul>
              {proposal.changes.map(({ owner, option, before, after, why }) => (
                <li key={`${owner} ${option}`}>
                  <code>{plain(`${owner}.${option}`, 80)}</code> {before ?? 'default'} → {after}{' '}
                  <span className="quiet">{plain(why, 200)}</span>
                </li>
              ))}
            </ul>
            <div className="row">
              <button className="button" disabled={doing.isBusy} onClick={() => take(proposal)}>
                Take it over
              </button>
            </div>
          </div>
        ))}
        {doing.problem !== '' && <p className="problem">{doing.problem}</p>}
      </div>
    </Panel>
  );
}
