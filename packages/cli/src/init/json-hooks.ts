/** Changes an agent's settings as text: comments, order, white space and what nobody here knows stay as they are. */
import { RutbreakError } from '@rutbreak/core';
import {
  applyEdits,
  type FormattingOptions,
  getNodeValue,
  modify,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type Door, isOwnHook, type JsonAgent, wantedHooks } from './entries.js';

type Path = (string | number)[];
type Hooks = Readonly<Record<string, unknown>>;

/** The settings with our hooks in them; the same text where they are there already. */
export function withHooks(text: string, agent: JsonAgent, door: Door, file: string): string {
  const wanted = wantedHooks(agent, door);
  const before = hooksOf(text, file);
  const isThere = wanted.every(({ event, entry }) => {
    const own = listOf(before, event).filter(isOwn);
    return own.length === 1 && JSON.stringify(own[0]) === JSON.stringify(entry);
  });
  if (isThere && ownEvents(before).length === wanted.length) return text;
  let next = withoutHooks(text, file);
  if (next.trim() === '') next = '{}\n';
  for (const { event, entry } of wanted) {
    const hooks = hooksOf(next, file);
    const { length } = listOf(hooks, event);
    const isNew = hooks[event] === undefined;
    next = edited(next, isNew ? ['hooks', event] : ['hooks', event, length], isNew ? [entry] : entry, !isNew);
  }
  return next;
}

/** The settings without our hooks. What is left empty goes with them. */
export function withoutHooks(text: string, file: string): string {
  let next = text;
  for (const event of ownEvents(hooksOf(text, file))) {
    for (let at = ownAt(next, event, file); at !== undefined; at = ownAt(next, event, file))
      next = edited(next, at, undefined);
    if (listOf(hooksOf(next, file), event).length === 0) next = edited(next, ['hooks', event], undefined);
  }
  const isEmptied = next !== text && Object.keys(hooksOf(next, file)).length === 0;
  return isEmptied ? edited(next, ['hooks'], undefined) : next;
}

export function hasHooks(text: string, file: string): boolean {
  return ownEvents(hooksOf(text, file)).length > 0;
}

/** Our own hooks, as they stand there: for somebody who wants to know what is started. */
export function ownHooks(
  text: string,
  file: string,
): readonly { readonly event: string; readonly hook: object }[] {
  const hooks = hooksOf(text, file);
  return ownEvents(hooks).flatMap((event) =>
    listOf(hooks, event)
      .flatMap(innerOf)
      .filter((hook): hook is object => isOwnHook(hook))
      .map((hook) => ({ event, hook })),
  );
}

/** The whole settings as a value. Throws a RutbreakError that names file and line where they are broken. */
export function settingsIn(text: string, file: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    const why = printParseErrorCode(error.error);
    throw new RutbreakError('CONFIG_FILE', { path: file, line, why, hint: 'Correct that line first.' });
  }
  const value: unknown = tree && getNodeValue(tree);
  if (!isObject(value)) throw strange(file, 'it is no object');
  return value;
}

function hooksOf(text: string, file: string): Hooks {
  const { hooks = {} } = settingsIn(text, file);
  if (!isObject(hooks)) throw strange(file, '"hooks" is no object');
  for (const [event, list] of Object.entries(hooks))
    if (ALL_EVENTS.test(event) && !Array.isArray(list)) throw strange(file, `"hooks.${event}" is no list`);
  return hooks;
}

/** Other keys may stand among the events. */
const ALL_EVENTS = /^(?:Pre|Post|Before|After|User|Session|Stop)/;

function strange(file: string, why: string): RutbreakError {
  return new RutbreakError('CONFIG_FILE', { path: file, why, hint: 'Correct it, or move the file away.' });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(hooks: Hooks, event: string): readonly unknown[] {
  const list = hooks[event];
  return Array.isArray(list) ? list : [];
}

function innerOf(entry: unknown): readonly unknown[] {
  const { hooks } = (entry ?? {}) as { hooks?: unknown };
  return Array.isArray(hooks) ? hooks : [];
}

function isOwn(entry: unknown): boolean {
  return innerOf(entry).some(isOwnHook);
}

function ownEvents(hooks: Hooks): readonly string[] {
  return Object.keys(hooks).filter((event) => listOf(hooks, event).some(isOwn));
}

/** Where one of our hooks is; its whole entry where it stands there alone. */
function ownAt(text: string, event: string, file: string): Path | undefined {
  const list = listOf(hooksOf(text, file), event);
  const at = list.findIndex(isOwn);
  if (at < 0) return undefined;
  const inner = innerOf(list[at]);
  const entry = ['hooks', event, at];
  return inner.every(isOwnHook) ? entry : [...entry, 'hooks', inner.findIndex(isOwnHook)];
}

/** What goes leaves its neighbours as they stand; what comes is laid out like the rest. */
function edited(text: string, path: Path, value: unknown, isArrayInsertion = false): string {
  const isRemoval = value === undefined;
  const how = isRemoval ? {} : { formattingOptions: formatOf(text), isArrayInsertion };
  return applyEdits(text, modify(text, path, value, how));
}

function formatOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const insertSpaces = !indent.startsWith('\t');
  return {
    insertSpaces,
    tabSize: insertSpaces ? indent.length : 1,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
