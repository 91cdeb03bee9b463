/** Ways in which the guard can be broken while an agent works. */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentId } from '../../agents/index.js';
import type { Stage } from './real-agent.js';

export interface Fault {
  readonly name: string;
  /** Where it can happen; default: everywhere. */
  readonly canBefall?: (agent: AgentId) => boolean;
  /** After `rutbreak init`. */
  readonly breakIt?: (stage: Stage, cli: string) => void;
  /** Lasts while the agent works; returns a function that ends it. */
  readonly disturb?: (stage: Stage) => () => void;
  /** The hooks go to a gateway, which is like this. */
  readonly gateway?: 'gone' | 'broken' | 'full' | 'slow';
  /** Each hook takes seconds. */
  readonly isSlow?: true;
  /** It once disabled an agent, and is checked each time. */
  readonly isShort?: true;
}

/** The plugin of opencode runs inside opencode. */
const startsPrograms = (agent: AgentId): boolean => agent !== 'opencode';
const hasGateway = (agent: AgentId): boolean => agent === 'claude-code';
const SLOW = 5000;

const NODE_FAULTS: readonly Fault[] = [
  {
    ...{ name: 'Node is gone', isShort: true, canBefall: startsPrograms },
    breakIt: ({ home }) => rewrite(home, process.execPath, '/gone/node'),
  },
  {
    ...{ name: 'Node is broken', isShort: true, canBefall: startsPrograms },
    // As after half an upgrade: it starts, complains, and ends.
    breakIt: ({ home }) => replaceNode(home, 'echo "node: cannot open shared object file" >&2\nexit 127'),
  },
  {
    ...{ name: 'Node is slow (5 s)', isSlow: true, canBefall: startsPrograms },
    breakIt: ({ home }) => replaceNode(home, `sleep ${SLOW / 1000}\nexec ${process.execPath} "$@"`),
  },
  {
    // Where memory is short, Node ends at once or hangs at its start.
    ...{ name: 'the memory for Node is full', isSlow: true, canBefall: startsPrograms },
    breakIt: ({ home }) => replaceNode(home, `ulimit -v 100000\nexec ${process.execPath} "$@"`),
  },
];

const PROGRAM_FAULTS: readonly Fault[] = [
  {
    ...{ name: 'the program is gone', isShort: true },
    breakIt: ({ home }, cli) => rewrite(home, dirname(cli), '/gone'),
  },
  {
    ...{ name: 'the program is broken', isShort: true },
    breakIt: (stage, cli) => replaceProgram(stage, cli, 'this is (no program', 'this is (no program'),
  },
  {
    ...{ name: 'the program is slow (5 s)', isSlow: true },
    breakIt: (stage, cli) => replaceProgram(stage, cli, slowHook(cli), slowPlugin(cli)),
  },
  {
    name: 'the program is cut off, by a full disk',
    breakIt: (stage, cli) => cutProgram(stage, cli),
  },
];

const STORE_FAULTS: readonly Fault[] = [
  { name: 'the store is gone', breakIt: ({ home }) => removeStore(join(home, 'state', 'rutbreak')) },
  { name: 'the store is broken', breakIt: ({ home }) => spoilStore(join(home, 'state', 'rutbreak')) },
  {
    ...{ name: 'the store is slow', isSlow: true },
    disturb: ({ home }) => holdSessions(join(home, 'state', 'rutbreak', 'sessions')),
  },
  {
    ...{ name: 'the disk of the store is full', canBefall: startsPrograms },
    breakIt: (stage, cli) => replaceProgram(stage, cli, hookWithoutRoom(cli), ''),
  },
];

/** The search starts in the project and goes upwards; inside the project, the agent would see it. */
const configIn = ({ home }: Stage): string => join(home, 'rutbreak.config.yaml');

const CONFIG_FAULTS: readonly Fault[] = [
  {
    name: 'the configuration is gone',
    breakIt: (stage) => symlinkSync('/gone/rutbreak.config.yaml', configIn(stage)),
  },
  {
    name: 'the configuration is broken',
    breakIt: (stage) => writeFileSync(configIn(stage), 'preset: ['),
  },
  { name: 'the configuration is slow (5 s)', disturb: (stage) => pipeSlowly(configIn(stage)) },
  {
    name: 'the configuration is too large',
    breakIt: (stage) => writeFileSync(configIn(stage), '# words\n'.repeat(1_000_000)),
  },
];

const GATEWAY_FAULTS: readonly Fault[] = [
  { name: 'the gateway is gone', canBefall: hasGateway, gateway: 'gone' },
  { name: 'the gateway is broken', canBefall: hasGateway, gateway: 'broken' },
  { name: 'the gateway is slow (5 s)', canBefall: hasGateway, gateway: 'slow', isSlow: true },
  { name: 'the gateway is full', canBefall: hasGateway, gateway: 'full' },
];

/** Each part of the guard: gone, broken, slow and full. */
export const FAULTS: readonly Fault[] = [
  ...[...NODE_FAULTS, ...PROGRAM_FAULTS, ...STORE_FAULTS, ...CONFIG_FAULTS, ...GATEWAY_FAULTS],
];

/** It cannot be created again: a file stands in its place. */
function removeStore(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, '');
}

function spoilStore(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sessions'), 'not a folder');
}

const MOST = 200_000;

/** In all settings below this folder. */
function rewrite(folder: string, from: string, to: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const changed = names.filter((name) => {
    const file = join(folder, name);
    const { size } = statSync(file);
    if (!statSync(file).isFile() || size > MOST) return false;
    const text = readFileSync(file, 'utf8');
    if (!text.includes(from)) return false;
    writeFileSync(file, text.replaceAll(from, to));
    return true;
  });
  if (changed.length === 0) throw new Error(`No settings in ${folder} name ${from}`);
}

/** The settings then name a script in the place of Node. */
function replaceNode(home: string, script: string): void {
  const node = join(home, 'other-node');
  rewrite(home, process.execPath, node);
  writeFileSync(node, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** The settings then name a program of ours in another folder. */
function replaceProgram({ home }: Stage, cli: string, hook: string, plugin: string): void {
  const folder = join(home, 'other-program');
  rewrite(home, dirname(cli), folder);
  mkdirSync(folder);
  writeFileSync(join(folder, 'hook.cjs'), hook);
  writeFileSync(join(folder, 'opencode.js'), plugin);
}

/** The first half of each file, as an installation leaves them. */
function cutProgram(stage: Stage, cli: string): void {
  const half = (name: string): string => {
    const whole = readFileSync(join(dirname(cli), name), 'utf8');
    return whole.slice(0, whole.length / 2);
  };
  replaceProgram(stage, cli, readFileSync(join(dirname(cli), 'hook.cjs'), 'utf8'), half('opencode.js'));
  writeFileSync(join(stage.home, 'other-program', 'hook-main.cjs'), half('hook-main.cjs'));
}

const fileOf = (cli: string, name: string): string => JSON.stringify(join(dirname(cli), name));

function slowHook(cli: string): string {
  return `setTimeout(() => require(${fileOf(cli, 'hook.cjs')}), ${SLOW});`;
}

function slowPlugin(cli: string): string {
  return `import { guardOpencode as guard } from ${fileOf(cli, 'opencode.js')};
const slow = (hook) => async (...args) => {
  await new Promise((done) => setTimeout(done, ${SLOW}));
  return hook(...args);
};
export const guardOpencode = (context) =>
  Object.fromEntries(Object.entries(guard(context)).map(([name, hook]) => [name, name === 'event' ? hook : slow(hook)]));
`;
}

function hookWithoutRoom(cli: string): string {
  return `const { spawnSync } = require('node:child_process');
const { status } = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, ${fileOf(cli, 'hook.cjs')}, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
`;
}

/** Another living process holds each session all the time. */
function holdSessions(folder: string): () => void {
  const hold = (): void => {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
    for (const name of names) {
      const lock = join(folder, `${name}.lock`);
      if (!existsSync(lock)) writeFileSync(lock, `${process.pid} ${hostname()} e2e`);
    }
  };
  const timer = setInterval(hold, 20);
  return () => clearInterval(timer);
}

/** Reading this file takes a while before it ends. */
function pipeSlowly(file: string): () => void {
  execFileSync('mkfifo', [file]);
  const script = `while sleep ${SLOW / 1000}; do : > "$0"; done`;
  const writer = spawn('sh', ['-c', script, file], { detached: true, stdio: 'ignore' });
  return () => {
    if (writer.pid !== undefined) process.kill(-writer.pid, 'SIGKILL');
  };
}
