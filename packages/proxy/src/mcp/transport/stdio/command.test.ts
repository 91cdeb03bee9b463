import { describe, expect, it } from 'vitest';
import { type Machine, serverName, withoutShell } from './command.js';

const NPM_SHIM = '@ECHO off\r\n"%~dp0\\node.exe" "%~dp0\\node_modules\\tool\\bin\\tool.js" %*\r\n';
const NEW_SHIM =
  '@ECHO off\r\nendLocal & goto #_undefined_# 2>NUL || "%_prog%"  "%dp0%\\node_modules\\fresh\\cli.mjs" %*\r\n';

const windows = (files: Readonly<Record<string, string>>): Machine => ({
  platform: 'win32',
  node: 'C:\\node\\node.exe',
  path: 'C:\\Windows;C:\\Users\\me\\npm',
  read: (file) => files[file],
});

describe('a command is started without a shell', () => {
  const files = {
    'C:\\node\\node_modules\\npm\\bin\\npx-cli.js': '',
    'C:\\Users\\me\\npm\\tool.cmd': NPM_SHIM,
    'C:\\Users\\me\\npm\\fresh.cmd': NEW_SHIM,
    'C:\\Users\\me\\npm\\other.cmd': '@echo hello',
  };

  it.each([
    ['npx is Node with its script', 'npx', 'C:\\node\\node_modules\\npm\\bin\\npx-cli.js'],
    ['npx.cmd is the same', 'npx.cmd', 'C:\\node\\node_modules\\npm\\bin\\npx-cli.js'],
    ['what npm installed is, too', 'tool', 'C:\\Users\\me\\npm\\node_modules\\tool\\bin\\tool.js'],
    ['in the newer form as well', 'fresh', 'C:\\Users\\me\\npm\\node_modules\\fresh\\cli.mjs'],
    [
      'also by its whole path',
      'C:\\Users\\me\\npm\\tool.cmd',
      'C:\\Users\\me\\npm\\node_modules\\tool\\bin\\tool.js',
    ],
  ])('on Windows %s', (_, command, script) => {
    const started = withoutShell({ command, args: ['-y', 'a & b'] }, windows(files));
    expect(started).toEqual({ command: 'C:\\node\\node.exe', args: [script, '-y', 'a & b'] });
  });

  it.each(['python.exe', 'other', 'unknown'])('on Windows %s stays unchanged', (command) => {
    expect(withoutShell({ command, args: [] }, windows(files))).toEqual({ command, args: [] });
  });

  it('on other systems every command stays unchanged', () => {
    const command = { command: 'npx', args: ['-y', 'x'] };
    expect(withoutShell(command, { ...windows(files), platform: 'linux' })).toEqual(command);
  });
});

describe('a server without a name is called', () => {
  it.each([
    ['by its program', ['my-server', '--x'], 'my-server'],
    ['without folder and ending', ['C:\\tools\\Server One.exe'], 'Server One'],
    ['by the package that npx runs', ['npx', '-y', '@scope/server-files@1.2.3', '/tmp'], 'server-files'],
    ['by the package without a version', ['npx', 'plain'], 'plain'],
    ['by the script that Node runs', ['node', '/a/weather.mjs'], 'weather'],
    [
      'by the folder where the script has no name',
      ['/usr/bin/node', '/x/server-git/dist/index.js'],
      'server-git',
    ],
    ['by the runner where nothing else is known', ['node', 'index.js'], 'node'],
    ['by what uv runs', ['uv', 'run', 'mcp-thing'], 'mcp-thing'],
  ])('%s', (_, [command = '', ...args], name) => {
    expect(serverName({ command, args })).toBe(name);
  });
});
