import { expect, expectTypeOf, it } from 'vitest';
import { type BroadcastTopic, broadcastOf, type TopicBody } from './stream.js';

const removed: TopicBody<'gateway:topology'> = { event_type: 'node_removed', node_id: 'n-1' };

/** Each of these lines must not compile: an unused `@ts-expect-error` is an error itself. */
function broadcastsThatDoNotCompile(): void {
  // @ts-expect-error: no such topic
  broadcastOf('gateway:topologies', 0, removed);
  // @ts-expect-error: no such event in the topic
  broadcastOf('gateway:topology', 0, { event_type: 'node_deleted', node_id: 'n-1' });
  // @ts-expect-error: an event of another topic
  broadcastOf('gateway:control', 0, removed);
  // @ts-expect-error: a field is missing
  broadcastOf('gateway:topology', 0, { event_type: 'node_removed' });
}

it('a broadcast that is not in the table of topics does not compile', () => {
  expectTypeOf(broadcastsThatDoNotCompile).returns.toBeVoid();
  expectTypeOf<'gateway:topologies'>().not.toExtend<BroadcastTopic>();
  expect(broadcastOf('gateway:topology', 7, removed)).toEqual({
    ...{ topic: 'gateway:topology', at: 7, body: JSON.stringify(removed) },
  });
});

it('the topic of one session carries its id, whatever characters it has', () => {
  const gone: TopicBody<'session:dag:{id}'> = {
    ...{ event_type: 'node_orphaned', session_id: '$&', id: 'a', missing: 'b' },
  };
  expect(broadcastOf('session:dag:{id}', 7, gone, '$&').topic).toBe('session:dag:$&');
});
