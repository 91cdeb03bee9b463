import { list, number, record, text, type Json } from '../shared/json.js';
import { CONTINUE, type GatewayOrder } from './options.js';

const ACTIONS: readonly unknown[] = ['continue', 'nudge', 'redirect', 'block', 'pause', 'stop'];

/** Reads the order of an acknowledgement. An unknown action means `continue`. */
export function readOrder(body: Json): GatewayOrder {
  const { action, stop_status: status, directives, held } = body;
  return {
    action: ACTIONS.includes(action) ? (action as GatewayOrder['action']) : CONTINUE.action,
    text: text(body['text']),
    version: number(body['version']) ?? 0,
    directives: list(directives) as GatewayOrder['directives'],
    held: held === true,
    // Detection always gives a reason for a stop, and never holds a session.
    isByPerson: held === true || (action === 'stop' && status === null),
  };
}

/** The gateway's own message about a failure; '' without one. */
export function errorText({ error }: Json): string {
  const message = text(record(error)['message']);
  return message === '' ? '' : `: ${message.slice(0, 200)}`;
}

/** One sentence for each event that the gateway refused. */
export function refusalsIn({ refused }: Json): readonly string[] {
  return list(refused).map((one) => {
    const { code, hint } = record(one);
    return `the gateway refused an event: ${String(code)} ${String(hint)}`.slice(0, 300);
  });
}
