import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnvironment } from './environment.js';

it.each([
  ['nothing set', {}, true],
  ['NO_COLOR', { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR', { NO_COLOR: '' }, true],
  ['a dumb terminal', { TERM: 'dumb' }, false],
])('%s: colours %j', (_, env, mayColour) => expect(readEnvironment(env).mayColour).toBe(mayColour));

it.each([
  ['the XDG state home', 'linux', { XDG_STATE_HOME: '/state', HOME: '/home/me' }, '/state/rutbreak'],
  ['no XDG state home', 'linux', { HOME: '/home/me' }, '/home/me/.local/state/rutbreak'],
  ['a relative one is ignored', 'linux', { XDG_STATE_HOME: 'state', HOME: '/h' }, '/h/.local/state/rutbreak'],
  ['macOS', 'darwin', { HOME: '/Users/me' }, '/Users/me/.local/state/rutbreak'],
  ['Windows', 'win32', { LOCALAPPDATA: '/local', HOME: '/h' }, '/local/rutbreak'],
  ['Windows without it', 'win32', { USERPROFILE: '/me' }, '/me/AppData/Local/rutbreak'],
] as const)('state is kept in: %s', (_, platform, env, expected) =>
  expect(readEnvironment(env, platform).dataDir).toBe(join(expected)),
);
