/** What the page knows of the gateway: the types of its interface, and nothing else. They weigh nothing at run time. */
export type {
  DagGraph,
  DagNode,
  Edge,
  EventList,
  Gate,
  Loop,
  LoopList,
  NodeState,
  SessionDetail,
  SessionList,
  SessionSummary,
  StoredEvent,
  Topology,
  TopologyNode,
} from '@rutbreak/gateway/contract';
import type { SessionDetail } from '@rutbreak/gateway/contract';

export type Packet = NonNullable<SessionDetail['packet']>;
