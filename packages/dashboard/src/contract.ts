/** The types of the gateway's HTTP interface; nothing is loaded at run time. */
export type {
  Amount,
  Caption,
  DagGraph,
  DagNode,
  DemoStatus,
  Edge,
  EventList,
  FigureId,
  Figures,
  Gate,
  Loop,
  LoopList,
  NodeState,
  Rungs,
  SessionDetail,
  SessionList,
  SessionSummary,
  StoredEvent,
  Topic,
  TopicBody,
  Topology,
  TopologyNode,
} from '@rutbreak/gateway/contract';
import type { SessionDetail } from '@rutbreak/gateway/contract';

export type Packet = NonNullable<SessionDetail['packet']>;
