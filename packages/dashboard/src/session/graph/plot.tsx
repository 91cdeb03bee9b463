import { useState } from 'react';
import type { Loop } from '../../contract.js';
import type { GatewayConfig } from '../../contract-admin.js';
import { score } from '../../format.js';
import { Panel } from '../../parts/bits.js';
import { useWidth } from '../../parts/width.js';
import { spanOf } from '../timeline/event-rows.js';
import { loopScore, type Point } from './replay.js';

const HEIGHT = 148;
const PAD = { left: 30, right: 8, top: 8, bottom: 20 };

interface Props {
  readonly points: readonly Point[];
  readonly loops: readonly Loop[];
  readonly config: GatewayConfig | undefined;
  readonly interventions: readonly Moment[];
}

/** An intervention and what the agent did next. */
export interface Moment {
  readonly seq: number;
  readonly title: string;
}

interface Scale {
  readonly first: number;
  readonly last: number;
  readonly width: number;
  readonly x: (seq: number) => number;
}

function scaleOf(points: readonly Point[], width: number): Scale {
  const first = points[0]?.seq ?? 0;
  const last = Math.max(points.at(-1)?.seq ?? 1, first + 1);
  const inner = width - PAD.left - PAD.right;
  const x = (seq: number): number =>
    PAD.left + ((Math.min(Math.max(seq, first), last) - first) / (last - first)) * inner;
  return { first, last, width, x };
}

const y = (value: number): number => PAD.top + (1 - value) * (HEIGHT - PAD.top - PAD.bottom);

/** The point under the mouse. */
function nearest(
  points: readonly Point[],
  { x }: Scale,
  event: React.MouseEvent<SVGSVGElement>,
): Point | null {
  const box = event.currentTarget.getBoundingClientRect();
  const at = event.clientX - box.left;
  const far = (point: Point): number => Math.abs(x(point.seq) - at);
  return points.reduce<Point | null>((a, b) => (a && far(a) <= far(b) ? a : b), null);
}

/** Entropy falls and the score rises in a loop. Bands are detected loops, and diamonds are interventions. */
export function ScorePlot({ points, loops, config, interventions }: Props): React.JSX.Element {
  const [at, setAt] = useState<Point | null>(null);
  const [box, width] = useWidth(720);
  const scale = scaleOf(points, width);
  const { first, last, x } = scale;
  const hasEntropy = points.some(({ entropy }) => entropy !== null);
  const hasScore = points.some((one) => one.score !== null);
  const title = titleOf(hasEntropy, hasScore);
  return (
    <Panel
      title={title}
      note={at ? readout(at) : undefined}
      end={<Legend {...{ hasEntropy, hasScore, hasMoments: interventions.length > 0 }} />}
    >
      <div className="body" ref={box}>
        <svg
          className="plot"
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${title} by event; the table below has the figures`}
          onMouseMove={(event) => setAt(nearest(points, scale, event))}
          onMouseLeave={() => setAt(null)}
        >
          {loops.map((loop) => {
            const [from, to] = spanOf(loop);
            const band = {
              x: x(from),
              width: Math.max(3, x(to) - x(from)),
              y: PAD.top,
              height: y(0) - PAD.top,
            };
            return <rect key={loop.id} className="plot-loop" {...band} />;
          })}
          {[0, 0.5, 1].map((value) => (
            <Rule key={value} y={y(value)} {...{ width, label: String(value), name: 'plot-grid' }} />
          ))}
          {config && <Thresholds {...{ config, width, hasEntropy, hasScore }} />}
          <path className="plot-entropy" d={lineOf(points, ({ entropy }) => entropy, x)} />
          <path className="plot-score" d={lineOf(points, (one) => one.score, x)} />
          <Moments {...{ interventions, x }} />
          {at && <line className="plot-cursor" x1={x(at.seq)} x2={x(at.seq)} y1={PAD.top} y2={y(0)} />}
          <text x={PAD.left} y={HEIGHT - 5}>{`event ${first}`}</text>
          <text x={width - PAD.right} y={HEIGHT - 5} textAnchor="end">
            {last}
          </text>
        </svg>
        <PlotTable points={points} />
      </div>
    </Panel>
  );
}

interface ThresholdProps {
  readonly config: GatewayConfig;
  readonly width: number;
  readonly hasEntropy: boolean;
  readonly hasScore: boolean;
}

/** Entropy below its limit, or a score above it, is a loop. */
function Thresholds({ config, width, hasEntropy, hasScore }: ThresholdProps): React.JSX.Element {
  const { loopBelow, warningUpTo } = config.entropy;
  const certain = hasScore ? loopScore(config.events.preset) : undefined;
  return (
    <>
      {hasEntropy && (
        <>
          <Rule y={y(loopBelow)} {...{ width, label: String(loopBelow), name: 'plot-limit-loop' }} />
          {/* The grid has its own label at 0.5. */}
          <Rule
            y={y(warningUpTo)}
            {...{ width, label: warningUpTo === 0.5 ? '' : String(warningUpTo), name: 'plot-limit-warning' }}
          />
        </>
      )}
      {certain !== undefined && (
        <Rule y={y(certain)} {...{ width, label: String(certain), name: 'plot-limit-loop' }} />
      )}
    </>
  );
}

/** Interventions at their event, as diamonds on the upper border. */
function Moments({ interventions, x }: Pick<Props, 'interventions'> & Pick<Scale, 'x'>): React.JSX.Element {
  return (
    <>
      {interventions.map(({ seq, title }, i) => (
        <g key={i} className="plot-moment">
          <title>{title}</title>
          <line x1={x(seq)} x2={x(seq)} y1={PAD.top} y2={y(0)} />
          <path d={`M${x(seq)} ${PAD.top - 5}l5 5l-5 5l-5 -5z`} />
        </g>
      ))}
    </>
  );
}

function titleOf(hasEntropy: boolean, hasScore: boolean): string {
  if (hasEntropy && hasScore) return 'Entropy and score';
  return hasScore ? 'Loop score' : 'Entropy';
}

function readout({ seq, entropy, score: sure, status }: Point): string {
  const values = [
    entropy === null ? '' : `entropy ${score(entropy)}`,
    sure === null ? '' : `score ${score(sure)}`,
  ];
  return `event ${seq}: ${[...values, status].filter((text) => text !== '').join(', ')}`;
}

function Legend({
  hasEntropy,
  hasScore,
  hasMoments,
}: {
  readonly hasEntropy: boolean;
  readonly hasScore: boolean;
  readonly hasMoments: boolean;
}): React.JSX.Element {
  return (
    <span className="legend">
      {hasEntropy && <span className="key-entropy">entropy, low is bad</span>}
      {hasScore && <span className="key-score">score, high is bad</span>}
      <span className="key-loop">loop</span>
      {hasMoments && <span className="key-diamond">intervention</span>}
    </span>
  );
}

function Rule({
  y,
  width,
  label,
  name,
}: {
  readonly y: number;
  readonly width: number;
  readonly label: string;
  readonly name: string;
}): React.JSX.Element {
  return (
    <g className={name}>
      <line x1={PAD.left} x2={width - PAD.right} y1={y} y2={y} />
      <text x={PAD.left - 5} y={y + 3.5} textAnchor="end">
        {label}
      </text>
    </g>
  );
}

function lineOf(
  points: readonly Point[],
  value: (point: Point) => number | null,
  x: (seq: number) => number,
): string {
  const known = points.flatMap((point) => {
    const found = value(point);
    return found === null ? [] : [`${x(point.seq).toFixed(1)} ${y(found).toFixed(1)}`];
  });
  return known.length === 0 ? '' : `M${known.join('L')}`;
}

const MAX_ROWS = 200;

function PlotTable({ points }: { readonly points: readonly Point[] }): React.JSX.Element {
  return (
    <details className="as-table">
      <summary>As a table</summary>
      <table className="figures">
        <thead>
          <tr>
            <th>Event</th>
            <th>Entropy</th>
            <th>Score</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {points.slice(-MAX_ROWS).map((point) => (
            <tr key={`${point.seq} ${point.entropy === null ? 's' : 'e'}`}>
              <td>{point.seq}</td>
              <td>{score(point.entropy)}</td>
              <td>{score(point.score)}</td>
              <td>{point.status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
