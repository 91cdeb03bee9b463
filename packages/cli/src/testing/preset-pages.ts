/** The sections of docs/presets.md. The output of each example is what the command prints. */
export interface PresetPage {
  readonly title: string;
  readonly preset: string;
  readonly what: string;
  readonly commands: readonly string[];
  readonly example: { readonly about: string; readonly events: readonly object[] };
  /** What the design leaves open, and our choice. */
  readonly ours: readonly string[];
  /** What an edge cannot do, and the missing channel. */
  readonly deviations: readonly string[];
}

const times = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const call = (tool: string, args: object, result: string, more: object = {}): object => ({
  ...{ kind: 'call', tool, args, result },
  ...more,
});

const ENTROPY: PresetPage = {
  title: 'Entropy gateway',
  preset: 'entropy',
  what: 'Agents report each step as a message with intent, tool and status. The gateway computes the entropy of the last five steps (distinct / length), overwrites what the agent reported about itself, and shows loops on a map, where a person pauses the agent.',
  commands: [
    'rutbreak serve',
    'curl -X PUT http://127.0.0.1:7878/v1/config -H "authorization: Bearer $TOKEN" -H "content-type: application/json" -d \'{"operator_id":"ada","config":{"entropy":{"window":6}}}\'',
  ],
  example: {
    about: 'Five equal steps: the score falls to 0.2, which is below 0.25.',
    events: times(5, () => ({ kind: 'step', intent: 'run the tests', tool: 'npm test', status: 'failure' })),
  },
  ours: [
    '`session_id` in `meta`; without it a session is `cluster_id` and `agent_id` together.',
    'A loop alerts and offers the button. It pauses the agent only with `entropy.onLoop: "pause"`.',
    'The tolerance between reported and computed score is 0.25. The page shows the last report that was further off, and how many there were.',
  ],
  deviations: [
    'Hooks, proxies and adapters see calls and no intents: there, the preset judges the tool and the outcome of each call, and it only records. The map, the panel and the commands of a person are the gateway’s.',
  ],
};

const MATRIX: PresetPage = {
  title: 'Progress matrix and call breaker',
  preset: 'matrix',
  what: 'Each step has an approach and an outcome, new or repeated. Repeated outcomes make a streak: a repeated approach stagnates (warn at 3, block at 5), a new one is stuck (5 and 8). A proxy before the tools also denies the 21st identical call within 60 seconds.',
  commands: ['rutbreak mcp --preset matrix -- node server.js', 'rutbreak session reset ID'],
  example: {
    about: 'Six identical steps: the 4th is warned of, the 6th blocks.',
    events: times(6, () => call('execute_code', { code: 'check()' }, 'no change')),
  },
  ours: [
    'Repeated means: among the last 256 hashes.',
    'Different steps without any result share no outcome. A result of `null` is an outcome.',
    'The breaker is on with every preset of the MCP proxy.',
  ],
  deviations: [
    'LLM proxy, hooks: no call breaker. They see a call of a script that runs inside one tool call only as that one call.',
    'LLM proxy: it cannot refuse a call, because the agent runs the tools. Where others block, it answers instead of the model, until `rutbreak session reset`.',
    'Hooks of Cline: a block ends the run, because a refusal of its hooks cannot be about a single call.',
    'LLM proxy, hooks: `loop_detection` events are not written down, because neither keeps an audit of calls. A gateway that they report to broadcasts them.',
  ],
};

const DRIFT: PresetPage = {
  title: 'Drift patterns with a moving average',
  preset: 'drift',
  what: 'Three patterns over the last 20 events: a file read three times without a change, a write that brings back an earlier content, a command that fails three times with the same error. A moving average per pattern (α = 0.3) lengthens the pause between alerts and turns a soft alert into a hard one. The user is warned; a hard alert also asks for a checkpoint and another model.',
  commands: [
    'rutbreak hook claude-code --preset drift',
    'rutbreak llm --upstream https://api.openai.com --preset drift',
  ],
  example: {
    about: 'Three runs that fail with the same error; only the duration differs.',
    events: times(4, (i) =>
      call('Bash', { command: 'npm test' }, `1 failed\nTime: ${i + 1}.2 s`, { isError: true }),
    ),
  },
  ours: [
    'A pattern fires at the event that causes it, not at every later event while it stays in the window: a read that is 15 events old is no news. Patterns of your own may fire at every event.',
    'While the average is above 0.5 the pause between alerts is 10 events; the step above 0.5 is reported once even inside a pause.',
    'Errors are compared without durations and times of day.',
    'Each alert is also a `drift_alert` report that says `blip` or `trend`; a gateway broadcasts it on the topic `loops`. The average itself is in no report, because it is no share of time.',
  ],
  deviations: [
    'Hooks of Cursor and Cline: the warning goes to the model, because Cursor shows the user a message only with a refusal, and Cline only when the run ends.',
    'Hooks of Windsurf and Kiro: the warning is only recorded, because their hooks can refuse a call, and say nothing else.',
    'Hooks: no checkpoint and no other model, because a hook has no callback of the host; `rutbreak session show` says `not carried out`.',
    'Gateway: an acknowledgement names the actions in `actions`; the program that sent the events carries them out. Hooks over HTTP show the warning to the user.',
    'LLM proxy: the warning goes to its own log and to the model, because a model API has no message for the user.',
    'Hooks of Codex CLI, VS Code and Droid: failures are not counted, because these hooks do not say that a call failed. LLM proxy with the interfaces of OpenAI and Gemini: only failures that the agent’s report names, for the same reason. `default` reads the output instead.',
    'MCP proxy: the warning goes to the log of the client and to the model, because MCP has no message for the user. Checkpoint and another model need a callback of the host; without one the result says `not carried out`.',
  ],
};

const VOTES: PresetPage = {
  title: 'Detect, capture, reset, re-inject',
  preset: 'votes',
  what: 'Five detectors vote: tools, outputs, state, errors, tokens. The first detection warns, the next resets: the loop leaves the history, and a `<loop-recovery>` block says what not to do again. The third reset asks a person, the fourth offers another model, smaller tasks, or to leave the task blocked.',
  commands: [
    'rutbreak llm --upstream https://api.anthropic.com --preset votes',
    'rutbreak serve --preset votes',
    'rutbreak session override ID',
  ],
  example: {
    about: 'Twelve identical calls make three resets, and the third asks a person.',
    events: times(12, () => call('Bash', { command: 'git status' }, 'clean')),
  },
  ours: [
    'Weights of the vote: tool 0.25, output 0.2, state 0.2, error 0.2, token 0.15.',
    'Argument similarity compares whole leaf values, so that a different path is a different call.',
    '`escalation.thresholds` are the resets from which the block has a hint, from which it has firm constraints and alternatives, and at which a person is asked; the firmest that is reached counts. Before the first one, the block only says what repeats and must not be called again. One reset after the person, the task is handed over.',
    '`notifications.status_line` switches the lines of the proxies, `notifications.toast` what hooks show to the user. `toast_duration_ms` is handed to the host with the notification.',
    '`reinjection_count` is in the file; a host that knows it while a session runs passes `options` to `guard.session`.',
  ],
  deviations: [
    'Hooks, MCP proxy: the history is not reset, because neither sees it. The block is added to a result.',
    'Hooks, MCP proxy, adapters without `ask`: nobody can be asked while the run waits, because there is no channel for the answer. The question goes to the user (hooks) or to the log (MCP proxy), and every call is held until the next prompt or `rutbreak session reset`.',
    'LLM proxy with Gemini, and with histories that OpenAI stores: the block is added, nothing is removed, because the proxy cannot edit these histories.',
    'Errors of calls: as for `drift`, only where the door says that a call failed.',
    'MCP proxy: output and token detectors never run, because MCP does not carry what the model writes.',
  ],
};

const CYCLES: PresetPage = {
  title: 'Call cycles with escalation',
  preset: 'cycles',
  what: 'Cycles of one, two or three calls that repeat without a break. Each pattern climbs for itself: a warning as a user message, a stronger one with alternatives, then a stop with the status `LOOP_DETECTED`.',
  commands: ['rutbreak llm --upstream https://api.openai.com --preset cycles', 'rutbreak session reset ID'],
  example: {
    about: 'Four identical calls: warn, warn harder, stop.',
    events: times(4, () => call('read_file', { path: 'src/auth.py' }, 'text')),
  },
  ours: [
    'A prompt of the user begins a new run: nothing is counted on, and a stop is lifted.',
    'The limits (200 rounds without a prompt, 500 turns) end a run with `BUDGET_EXHAUSTED`: a limit is no loop.',
  ],
  deviations: [
    'MCP proxy, hooks: the warning is added to a result, because neither has a message of the user.',
    'MCP proxy: prompts are not seen, so that only a person lifts a stop, with `rutbreak session reset`.',
  ],
};

export const PRESET_PAGES: readonly PresetPage[] = [ENTROPY, MATRIX, DRIFT, VOTES, CYCLES];
