import type { CallAdmission, ToolAdmission } from '@rutbreak/core/edge';
import type { Rule } from '../policy/policy.js';

/** Texts that the model reads when a call was not made. Each says what happened and what to do instead. */

const MAX_NAME = 80;
const MAX_ORDER = 2000;

/** Names come from the model, so they are quoted and cut, to keep them from imitating other text. */
function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
}

export function deniedByPolicy(tool: string, rule: Rule | undefined): string {
  const why = rule?.reason ?? 'it is not allowed here';
  return `The call of ${quoted(tool)} was not made: ${why}. Do not try it again in another form; go on without it, or say what you need it for.`;
}

export function deniedByPerson(tool: string): string {
  return `The call of ${quoted(tool)} was not made: the person who was asked did not agree. Go on without it, or ask how to proceed.`;
}

/** A person has paused or stopped the session at the gateway. */
export function heldByPerson(tool: string, order: string): string {
  return `The call of ${quoted(tool)} was not made. ${order.slice(0, MAX_ORDER)}. Do not call tools until a person lifts this; say what you have found so far.`;
}

export function fromPerson(text: string): string {
  return `Message from the person who watches this session: ${text.slice(0, MAX_ORDER)}`;
}

export function nobodyToAsk(tool: string, rule: Rule | undefined): string {
  const why = rule?.reason === undefined ? '' : ` (${rule.reason})`;
  return `The call of ${quoted(tool)} was not made: a person has to agree to it${why}, and this client has no way to ask. Say what you wanted to do and why, and go on without it.`;
}

export function question(tool: string, server: string, args: string, rule: Rule | undefined): string {
  const why = rule?.reason === undefined ? '' : ` (${rule.reason})`;
  return `May the agent call ${quoted(tool)} of ${quoted(server)}?${why}\n${args}`;
}

export function tooOften(
  tool: string,
  { retryAt }: Extract<CallAdmission, { kind: 'deny' }>,
  now: number,
  { calls, window }: { readonly calls: number; readonly window: number },
): string {
  return `The call of ${quoted(tool)} was not made: exactly this call passed ${calls} times in ${seconds(window)}, and once more would bring nothing new. Use what you already got, change the arguments, or do something else. It is possible again in ${seconds(retryAt - now)}.`;
}

export function serverFails(
  tool: string,
  { retryAt, errorClass }: Extract<ToolAdmission, { kind: 'deny' }>,
  now: number,
): string {
  const what =
    { timeout: 'did not answer', transport: 'could not be reached' }[errorClass] ?? 'failed inside';
  return `The call of ${quoted(tool)} was not made: the server ${what} several times in a row. Do something else; in ${seconds(retryAt - now)} one call will find out whether it is back.`;
}

export function notAudited(tool: string): string {
  return `The call of ${quoted(tool)} was not made: it could not be written to the audit file, and no call goes unrecorded here. A person has to make room or choose another file.`;
}

export function invalidMessage(problem: string): string {
  return `The message was not forwarded: ${problem}. Send one JSON-RPC message at a time, as UTF-8.`;
}

export function tooManyOpen(most: number): string {
  return `The call was not made: ${most} earlier calls still wait for an answer.`;
}

export function serverEnded(tool: string, how: string): string {
  return `There is no result of ${quoted(tool)}: the server ended before it answered (${how}). It may or may not have done what was asked.`;
}

export function noAnswer(tool: string, timeout: number): string {
  return `There is no result of ${quoted(tool)}: the server did not answer in ${seconds(timeout)}. It may still be at work.`;
}

export function unreachable(tool: string, why: string): string {
  return `There is no result of ${quoted(tool)}: the server could not be reached (${why}). Do something else, or try again later.`;
}

export function resultTooLong(tool: string, limit: number): string {
  return `There is no result of ${quoted(tool)}: it was larger than ${megabytes(limit)} and was dropped. Ask for less at a time.`;
}

export function requestTooLong(limit: number): string {
  return `The request is larger than ${megabytes(limit)} and was not forwarded. Send less at a time.`;
}

/** Used when the ladder provides no text. */
export function stuck(tool: string): string {
  return `The call of ${quoted(tool)} was not made: the work goes in circles. Say what you have found so far and what is missing, and stop calling tools.`;
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1000))} s`;
}

function megabytes(bytes: number): string {
  return bytes >= 1 << 20 ? `${Math.round(bytes / (1 << 20))} MiB` : `${bytes} bytes`;
}
