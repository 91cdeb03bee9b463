import { HOOK_PROTOCOLS } from '@rutbreak/adapters/hooks';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Agent } from '../agent.js';

const { read, write, title } = HOOK_PROTOCOLS.opencode;
const HEAD = '// Written by `rutbreak init`. `rutbreak init --remove opencode` takes it away.';
const FILE = join('plugins', 'rutbreak.js');

/** opencode loads a plugin into its own process. The plugin only loads this package, so an upgrade reaches it. */
export const opencode: Agent = {
  id: 'opencode',
  title,
  support: { tested: 'run with the real program', against: '1.18.33', date: '2026-11' },
  read,
  reply: (call, answer) => ({ stdout: write(call, answer) }),
  places: ({ home, folder, opencode: own = join(home, '.config', 'opencode') }) => [
    { scope: 'home', folder: own, files: [join(own, FILE)] },
    { scope: 'project', folder: join(folder, '.opencode'), files: [join(folder, '.opencode', FILE)] },
  ],
  settings: {
    kind: 'own',
    text: (_, module) => `${HEAD}
export const Rutbreak = async (context) => {
  try {
    const { guardOpencode } = await import(${JSON.stringify(pathToFileURL(module).href)});
    return await guardOpencode(context);
  } catch (error) {
    console.error(\`rutbreak: the plugin failed, and opencode goes on unguarded: \${error?.message}\`);
    return {};
  }
};
`,
    isOwn: (text) => text.startsWith(HEAD),
  },
  trial: (step, session) => ({
    ...{ event: 'tool.execute.after', sessionID: session, callID: `${step}`, tool: 'bash' },
    ...{ args: { command: 'cat missing' }, output: 'cat: missing: No such file or directory' },
    metadata: { exit: 1 },
  }),
  firstRun: 'Restart opencode and let it run one command.',
};
