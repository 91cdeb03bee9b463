/** Recorded loops, played through the proxies. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, Category, Decision } from '@rutbreak/core';
import { between, call as callLine, result as resultLine } from '../mcp-between.js';
import type { proxies } from '../proxied.js';

interface Live {
  readonly preset: string;
  readonly events: readonly AgentEvent[];
}

const LIST = join(import.meta.dirname, '../../../../../quality/live-runs.json');
export const LIVE = JSON.parse(readFileSync(LIST, 'utf8')) as Readonly<Record<Category, Live>>;

const textOf = (result: unknown): string =>
  typeof result === 'string' ? result : JSON.stringify(result ?? null);

/** Gathers the categories of the loops that a proxy decides about. */
function gather(): {
  readonly found: Set<string>;
  readonly onDecision: (_: string, decision: Decision) => undefined;
} {
  const found = new Set<string>();
  return {
    found,
    onDecision(_, decision) {
      if (decision.kind === 'refused' || decision.verdict.status !== 'looping') return;
      if (decision.verdict.primary) found.add(decision.verdict.primary.category);
    },
  };
}

/** In shadow mode, so that every call runs. Detection runs after the results were passed on: the set still grows. */
export function replayMcp(live: Live): ReadonlySet<string> {
  const { found, onDecision } = gather();
  const { say, answer, clock } = between({ relay: { preset: live.preset, mode: 'shadow', onDecision } });
  for (const [id, event] of live.events.entries()) {
    if (event.kind !== 'call') continue;
    clock.now += 1000;
    say(callLine(id, event.tool, event.args ?? {}));
    answer(resultLine(id, textOf(event.result), event.isError === true ? ',"isError":true' : ''));
  }
  return found;
}

interface Step {
  readonly text?: string;
  readonly call?: Extract<AgentEvent, { kind: 'call' }>;
}

/** A message and the call after it are one answer; so are all pieces of a text. */
function stepsOf(events: readonly AgentEvent[]): readonly Step[] {
  const steps: Step[] = [];
  let text: string | undefined;
  const flush = (): void => {
    if (text !== undefined) steps.push({ text });
    text = undefined;
  };
  for (const event of events) {
    if (event.kind === 'delta') text = (text ?? '') + event.text;
    else if (event.kind === 'message') {
      flush();
      ({ text } = event);
    } else if (event.kind === 'call') {
      steps.push({ ...(text !== undefined && { text }), call: event });
      text = undefined;
    }
  }
  flush();
  return steps;
}

/** An agent of the chat interface that keeps the whole history. */
export async function replayLlm(
  live: Live,
  begin: ReturnType<typeof proxies>['begin'],
): Promise<ReadonlySet<string>> {
  const { found, onDecision } = gather();
  const { events } = live;
  const steps = stepsOf(events);
  const isStream = events.some(({ kind }) => kind === 'delta');
  const { url, reports } = await begin(
    (_, count) => {
      const { text, call } = steps[count] ?? {};
      return {
        ...(text !== undefined && { text }),
        ...(call && { calls: [{ name: call.tool, args: call.args ?? {} }] }),
      } as never;
    },
    // A repeated text is one answer: there is nothing after it that the guard could change.
    { preset: live.preset, mode: isStream ? 'act' : 'shadow', onDecision },
  );
  const messages: object[] = [{ role: 'user', content: 'Go.' }];
  // The last result comes with one more request.
  for (const [i, { text, call }] of [...steps, {} as Step].entries()) {
    const reply = await fetch(`${url}/v1/chat/completions`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer x' } },
      body: JSON.stringify({ model: 'mock', messages, ...(isStream && { stream: true }) }),
    });
    await reply.text();
    const id = `live-${i}`;
    const made = call && {
      id,
      type: 'function',
      function: { name: call.tool, arguments: JSON.stringify(call.args ?? {}) },
    };
    messages.push({ role: 'assistant', content: text ?? null, ...(made && { tool_calls: [made] }) });
    if (call) messages.push({ role: 'tool', tool_call_id: id, content: textOf(call.result) });
  }
  for (const { category } of reports) if (category) found.add(category);
  return found;
}
