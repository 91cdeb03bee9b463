/**
 * Events that could not be recorded because other hooks held the session too long. The next hook records
 * them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookCall } from '@rutbreak/adapters/hooks';
import { redactValue } from '@rutbreak/core';
import { fileName } from '../store/files.js';

interface LateEvent {
  readonly call: HookCall;
  readonly at: number;
}

export interface LateEvents {
  readonly events: readonly LateEvent[];
  /** After they are recorded. */
  readonly forget: () => void;
}

const MOST = 64;
const folderOf = (dataDir: string): string => join(dataDir, 'late');
const prefixOf = (session: string): string => fileName(session).replace(/json$/, '');

export function keepLate(dataDir: string, call: HookCall, at: number): void {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = redactValue({ call, at }, { keepsLength: true });
  const file = `${prefixOf(call.session)}${String(at)}-${process.pid}.json`;
  writeFileSync(join(folder, file), JSON.stringify(kept), { mode: 0o600, flag: 'wx' });
}

/** In chronological order. */
export function lateEvents(dataDir: string, session: string): LateEvents {
  const folder = folderOf(dataDir);
  const files = namesIn(folder)
    .filter((name) => name.startsWith(prefixOf(session)))
    .slice(0, MOST)
    .map((name) => join(folder, name));
  return {
    events: files.flatMap(readEvent).sort((a, b) => a.at - b.at),
    forget: () => {
      for (const file of files) rmSync(file, { force: true });
    },
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // No event was ever late.
    return [];
  }
}

function readEvent(file: string): readonly LateEvent[] {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<LateEvent>;
    return value.call !== undefined && typeof value.at === 'number' ? [value as LateEvent] : [];
  } catch {
    // Truncated: its process was killed.
    return [];
  }
}
