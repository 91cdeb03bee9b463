import { CONTINUE, type GatewayOrder } from './options.js';

const ACTIONS: readonly unknown[] = ['continue', 'nudge', 'redirect', 'block', 'pause', 'stop'];

/** The order in an acknowledgement; what is not there, or not known, is no reason to stop anybody. */
export function readOrder(body: Readonly<Record<string, unknown>>): GatewayOrder {
  const { action, text, version, directives, held } = body;
  return {
    action: ACTIONS.includes(action) ? (action as GatewayOrder['action']) : CONTINUE.action,
    text: typeof text === 'string' ? text : '',
    version: typeof version === 'number' ? version : 0,
    directives: Array.isArray(directives) ? (directives as GatewayOrder['directives']) : [],
    held: held === true,
  };
}

/** What a gateway says about a failure; '' where it says nothing. */
export function whyIn({ error }: Readonly<Record<string, unknown>>): string {
  const { message } = (typeof error === 'object' && error !== null ? error : {}) as { message?: unknown };
  return typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
}

/** Events that were not taken, each in a sentence. */
export function refusalsIn({ refused }: Readonly<Record<string, unknown>>): readonly string[] {
  const list: readonly unknown[] = Array.isArray(refused) ? refused : [];
  return list.map((one) => {
    const { code, hint } = (one ?? {}) as Readonly<Record<string, unknown>>;
    return `an event was refused: ${String(code)} ${String(hint)}`.slice(0, 300);
  });
}
