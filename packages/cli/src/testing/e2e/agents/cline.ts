import { join } from 'node:path';
import type { RealAgent, Stage, Started } from '../real-agent.js';
import { put } from './shared.js';

/** It ends a run itself after five identical calls; trailing spaces make them different. */
export const cline: RealAgent = {
  ...{ agent: 'cline', package: 'cline', version: '3.0.65', canEnd: true, canDeny: false },
  transcripts: ['.cline', 'data', 'sessions'],
  prepare: ({ home, url }) =>
    put(join(home, '.cline', 'data', 'settings', 'providers.json'), {
      ...{ version: 1, lastUsedProvider: 'openai-compatible', modes: {} },
      providers: {
        'openai-compatible': {
          settings: {
            ...{ provider: 'openai-compatible', apiKey: 'fake', model: 'mock', baseUrl: `${url}/v1` },
          },
          ...{ updatedAt: '2026-11-17T00:00:00.000Z', tokenSource: 'manual' },
        },
      },
    }),
  start: (stage, prompt) => startCline(stage, prompt),
  ...{ shell: ['run_commands'] },
  shellCall: (name, command, step) => ({ name, args: { commands: [command + ' '.repeat(step % 5)] } }),
};

function startCline({ modules }: Stage, prompt: string): Started {
  const platform = `cli-${process.platform}-${process.arch}`;
  return {
    command: join(modules, '@cline', platform, 'bin', 'cline'),
    args: ['--json', '-P', 'openai-compatible', '-m', 'mock', prompt],
    // Otherwise it leaves a program behind that serves later runs.
    env: { CLINE_SESSION_BACKEND_MODE: 'local' },
  };
}
