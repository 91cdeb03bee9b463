import { api } from '../api/client.js';
import { plain, words } from '../format.js';
import { useAsk } from '../parts/ask.js';
import { Panel } from '../parts/bits.js';

interface KnownProps {
  readonly like: string;
  readonly onAll: () => void;
  readonly stamp: number;
}

/** Patterns known across sessions, and the strategies that helped. */
export function KnownPatterns({ like, onAll, stamp }: KnownProps): React.JSX.Element {
  const { data, problem } = useAsk(`${like} ${stamp}`, () =>
    api.patterns({ limit: 50, ...(like !== '' && { like, least: 0 }) }),
  );
  const patterns = data?.patterns ?? [];
  return (
    <Panel
      title="Known patterns"
      note={like === '' ? 'across sessions, digests only' : 'like the chosen loop'}
      end={
        like !== '' && (
          <button className="button plain" onClick={onAll}>
            All patterns
          </button>
        )
      }
    >
      <div className="body scroll-x" tabIndex={0} role="group" aria-label="Known patterns">
        {problem !== '' && <p className="problem">{problem}</p>}
        {patterns.length === 0 && problem === '' && <p className="quiet">The archive is empty.</p>}
        {patterns.length > 0 && (
          <table className="figures">
            <thead>
              <tr>
                {['Pattern', 'Category', 'Alike', 'Seen', 'Overridden', 'False alarms', 'What helped'].map(
                  (name) => (
                    <th key={name}>{name}</th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {patterns.map((pattern) => (
                <tr key={pattern.id}>
                  <td className="mono" title={plain(pattern.id, 200)}>
                    {plain(pattern.id.slice(0, 10))}
                  </td>
                  <td>{words(pattern.category)}</td>
                  <td>{pattern.likeness === undefined ? '–' : `${Math.round(pattern.likeness * 100)} %`}</td>
                  <td>{pattern.seen}</td>
                  <td>{pattern.overrides}</td>
                  <td>{pattern.false_alarms}</td>
                  <td>{helped(pattern.outcomes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  );
}

function helped(
  outcomes: Readonly<Record<string, { readonly recovered: number; readonly failed: number }>>,
): string {
  const told = Object.entries(outcomes).map(
    ([name, { recovered, failed }]) => `${plain(name, 40)} ${recovered} of ${recovered + failed}`,
  );
  return told.length === 0 ? '–' : told.join(', ');
}
