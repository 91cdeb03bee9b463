/** Changes an agent's settings as text, so that comments, order, white space and unknown keys stay as they are. */
import type { RutbreakError } from '@rutbreak/core';
import {
  applyEdits,
  findNodeAtLocation,
  type FormattingOptions,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type Door, isOwnHook, type SharedFile } from '../agents/settings.js';
import { CliError } from '../errors/cli-error.js';
import { isRecord } from '@rutbreak/core/edge';

type Path = (string | number)[];
type Hooks = Readonly<Record<string, unknown>>;

/** The settings with our hooks; the same text if they are already there. */
export function withHooks(text: string, settings: SharedFile, door: Door, file: string): string {
  const wanted = settings.wanted(door);
  const root = settings.root(file);
  const before = hooksOf(text, root, file);
  const isThere = wanted.every(({ event, entry }) => {
    const own = listOf(before, event).filter(isOwn);
    return own.length === 1 && JSON.stringify(own[0]) === JSON.stringify(entry);
  });
  if (isThere && ownEvents(before).length === wanted.length) return text;
  let next = withoutHooks(text, settings, file);
  if (next.trim() === '') next = `${JSON.stringify(settings.head ?? {}, null, 2)}\n`;
  for (const { event, entry } of wanted) {
    const hooks = hooksOf(next, root, file);
    const { length } = listOf(hooks, event);
    const isNew = hooks[event] === undefined;
    const path = isNew ? [...root, event] : [...root, event, length];
    next = edited(next, path, isNew ? [entry] : entry, !isNew);
  }
  return next;
}

/** The settings without our hooks, and without lists that become empty. */
export function withoutHooks(text: string, { root: rootOf }: SharedFile, file: string): string {
  const root = rootOf(file);
  let next = text;
  for (const event of ownEvents(hooksOf(text, root, file))) {
    const at = (): Path | undefined => ownAt(hooksOf(next, root, file), root, event);
    for (let path = at(); path !== undefined; path = at()) next = edited(next, path, undefined);
    if (listOf(hooksOf(next, root, file), event).length === 0)
      next = edited(next, [...root, event], undefined);
  }
  const isEmptied = next !== text && Object.keys(hooksOf(next, root, file)).length === 0;
  return isEmptied && root.length > 0 ? edited(next, [...root], undefined) : next;
}

export function hasHooks(text: string, { root }: SharedFile, file: string): boolean {
  return ownEvents(hooksOf(text, root(file), file)).length > 0;
}

/** Our hooks in the settings. */
export function ownHooks(text: string, { root }: SharedFile, file: string): readonly object[] {
  const hooks = hooksOf(text, root(file), file);
  return ownEvents(hooks).flatMap((event) =>
    listOf(hooks, event)
      .flatMap(innerOf)
      .filter((hook): hook is object => isOwnHook(hook)),
  );
}

/** The whole settings as a value. Throws a RutbreakError that names file and line if they are broken. */
export function settingsIn(text: string, file: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    const why = printParseErrorCode(error.error);
    throw new CliError('CONFIG_FILE', { path: file, line, why, hint: 'Correct that line first.' });
  }
  const twice = tree && repeatedKey(tree);
  if (twice !== undefined) {
    const hint = 'Keep one of them: agents read only the last.';
    throw new CliError('CONFIG_FILE', { path: file, why: `"${twice}" stands there twice`, hint });
  }
  const value: unknown = tree && getNodeValue(tree);
  if (!isRecord(value)) throw strange(file, 'it is not an object');
  return value;
}

/** The key `hooks` or an event stands there twice. An edit could change one while the agent reads the other. */
function repeatedKey(tree: Node): string | undefined {
  const hooks = findNodeAtLocation(tree, ['hooks']);
  const isTwice = (node: Node | undefined, isMeant: (key: string) => boolean): string | undefined => {
    const keys = (node?.children ?? []).map(({ children }) => String(children?.[0]?.value));
    return keys.find((key, i) => isMeant(key) && keys.indexOf(key) !== i);
  };
  return isTwice(tree, (key) => key === 'hooks') ?? isTwice(hooks, () => true);
}

function hooksOf(text: string, root: readonly string[], file: string): Hooks {
  const settings = settingsIn(text, file);
  const hooks = root.length === 0 ? settings : (settings[root[0] ?? ''] ?? {});
  if (!isRecord(hooks)) throw strange(file, '"hooks" is not an object');
  for (const [event, list] of Object.entries(hooks))
    if (ALL_EVENTS.test(event) && !Array.isArray(list)) throw strange(file, `"hooks.${event}" is no list`);
  return hooks;
}

/** There may be other keys among the events. */
const ALL_EVENTS = /^(?:pre|post|before|after|user|session|stop)/i;

function strange(file: string, why: string): RutbreakError {
  return new CliError('CONFIG_FILE', { path: file, why, hint: 'Correct it, or move the file away.' });
}

function listOf(hooks: Hooks, event: string): readonly unknown[] {
  const list = hooks[event];
  return Array.isArray(list) ? list : [];
}

/** The hooks of a group with a matcher; an entry without `hooks` is a hook itself. */
function innerOf(entry: unknown): readonly unknown[] {
  const { hooks } = (entry ?? {}) as { hooks?: unknown };
  return Array.isArray(hooks) ? hooks : [entry];
}

function isOwn(entry: unknown): boolean {
  return innerOf(entry).some(isOwnHook);
}

function ownEvents(hooks: Hooks): readonly string[] {
  return Object.keys(hooks).filter((event) => listOf(hooks, event).some(isOwn));
}

/** The path of one of our hooks, or of its whole entry if that has no other hook. */
function ownAt(hooks: Hooks, root: readonly string[], event: string): Path | undefined {
  const list = listOf(hooks, event);
  const at = list.findIndex(isOwn);
  if (at < 0) return undefined;
  const inner = innerOf(list[at]);
  const entry = [...root, event, at];
  return inner.every(isOwnHook) ? entry : [...entry, 'hooks', inner.findIndex(isOwnHook)];
}

/** A removal keeps the text around it; an addition uses the layout of the file. */
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
