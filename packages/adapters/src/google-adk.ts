import { BasePlugin, type Context, createEvent, type LlmRequest, type LlmResponse } from '@google/adk';
import type { Capabilities } from '@rutbreak/core';
import { dialect, entriesOf, type Entry, textOf } from './google-adk/contents.js';
import { guardTool } from './google-adk/guard-tool.js';
import { failOpen } from './run/fail-open.js';
import { createKeyedRuns } from './runs/keyed-runs.js';
import type { AdapterOptions } from './run/options.js';
import type { Run, Stop } from './run/run.js';

export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
export type { AdapterOptions, Answer } from './run/options.js';
export type { Stop } from './run/run.js';
import { checkVersion } from './run/versions.js';

/** The interventions that this adapter supports. With `ask`, it can pause the agent too. */
export const CAPABILITIES: Capabilities = {
  ...{ appendToResult: true, injectMessage: true, veto: true, haltStream: true, resetContext: true },
};

/**
 * The guard as a plugin: `new InMemoryRunner({ agent, plugins: [guardPlugin()] })`. It guards every agent of the runner
 * and the agents that an `AgentTool` runs. The session stays complete; the guard edits only the requests to the model.
 */
export function guardPlugin(options: AdapterOptions = {}): BasePlugin {
  checkVersion('@google/adk', options);
  const runs = createKeyedRuns(CAPABILITIES, dialect, options);
  // All calls of one AgentTool share a session, so the invocation id tells them apart.
  const nested = new GuardPlugin(({ invocationId }) => runs.of(`google-adk-${invocationId}`), options);
  return new GuardPlugin((context) => runs.of(keyOf(context)), options, nested);
}

/** Why the guard ended a run, from the run's last event; undefined if it did not. */
export function stopOf({ customMetadata }: { readonly customMetadata?: unknown }): Stop | undefined {
  const { rutbreak } = (customMetadata ?? {}) as { readonly rutbreak?: { readonly stop?: Stop } };
  return rutbreak?.stop;
}

/** Parallel agents share a session, but each has its own branch. */
function keyOf({ sessionId, userId, invocationContext: { appName, branch } }: Context): string {
  return ['google-adk', appName, userId, sessionId, ...(branch === undefined ? [] : [branch])].join('/');
}

class GuardPlugin extends BasePlugin {
  /** The streamed text of each run's open answer. */
  readonly #texts = new WeakMap<Run<Entry>, string>();
  /** Runs whose answer the guard has just cut off. */
  readonly #cut = new WeakSet<Run<Entry>>();
  readonly #nested: BasePlugin;

  constructor(
    private readonly runOf: (context: Context) => Run<Entry>,
    private readonly options: AdapterOptions,
    nested?: BasePlugin,
  ) {
    super('rutbreak');
    this.#nested = nested ?? this;
  }

  override async beforeModelCallback({ callbackContext, llmRequest }: BeforeModel) {
    const run = this.runOf(callbackContext);
    const given = failOpen(this.options, [], () => entriesOf(llmRequest.contents));
    const asked = await run.request(given);
    if (asked.kind === 'stop') return endedBy(asked.stop, llmRequest);
    if (asked.messages !== given) llmRequest.contents = asked.messages.map(({ content }) => content);
    this.#texts.set(run, '');
    for (const [name, tool] of Object.entries(llmRequest.toolsDict))
      llmRequest.toolsDict[name] = guardTool(tool, run, this.#nested);
    return undefined;
  }

  override async afterModelCallback({ callbackContext, llmResponse }: AfterModel) {
    const run = this.runOf(callbackContext);
    const { content, partial, usageMetadata } = llmResponse;
    const parts = content?.parts ?? [];
    if (partial !== true) run.answered(textOf(parts), usageMetadata?.totalTokenCount);
    else
      for (const { text = '', thought } of parts) {
        if (!thought) this.#texts.set(run, (this.#texts.get(run) ?? '') + text);
        if (text === '' || !run.delta(text, thought ? 'reasoning' : 'text')) continue;
        this.#cut.add(run);
        // An error is the only way to end a model's stream; `onModelErrorCallback` turns it into the end of the answer.
        return Promise.reject(new Error('The answer only repeated itself and was cut off.'));
      }
    return Promise.resolve(undefined);
  }

  override async onModelErrorCallback({ callbackContext }: ModelError): Promise<LlmResponse | undefined> {
    const run = this.runOf(callbackContext);
    if (!this.#cut.delete(run)) return Promise.resolve(undefined);
    run.answered('');
    const { invocationId, agentName: author } = callbackContext;
    const response = saying(this.#texts.get(run) ?? '', run.stopped());
    // ADK passes this response on as an event, so it must be complete.
    return Promise.resolve(createEvent({ ...response, invocationId, author }));
  }
}

type BeforeModel = Parameters<BasePlugin['beforeModelCallback']>[0];
type AfterModel = Parameters<BasePlugin['afterModelCallback']>[0];
type ModelError = Parameters<BasePlugin['onModelErrorCallback']>[0];

/** With an output schema a text would be invalid, so the response is an error. */
function endedBy(stop: Stop, { config }: LlmRequest): LlmResponse {
  if (config?.responseSchema === undefined && config?.responseJsonSchema === undefined)
    return saying(stop.text, stop);
  return { errorCode: stop.status, errorMessage: stop.text, customMetadata: { rutbreak: { stop } } };
}

function saying(text: string, stop: Stop | undefined): LlmResponse {
  return {
    content: { role: 'model', parts: [{ text }] },
    ...(stop && { customMetadata: { rutbreak: { stop } } }),
  };
}
