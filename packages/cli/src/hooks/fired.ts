/** Records for `rutbreak doctor` that a hook fired or failed. Best effort: errors are ignored. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { redact } from '@rutbreak/core';
import type { AgentId } from '../agents/ids.js';

export interface Fired {
  readonly at: number;
  /** The agent's own name for the event. */
  readonly event: string;
  /** How long it took, from the start of our own code. */
  readonly took: number;
}

export interface Failed {
  readonly at: number;
  readonly why: string;
}

const fileOf = (dataDir: string, agent: AgentId, what: string): string =>
  join(dataDir, 'hooks', `${agent}.${what}.json`);

export function noteFired(dataDir: string, agent: AgentId, fired: Fired): void {
  leave(dataDir, fileOf(dataDir, agent, 'fired'), fired);
}

export function noteFailed(dataDir: string, agent: AgentId, failed: Failed): void {
  leave(dataDir, fileOf(dataDir, agent, 'failed'), { ...failed, why: redact(failed.why) });
}

export function lastFired(dataDir: string, agent: AgentId): Fired | undefined {
  const { at, event, took } = read(fileOf(dataDir, agent, 'fired'));
  if (typeof at !== 'number' || typeof event !== 'string') return undefined;
  return { at, event, took: typeof took === 'number' ? took : 0 };
}

export function lastFailed(dataDir: string, agent: AgentId): Failed | undefined {
  const { at, why } = read(fileOf(dataDir, agent, 'failed'));
  return typeof at === 'number' && typeof why === 'string' ? { at, why } : undefined;
}

function leave(dataDir: string, file: string, value: object): void {
  try {
    mkdirSync(join(dataDir, 'hooks'), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
  } catch {
    // Only `doctor` needs it.
  }
}

function read(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
