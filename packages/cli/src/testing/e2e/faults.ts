/** Ways in which the guard can be broken while an agent works. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
}

/** The plugin of opencode runs inside opencode. */
const startsPrograms = (agent: AgentId): boolean => agent !== 'opencode';
const hasGateway = (agent: AgentId): boolean => agent === 'claude-code';
const SLOW = 5000;

export const FAULTS: readonly Fault[] = [
  {
    name: 'Node is gone',
    canBefall: startsPrograms,
    breakIt: ({ home }) => rewrite(home, process.execPath, '/gone/node'),
  },
  { name: 'Node is broken', canBefall: startsPrograms, breakIt: ({ home }) => replaceNode(home) },
  { name: 'the program is gone', breakIt: ({ home }, cli) => rewrite(home, dirname(cli), '/gone') },
  {
    name: 'the program is broken',
    breakIt: (stage, cli) => replaceProgram(stage, cli, 'this is (no program', 'this is (no program'),
  },
  {
    ...{ name: 'the program is slow (5 s)', isSlow: true },
    breakIt: (stage, cli) => replaceProgram(stage, cli, slowHook(cli), slowPlugin(cli)),
  },
  {
    name: 'the disk of the store is full',
    canBefall: startsPrograms,
    breakIt: (stage, cli) => replaceProgram(stage, cli, hookWithoutRoom(cli), ''),
  },
  { name: 'the store is gone', breakIt: ({ home }) => removeStore(join(home, 'state', 'rutbreak')) },
  {
    name: 'the store is broken',
    breakIt: ({ home }) => spoilStore(join(home, 'state', 'rutbreak')),
  },
  {
    ...{ name: 'the store is slow', isSlow: true },
    disturb: ({ home }) => holdSessions(join(home, 'state', 'rutbreak', 'sessions')),
  },
  {
    name: 'the configuration is broken',
    // The search starts in the project and goes upwards; inside the project, the agent would see it.
    breakIt: ({ home }) => writeFileSync(join(home, 'rutbreak.config.yaml'), 'preset: ['),
  },
  { name: 'the gateway is gone', canBefall: hasGateway, gateway: 'gone' },
  { name: 'the gateway is broken', canBefall: hasGateway, gateway: 'broken' },
  { name: 'the gateway is full', canBefall: hasGateway, gateway: 'full' },
  { name: 'the gateway is slow (5 s)', canBefall: hasGateway, gateway: 'slow', isSlow: true },
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

/** As after half an upgrade: it starts, complains, and ends. */
function replaceNode(home: string): void {
  const node = join(home, 'other-node');
  rewrite(home, process.execPath, node);
  writeFileSync(node, '#!/bin/sh\necho "node: cannot open shared object file" >&2\nexit 127\n', {
    mode: 0o755,
  });
}

/** The settings then name a program of ours in another folder. */
function replaceProgram({ home }: Stage, cli: string, hook: string, plugin: string): void {
  const folder = join(home, 'other-program');
  rewrite(home, dirname(cli), folder);
  mkdirSync(folder);
  writeFileSync(join(folder, 'hook.cjs'), hook);
  writeFileSync(join(folder, 'opencode.js'), plugin);
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
