import type { DagGraph, DagNode } from '../../contract.js';
import { findRuns } from '../timeline/runs.js';

/** One step, or a chain of steps that repeats. */
export interface DagBlock {
  readonly nodes: readonly DagNode[];
  readonly period: number;
  readonly count: number;
}

/** Collapses repeats within chains: steps in which each one has exactly one successor. Their edges stay a DAG. */
export function dagBlocks({ nodes: all }: Pick<DagGraph, 'nodes'>): readonly DagBlock[] {
  const nodes = all.toSorted((a, b) => a.seq - b.seq);
  const blocks = chainsOf(nodes).flatMap((chain) =>
    findRuns(chain, { exact: nameOf }).map(({ items, period, count }) => ({ nodes: items, period, count })),
  );
  return blocks.toSorted((a, b) => (a.nodes[0]?.seq ?? 0) - (b.nodes[0]?.seq ?? 0));
}

/** A step without a label, or with a missing parent, is never part of a repeat. */
function nameOf({ id, tool_call, intent, status, orphan, waiting, cycle_refused }: DagNode): string {
  const label = tool_call || intent;
  return label === '' || orphan || waiting || cycle_refused ? `alone ${id}` : `step ${label} ${status}`;
}

/** Steps that name no cause and are the cause of none: only time orders them. */
export function looseSteps(nodes: readonly DagNode[]): ReadonlySet<DagNode> {
  const parents = new Set(nodes.map(({ parent }) => parent));
  return new Set(nodes.filter(({ id, parent }) => parent === null && !parents.has(id)));
}

function chainsOf(nodes: readonly DagNode[]): readonly (readonly DagNode[])[] {
  const children = new Map<string, number>();
  for (const { parent } of nodes) if (parent !== null) children.set(parent, (children.get(parent) ?? 0) + 1);
  const loose = looseSteps(nodes);
  const chains: DagNode[][] = [[...loose]];
  const endingWith = new Map<string, DagNode[]>();
  for (const node of nodes.filter((one) => !loose.has(one))) {
    const before = node.parent === null ? undefined : endingWith.get(node.parent);
    const isOnly = node.parent !== null && children.get(node.parent) === 1;
    const chain = before && isOnly ? before : [];
    if (chain.length === 0) chains.push(chain);
    else endingWith.delete(node.parent ?? '');
    chain.push(node);
    endingWith.set(node.id, chain);
  }
  return chains;
}
