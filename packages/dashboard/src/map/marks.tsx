import { memo } from 'react';
import type { TopologyNode } from '../contract.js';
import { plain, score, whole } from '../format.js';
import { stateWord } from '../parts/bits.js';
import { go } from '../route.js';
import { labelOf } from './labels.js';
import type { DrawnLink, GroupBox, MapNode, Title } from './picture.js';

/** An agent of a session with several agents leads to that session. */
export function sessionOf({ id, session_id }: TopologyNode): string {
  return session_id ?? id;
}

/** Memoised: most of five hundred agents do not change. */
export const Agent = memo(function Agent({ node, x, y, size, letters, side }: MapNode): React.JSX.Element {
  const isAlert = node.state === 'alert_entropy';
  return (
    <g className="map-node" data-state={node.state} onClick={() => go('session', sessionOf(node))}>
      <title>
        {plain(`${node.agent_id}: ${stateWord(node.state)}, entropy ${score(node.entropy_score)}`, 200)}
      </title>
      <rect {...{ x, y, width: size, height: size, rx: 2 }} />
      {letters > 0 && (
        <text className={isAlert ? 'map-label' : 'map-name'} {...placeOf({ x, y, size, side })}>
          {labelOf(node.agent_id || node.id, letters, isAlert)}
        </text>
      )}
    </g>
  );
});

function placeOf({ x, y, size, side }: Pick<MapNode, 'x' | 'y' | 'size' | 'side'>) {
  const [middle, line] = [x + size / 2, y + size - 1];
  const places = {
    right: { x: x + size + 6, y: line, textAnchor: 'start' },
    left: { x: x - 6, y: line, textAnchor: 'end' },
    above: { x: middle, y: y - 6, textAnchor: 'middle' },
    below: { x: middle, y: y + size + 13, textAnchor: 'middle' },
  } as const;
  return places[side];
}

const LABEL = { letters: 12, letter: 6.6, pad: 4 };

/** In a collapsed group, only looping agents have their name. */
export function AlertLabel({
  node,
  x,
  y,
  size,
  side,
  width,
}: MapNode & { readonly width: number }): React.JSX.Element | null {
  if (node.state !== 'alert_entropy') return null;
  const name = plain(node.agent_id || node.id, LABEL.letters);
  const room = name.length * LABEL.letter + LABEL.pad * 2;
  const isLeft = side === 'left' || x + size + 3 + room > width;
  const left = isLeft && x - 3 - room >= 0 ? x - 3 - room : x + size + 3;
  return (
    <g pointerEvents="none">
      <rect className="map-ground" {...{ x: left, y: y - 3, width: room, height: size + 6, rx: 2 }} />
      <text className="map-label" x={left + LABEL.pad} y={y + size - 1}>
        {name}
      </text>
    </g>
  );
}

interface Toggle {
  readonly onToggle: () => void;
}

/** Makes an element of a drawing a button, also for the keyboard. */
function pressable(onToggle: () => void, label: string, isOpen: boolean) {
  return {
    ...{ role: 'button', tabIndex: 0, 'aria-expanded': isOpen, 'aria-label': label, onClick: onToggle },
    onKeyDown(event: React.KeyboardEvent): void {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        onToggle();
      }
    },
  };
}

export function GroupFrame({ group, onToggle }: Toggle & { readonly group: GroupBox }): React.JSX.Element {
  const { name, count, looping, x, y, width, height } = group;
  // Starts with the visible text, so that speech input finds it.
  const label = `${plain(name, 14)} ${whole(count)}: ${looping} looping; open the group`;
  return (
    <g
      className="map-group"
      data-looping={looping > 0 ? '' : undefined}
      {...pressable(onToggle, label, false)}
    >
      <rect {...{ x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 4 }} />
      <text x={x + 8} y={y + 15}>
        {plain(name, 14)} <tspan fontWeight="400">{whole(count)}</tspan>
      </text>
    </g>
  );
}

export function RowTitle({ title, onToggle }: Toggle & { readonly title: Title }): React.JSX.Element {
  const { name, count, x, y } = title;
  return (
    <g
      className="map-cluster"
      {...pressable(onToggle, `${plain(name, 15)} ${whole(count)}: collapse the group`, true)}
    >
      <text x={x} y={y}>
        {plain(name, 15)} <tspan fontWeight="400">{whole(count)}</tspan>
      </text>
    </g>
  );
}

/** More numbers than this would hide the map; the table has them all. */
const MAX_NUMBERS = 60;

const KINDS = ['handed', 'messaged', 'spawned', 'ring'] as const;

export function Links({ links }: { readonly links: readonly DrawnLink[] }): React.JSX.Element {
  return (
    <>
      <defs>
        {KINDS.map((kind) => (
          <marker
            key={kind}
            id={`arrow-${kind}`}
            {...{ viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 8, markerHeight: 8 }}
            {...{ orient: 'auto', markerUnits: 'userSpaceOnUse' }}
          >
            <path className="map-arrow" data-kind={kind} d="M0 0.5L7.5 4L0 7.5z" />
          </marker>
        ))}
      </defs>
      {links.map((link) => (
        <LinkLine key={link.key} {...{ link, isNumbered: links.length <= MAX_NUMBERS }} />
      ))}
    </>
  );
}

function LinkLine({
  link: { path, kind, weight, ring, middle },
  isNumbered,
}: {
  readonly link: DrawnLink;
  readonly isNumbered: boolean;
}): React.JSX.Element {
  const look = ring ? 'ring' : kind;
  return (
    <g className="map-edge" data-kind={look}>
      <path d={path} strokeWidth={widthOf(weight)} markerEnd={`url(#arrow-${look})`} />
      {isNumbered && weight > 1 && (
        <text x={middle.x} y={middle.y + 3.5} textAnchor="middle">
          {whole(weight)}
        </text>
      )}
    </g>
  );
}

function widthOf(weight: number): number {
  return Math.min(5, 1 + Math.log2(Math.max(1, weight)) * 0.6);
}
