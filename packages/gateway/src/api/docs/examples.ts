/** Examples for /openapi.json and docs/api.md; a test sends the bodies to a real server. */
const order = { stop_status: null, actions: [], action: 'continue', text: '', version: 3, directives: [] };

export const decisionLogExample = {
  meta: {
    trace_id: 'step-3',
    parent_step_id: 'step-2',
    timestamp: '2026-02-21T10:00:00Z',
    session_id: 'run-1',
  },
  identity: { agent_id: 'agent-7', agent_type: 'coder', capability_version: '1.0' },
  cognition: { intent: 'run the tests', confidence_score: 0.9 },
  action: { tool_call: 'npm test', status: 'failure' },
};

export const messageAckExample = {
  ...{ status: 'accepted', session_id: 'run-1', seq: 2, entropy_score: 0.3333, severity: 'WARNING' },
  ...order,
  ...{ held: false, duplicate: false },
};

export const eventBatchExample = {
  session: 'run-2',
  firstSeq: 0,
  events: [{ kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: '1 failed', isError: true }],
};

export const eventAckExample = {
  ...{ session: 'run-2', accepted: 1, duplicates: 0, nextSeq: 1, held: false, refused: [] },
  ...order,
  version: 1,
};

export const hookExample = {
  ...{ hook_event_name: 'PreToolUse', session_id: '0f3c', tool_name: 'Bash', tool_use_id: 'toolu_1' },
  tool_input: { command: 'npm test' },
};

export const traceRequestExample = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'support-agent' } }] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: '5b8efff798038103d269b633813fc60c',
              spanId: 'eee19b7ec3c1b174',
              name: 'execute_tool search',
              startTimeUnixNano: '1771668000000000000',
              endTimeUnixNano: '1771668000500000000',
              attributes: [
                { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
                { key: 'gen_ai.tool.name', value: { stringValue: 'search' } },
                { key: 'gen_ai.tool.call.arguments', value: { stringValue: '{"query":"refunds"}' } },
              ],
            },
          ],
        },
      ],
    },
  ],
};

export const pauseExample = { operator_id: 'ada', reason: 'looks stuck' };

export const commandAckExample = {
  ...{ session_id: 'run-1', state: 'paused', changed: true, forwarded: 0 },
  ...{ action: 'pause', text: 'Paused by ada: looks stuck', version: 4 },
};

const NONE = { calls: 0, tokens: 0, cost: 0 };
const WASTED = { calls: 4, tokens: 1600, cost: 0.016 };

export const summaryExample = {
  ...{ id: 'run-1', state: 'active', node_state: 'alert_entropy', agent_id: 'agent-7', agent_type: 'coder' },
  ...{ model: '', cluster_id: '', created_at: 1771667000000, updated_at: 1771668000000, events: 5, held: 0 },
  ...{
    entropy_score: 0.2,
    severity: 'LOOP',
    status: 'looping',
    action: 'pause',
    stop_status: null,
    loops: 1,
  },
  ...{ last_loop: 'npm test(run the tests) 5x in 5 steps', open_gates: 0, cost: 0, tokens: 0, version: 5 },
  ...{ parents: [], orphan: false, saved: NONE, wasted: WASTED, resets: 1, refused: 0, open_loops: 1 },
};

export const loopExample = {
  ...{ id: 'cnVuLTE.1x2y3z', session_id: 'run-1', category: 'TOOL_REPETITION', detector: 'entropy-window' },
  ...{ brief: 'npm test(run the tests) 5x in 5 steps', score: 0.8, first_seq: 4, last_seq: 4 },
  ...{ first_at: 1771668000000, last_at: 1771668000000, rung: 'pause', count: 1, outcome: 'open' },
  ...{ text: '', pattern: '5b0c…', feedback: null },
  figures: {
    ...{ repeats: 5, since: 1771668000000, is_going: true, is_ignored: false, resets: 1, refused: 0 },
    rungs: [{ rung: 'pause', times: 1, first_at: 1771668000000, last_at: 1771668000000, last_seq: 4 }],
    ...{ wasted: WASTED, saved: NONE },
  },
  evidence: {
    ...{ events: [0, 1, 2, 3, 4], elements: ['npm test(run the tests)'], count: 5, window: 5 },
    ...{ first: 0, last: 4, examples: [], variations: [] },
  },
};

export const streamExample =
  'id: 17\nevent: gateway:entropy_alerts\ndata: {"event_type":"entropy_alert","session_id":"run-1","agent_id":"agent-7","entropy_score":0.2,"window_size":5,"repeated_pattern":{"intent":"run the tests","tool_call":"npm test","action_status":"failure"},"occurrence_count":5}\n\n';
