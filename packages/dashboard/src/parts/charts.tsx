import { plain, whole } from '../format.js';
import type { Bar } from '../live/select.js';
import { useWidth } from './width.js';

interface Props {
  readonly bars: readonly Bar[];
  readonly name: string;
  readonly unit: string;
}

const HEIGHT = 104;
const FLOOR = HEIGHT - 16;

/** One column per hour, with the same data as a table. */
export function Columns({ bars, name, unit }: Props): React.JSX.Element {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const [box, all] = useWidth(480);
  const width = all / bars.length;
  return (
    <div ref={box}>
      <svg
        className="columns plot"
        width={all}
        height={HEIGHT}
        role="img"
        aria-label={`${name}; the table below has the figures`}
      >
        {bars.map(({ label, value }, i) => {
          const height = value === 0 ? 1 : Math.max(3, (value / most) * (FLOOR - 14));
          return (
            <g key={label}>
              <rect
                {...{ x: i * width + 1.5, y: FLOOR - height, width: width - 3, height }}
                className={value === 0 ? 'none' : ''}
              >
                <title>{`${label}: ${value}`}</title>
              </rect>
              {value === most && value > 0 && (
                <text {...placeOf(i, bars.length, width)} y={FLOOR - height - 4}>
                  {value}
                </text>
              )}
              {i % 6 === 5 && (
                <text x={(i + 1) * width - 2} y={HEIGHT - 3} textAnchor="end">
                  {label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <AsTable bars={bars.filter(({ value }) => value > 0)} name={name} unit={unit} />
    </div>
  );
}

/** Above the middle of its column; a number over the first or the last one would be cut at the edge. */
function placeOf(
  i: number,
  columns: number,
  width: number,
): { readonly x: number; readonly textAnchor: 'start' | 'middle' | 'end' } {
  if (i === 0) return { x: 2, textAnchor: 'start' };
  if (i === columns - 1) return { x: columns * width - 2, textAnchor: 'end' };
  return { x: (i + 0.5) * width, textAnchor: 'middle' };
}

const SHOWN = 8;

/** Labels with a bar and a number each, as a table. */
export function Bars({ bars, name, unit }: Props): React.JSX.Element {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  if (bars.length === 0) return <p className="quiet">None yet.</p>;
  return (
    <>
      <ul className="bars" aria-label={name}>
        {bars.slice(0, SHOWN).map(({ label, value }) => (
          <li key={label}>
            <span title={plain(label, 200)}>{plain(label, 60)}</span>
            <span className="bar-track" aria-hidden="true">
              <i style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <span className="number">{whole(value)}</span>
          </li>
        ))}
      </ul>
      <AsTable bars={bars} name={name} unit={unit} hidden={Math.max(0, bars.length - SHOWN)} />
    </>
  );
}

function AsTable({ bars, name, unit, hidden = 0 }: Props & { readonly hidden?: number }): React.JSX.Element {
  return (
    <details className="as-table">
      <summary>As a table{hidden > 0 ? `, with ${hidden} more` : ''}</summary>
      <table className="figures">
        <caption className="hidden-text">{name}</caption>
        <thead>
          <tr>
            <th>{unit}</th>
            <th className="number">Loops</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <td>{plain(label, 60)}</td>
              <td className="number">{whole(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
