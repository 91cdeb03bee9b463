import { describe, expect, it } from 'vitest';
import type { EventKind } from '../event/event.js';
import { ABLE, CAPABILITIES, type Capabilities, checkCapabilities, nearestRung } from './capability.js';
import { type Rung, RUNGS } from './ladder.js';

describe('R10 the nearest rung that an edge can do', () => {
  it.each(RUNGS)('an edge with all capabilities does %s', (rung) => {
    for (const kind of ['call', 'attempt', 'delta', 'message', 'edit', 'state'] as const)
      expect(nearestRung(rung, ABLE, kind)).toBe(rung);
  });

  it.each(RUNGS)('an edge without capabilities only observes %s', (rung) => {
    expect(nearestRung(rung, {}, 'call')).toBe('observe');
    expect(nearestRung(rung, { veto: false }, 'call')).toBe('observe');
  });

  it.each<[string, Rung, Capabilities, EventKind, Rung]>([
    ['a result can carry a nudge', 'nudge', { appendToResult: true }, 'call', 'nudge'],
    ['a text has no result', 'nudge', { appendToResult: true }, 'message', 'observe'],
    ['a redirect needs more than a result', 'redirect', { appendToResult: true }, 'call', 'nudge'],
    ['a new context redirects', 'redirect', { resetContext: true }, 'call', 'redirect'],
    ['a block is never made a pause', 'block', { pause: true, injectMessage: true }, 'call', 'redirect'],
    ['a call is vetoed, not halted', 'block', { haltStream: true }, 'call', 'observe'],
    ['a stream is halted, not vetoed', 'block', { veto: true }, 'delta', 'observe'],
    ['a stream is halted', 'block', { haltStream: true }, 'delta', 'block'],
    ['without a person a pause is a block', 'pause', { veto: true }, 'attempt', 'block'],
    ['who can veto can stop', 'stop', { veto: true }, 'attempt', 'stop'],
    ['but not what is only said', 'stop', { veto: true }, 'message', 'observe'],
    ['who can only speak cannot stop', 'stop', { injectMessage: true }, 'call', 'redirect'],
  ])('%s', (_, wanted, capabilities, kind, expected) => {
    expect(nearestRung(wanted, capabilities, kind)).toBe(expected);
  });
});

describe('an unknown capability is refused by name', () => {
  it.each([
    [{ vetoes: true }, /OPTION_UNKNOWN.*capabilities\.vetoes.*appendToResult/],
    [{ veto: 'yes' }, /OPTION_TYPE.*capabilities\.veto.*true or false/],
    ['all', /OPTION_TYPE.*capabilities/],
    [null, /OPTION_TYPE.*capabilities/],
  ])('%j', (given, message) => {
    expect(() => {
      checkCapabilities(given);
    }).toThrow(message);
  });

  it('there are nine', () => expect(CAPABILITIES).toHaveLength(9));
});
