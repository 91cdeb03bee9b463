import {
  SHELL_CHANGES,
  SHELL_CHANGES_WITH,
  SHELL_NOWHERE,
  SHELL_PREFIXES,
  SHELL_READS,
  SHELL_WAITS,
} from '../../lexicon/shell.js';
import type { WordEntry } from '../../lexicon/entry.js';
import { escape, oneOf } from '../patterns.js';

const LONGEST = 2000;

function either(entries: readonly WordEntry[]): string {
  return oneOf(entries.map(({ word }) => escape(word)));
}

/** `npm -g install`: options may stand in between. */
const CHANGES_WITH = oneOf(
  SHELL_CHANGES_WITH.map(({ word }) => `\\b${escape(word).replace(' ', '\\s+(?:-\\S+\\s+)*')}\\b`),
);
const CHANGE = new RegExp(
  `(?:^|[;&|(]\\s*|\\b${either(SHELL_PREFIXES)}\\s+)${either(SHELL_CHANGES)}(?:\\s|$)|${CHANGES_WITH}`,
);
const REDIRECTION = new RegExp(`(?:^|[^=\\-<>&0-9])>{1,2}\\s*(?!&|${either(SHELL_NOWHERE)})[\\w./~"'$]`);
const READ = new RegExp(`^\\s*${either(SHELL_READS)}\\b`);
const WAIT = new RegExp(`\\b${either(SHELL_WAITS)}\\s+\\d`);
const ONLY_WAIT = new RegExp(`^\\s*${either(SHELL_WAITS)}\\s+[\\d.]+\\s*$`);

/** `mayChange`: one of its tokens may be a command that changes files. */
export function changesFiles(command: string, mayChange: boolean): boolean {
  const text = command.length > LONGEST ? command.slice(0, LONGEST) : command;
  return (mayChange && CHANGE.test(text)) || (text.includes('>') && REDIRECTION.test(text));
}

export function readsFiles(command: string): boolean {
  return READ.test(command.slice(0, LONGEST));
}

export function waitIn(command: string): 'only' | 'some' | undefined {
  if (!SHELL_WAITS.some(({ word }) => command.includes(word))) return undefined;
  const text = command.length > LONGEST ? command.slice(0, LONGEST) : command;
  return ONLY_WAIT.test(text) ? 'only' : WAIT.test(text) ? 'some' : undefined;
}
