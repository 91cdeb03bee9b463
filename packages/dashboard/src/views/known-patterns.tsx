import { api } from '../api/client.js';
import type { PatternList } from '../contract-admin.js';
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
      meaning="Loops of all sessions by what repeats, and which interventions ended them. Only digests are kept, no texts."
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
          <table className="figures as-facts">
            <thead>
              <tr>
                {factsOf(patterns[0]).map(([name]) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {patterns.map((pattern) => (
                <tr key={pattern.id} title={plain(pattern.id, 200)}>
                  {factsOf(pattern).map(([name, value]) => (
                    <td key={name} data-name={name}>
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  );
}

type KnownPattern = PatternList['patterns'][number];

/** The columns with their names; on a phone, each value has its name beside it. */
function factsOf(pattern: KnownPattern | undefined): readonly (readonly [string, React.ReactNode])[] {
  if (!pattern) return [];
  const { id, category, likeness, seen, overrides, false_alarms, outcomes } = pattern;
  return [
    ['Category', words(category)],
    ['Pattern', <span className="mono">{plain(id.slice(0, 10))}</span>],
    ...(likeness === undefined ? [] : [['Alike', `${Math.round(likeness * 100)} %`] as const]),
    ['Seen', seen],
    ['Overridden', overrides],
    ['False alarms', false_alarms],
    ['What helped', helped(outcomes)],
  ];
}

function helped(
  outcomes: Readonly<Record<string, { readonly recovered: number; readonly failed: number }>>,
): string {
  const told = Object.entries(outcomes).map(
    ([name, { recovered, failed }]) => `${plain(name, 40)} ${recovered} of ${recovered + failed}`,
  );
  return told.length === 0 ? '–' : told.join(', ');
}
