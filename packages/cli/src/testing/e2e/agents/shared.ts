import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RealAgent } from '../real-agent.js';

export function put(file: string, content: string | object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

/**
 * Binaries come in separate packages, one per platform; install scripts, which would link them, are not run.
 */
export const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * With other words each time: the agents' own detectors see different calls, although the effect is the same.
 */
export const describedCall: RealAgent['shellCall'] = (name, command, step) => ({
  name,
  args: { command, description: `Attempt ${step}` },
});
