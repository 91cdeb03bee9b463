import { redact } from '@rutbreak/core';
import type { SessionEngine } from '../../engine/engine.js';
import type { Done } from '../../engine/queue/job.js';
import type { Reply } from '../../engine/work.js';
import type { Handlers } from '../../http/handler.js';
import { HttpProblem } from '../../http/problem.js';
import { MAX_MUTES, type Mutes } from '../../ops/mutes.js';
import { appendAudit, auditLine } from '../../store/change-document.js';
import type { Store } from '../../store/store.js';
import { loopOf } from '../read/loops.js';

export interface MuteParts {
  readonly store: Store;
  readonly mutes: Mutes;
  readonly engine: SessionEngine;
  readonly now: () => number;
}

const HOUR = 3_600_000;

type Names = 'listMutes' | 'createMute' | 'deleteMute' | 'bulkCommand';

export function muteHandlers({ store, mutes, engine, now }: MuteParts): Pick<Handlers, Names> {
  const note = (operator: string, command: string, detail: object): Promise<void> =>
    appendAudit(store, auditLine(now(), operator, command, detail));
  return {
    listMutes: async () => ({ mutes: [...(await mutes.list())] }),
    async createMute({ body: { operator_id: by, loop, hours, reason } }) {
      const { pattern, category, brief } = await loopOf(store, loop);
      if ((await mutes.list()).length >= MAX_MUTES)
        throw new HttpProblem('CONFLICT', `The limit of ${MAX_MUTES} mutes is reached; delete one first.`);
      const times = { created_at: now(), expires_at: now() + hours * HOUR };
      const mute = await mutes.add({ pattern, category, brief, by, reason: redact(reason), ...times });
      await note(by, 'mute', { id: mute.id, pattern, category, hours, reason: mute.reason });
      return mute;
    },
    async deleteMute({ params, identity }) {
      const id = params['id'] ?? '';
      if (!(await mutes.remove(id))) throw new HttpProblem('NOT_FOUND', 'There is no such mute.');
      await note(identity.name, 'unmute', { id });
      return { removed: true };
    },
    async bulkCommand({ body: { operator_id: by, command: name, sessions, reason } }) {
      const ids = [...new Set(sessions)];
      const settled = await engine.submitAll(
        'command',
        ids.map((session) => ({ session, input: { name, by, reason } })),
      );
      return { results: settled.map((one, i) => resultOf(ids[i] ?? '', one)) };
    },
  };
}

type Settled = PromiseSettledResult<Done<Reply<'command'>>>;

function resultOf(session_id: string, settled: Settled) {
  const failed = (problem: string) => ({ session_id, changed: false, problem });
  if (settled.status === 'rejected') return failed('The session is not available now.');
  const { reply } = settled.value;
  if (reply === undefined) return failed('There is no such session.');
  return 'rejection' in reply
    ? failed(reply.rejection)
    : { session_id, changed: reply.changed, problem: null };
}
