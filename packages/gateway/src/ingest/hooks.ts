import {
  HOOK_AGENTS,
  HOOK_PROTOCOLS,
  type HookAgent,
  type HookAnswer,
  type HookCall,
  SILENT,
} from '@rutbreak/adapters/hooks';
import { EngineError } from '../engine/error.js';
import type { EngineLimits } from '../engine/queue/job.js';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import { cleanEvent } from './redact/clean.js';
import { cutLargeEvent } from './redact/large-events.js';
import { type IngestParts, takeOne } from './intake.js';

const MAX_ID = 256;

interface HookParts extends IngestParts {
  readonly onError: (error: unknown) => void;
  readonly limits: Pick<EngineLimits, 'hookMs'>;
}

/** Fails open: without a decision the agent continues, and a response header says so. */
export function hookHandlers(parts: HookParts): Pick<Handlers, 'postHook'> {
  return {
    async postHook({ params, body, request, reply }) {
      const agent = agentOf(params['agent']);
      const protocol = HOOK_PROTOCOLS[agent];
      const call = protocol.read(body);
      if (!call || call.session.length > MAX_ID)
        throw new HttpProblem('INVALID_FIELD', `This is not the input of a ${protocol.title} hook.`, {
          ...{ field: 'session_id', hint: "Send the hook's JSON unchanged." },
        });
      try {
        const bytes = request.rawBody?.length ?? 0;
        const answer = await within(handleHook(parts, agent, call, bytes), parts.limits.hookMs);
        const written = protocol.write(call, answer);
        return written === '' ? {} : (JSON.parse(written) as Record<string, unknown>);
      } catch (error) {
        const isKnown = error instanceof HttpProblem || error instanceof EngineError;
        if (!isKnown || error.cause !== undefined) parts.onError(error);
        void reply.header('x-rutbreak-unguarded', isKnown ? error.code : 'INTERNAL');
        return {};
      }
    },
  };
}

function agentOf(name: string | undefined): HookAgent {
  const agent = HOOK_AGENTS.find((one) => one === name);
  if (agent !== undefined) return agent;
  throw new HttpProblem('NOT_FOUND', 'There are no hooks for this agent.', {
    hint: `Known: ${HOOK_AGENTS.join(', ')}.`,
  });
}

async function handleHook(
  parts: HookParts,
  agent: HookAgent,
  given: HookCall,
  bytes: number,
): Promise<HookAnswer> {
  const call = await cleanCall(given, parts.settings().config.privacy.metadataOnly);
  if (call.event === null && call.isRoundEnd !== true) return SILENT;
  const { reply } = await takeOne(parts, 'hook', { session: call.session, input: { agent, call }, bytes });
  return reply;
}

async function cleanCall(call: HookCall, isMetadataOnly: boolean): Promise<HookCall> {
  const event = call.event && cleanEvent(await cutLargeEvent(call.event), isMetadataOnly);
  return { ...call, event: event?.kind === 'refused' ? null : event };
}

function within<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  return new Promise((done, fail) => {
    const late = (): void => fail(new HttpProblem('STORE_UNAVAILABLE', 'The store did not respond in time.'));
    const timer = setTimeout(late, milliseconds);
    work.then(done, fail).finally(() => clearTimeout(timer));
  });
}
