// What the real programs sent to their hooks: `npm run e2e:agents -- --record`.
import { beginHook, type HookMemory, NO_MEMORY } from '@rutbreak/adapters/hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../agents/index.js';
import { REAL_AGENTS } from '../testing/e2e/agents/index.js';

const RECORDED = join(import.meta.dirname, 'recorded');

interface Made {
  readonly session: string;
  readonly round: number;
  readonly isError: boolean;
}

/** The calls that were reported, if a hook comes each so many milliseconds. */
function callsIn(agent: keyof typeof AGENTS, file: string, pause: number): readonly Made[] {
  const memories = new Map<string, HookMemory>();
  const lines = readFileSync(join(RECORDED, file), 'utf8').trimEnd().split('\n');
  return lines.flatMap((line, i): Made[] => {
    const call = AGENTS[agent].read(JSON.parse(line));
    if (!call) throw new Error(`${file}:${i + 1} was not understood`);
    const { memory, event } = beginHook(memories.get(call.session) ?? NO_MEMORY, call, i * pause);
    memories.set(call.session, memory);
    if (event?.kind !== 'call') return [];
    return [{ session: call.session, round: event.round ?? 0, isError: event.isError === true }];
  });
}

const recorded = readdirSync(RECORDED);
/** opencode loads our plugin, and sends nothing to a program. */
const senders = REAL_AGENTS.filter(({ agent }) => agent !== 'opencode');

describe.each(senders)('the hooks of $agent $version', ({ agent, version }) => {
  const file = `${agent}-${version}.jsonl`;

  it('are recorded with the version that is run', () => {
    expect(recorded).toContain(file);
  });

  it.each([
    ['of a fast model', 1],
    ['of a slow model', 2000],
  ])('have each call in the round of its step: %s', (_, pause) => {
    const made = callsIn(agent, file, pause);
    const main = made.filter(({ session }) => session === made[0]?.session);
    expect(main.slice(0, 6).map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 5]);
  });

  it('have the failures that the model asked for', () => {
    const made = callsIn(agent, file, 100);
    const main = made.filter(({ session }) => session === made[0]?.session);
    // Codex does not say it.
    const fails = agent !== 'codex';
    expect(main.slice(0, 6).map(({ isError }) => isError)).toEqual([
      fails,
      fails,
      fails,
      fails,
      false,
      false,
    ]);
    expect(new Set(made.map(({ session }) => session)).size).toBe(agent === 'claude-code' ? 2 : 1);
  });
});

describe.each(['claude-code', 'qwen', 'cline'] as const)(
  '%s says which calls belong to one step',
  (agent) => {
    it('so the time between its hooks does not count', () => {
      const file = recorded.find((name) => name.startsWith(agent)) ?? '';
      const made = callsIn(agent, file, 60_000).slice(0, 6);
      expect(made.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 5]);
    });
  },
);
