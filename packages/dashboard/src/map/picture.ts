import type { TopologyNode } from '../contract.js';
import type { Link, Vertex } from './fold.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DrawnLink extends Link {
  readonly key: string;
  readonly path: string;
  /** The middle of the curve, for its weight. */
  readonly middle: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface MapNode {
  readonly node: TopologyNode;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** How many letters of the name fit; 0 for a mark without a name. */
  readonly letters: number;
  /** Where the name is. */
  readonly side: 'left' | 'right' | 'above' | 'below';
}

export interface GroupBox extends Box {
  readonly name: string;
  readonly count: number;
  readonly looping: number;
}

export interface Title {
  readonly name: string;
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

export interface FleetMap {
  readonly height: number;
  readonly titles: readonly Title[];
  readonly groups: readonly GroupBox[];
  readonly nodes: readonly MapNode[];
  readonly links: readonly DrawnLink[];
}

/** Vertices with their positions inside a block of this size. */
export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly at: readonly {
    readonly vertex: Vertex;
    readonly x: number;
    readonly y: number;
    readonly side: MapNode['side'];
  }[];
}
