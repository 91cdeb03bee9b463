import type { CommandAck } from '../../api/hitl.js';
import type { SessionEngine } from '../../engine/engine.js';
import type { Handlers } from '../../http/handler.js';
import { HttpProblem } from '../../http/problem.js';
import { sessionNotFound } from '../read/read-parts.js';
import type { HitlCommand } from '../../hitl/command.js';

type Names =
  | 'pause'
  | 'unpause'
  | 'inject'
  | 'rewrite'
  | 'endSession'
  | 'override'
  | 'approveGate'
  | 'rewriteGate'
  | 'rejectGate';

interface Body {
  readonly operator_id: string;
  readonly agent_id?: string | undefined;
  readonly reason?: string | undefined;
  readonly command_id?: string | undefined;
}

interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly request: { readonly headers: Readonly<Record<string, unknown>> };
}

/** Commands of people on sessions. */
export function hitlHandlers(engine: SessionEngine, isPermitted: boolean): Pick<Handlers, Names> {
  const run = async (asked: Asked, rest: object): Promise<CommandAck> => {
    const { operator_id, agent_id, reason, command_id } = asked.body;
    const header = asked.request.headers['idempotency-key'];
    const commandId = command_id ?? (typeof header === 'string' ? header.slice(0, 256) : undefined);
    const common = { by: operator_id, agent: agent_id, reason, commandId };
    const command = { ...common, ...rest } as HitlCommand;
    const session = asked.params['id'] ?? '';
    const { reply, version } = await engine.submit('command', session, command);
    if (reply === undefined) throw sessionNotFound();
    if (!('rejection' in reply)) return { ...reply, version };
    throw new HttpProblem(reply.isUnknown ? 'NOT_FOUND' : 'CONFLICT', reply.rejection, {
      ...(reply.hint !== undefined && { hint: reply.hint }),
    });
  };
  const gate = (name: string) => (call: Asked & { readonly body: { message?: unknown; text?: unknown } }) =>
    run(call, { name, gate: call.params['gate'], message: call.body.message, text: call.body.text });
  return {
    pause: (call) => run(call, { name: 'pause' }),
    unpause: (call) => run(call, { name: 'unpause' }),
    endSession: (call) => run(call, { name: 'end' }),
    inject: (call) => run(call, { name: 'inject', message: call.body.message }),
    rewrite: (call) =>
      run(call, { name: 'rewrite', seq: call.body.seq, message: call.body.message, text: call.body.text }),
    override(call) {
      const { isConfirmed, acceptsOff, rescue = false } = call.body;
      const request = {
        ...(isConfirmed !== undefined && { isConfirmed }),
        ...(acceptsOff !== undefined && { acceptsOff }),
        isPermitted: isPermitted || rescue,
      };
      return run(call, { name: 'override', request });
    },
    approveGate: gate('approve'),
    rewriteGate: gate('rewrite-gate'),
    rejectGate: gate('reject'),
  };
}
