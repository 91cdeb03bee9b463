import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveEvents } from './derive.js';
import { ARGUMENTS, ROLES } from './derive-table.js';
import { readEvent } from '../read-event.js';

const tool = fc.oneof(fc.constantFrom(...ROLES.keys()), fc.string());
const name = fc.constantFrom(...Object.values(ARGUMENTS).flat());
const lines = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        ...['*** Begin Patch', '*** Update File: a', '--- a/x', '+++ b/x', '@@', '-a', '+b', ' c'],
        ...[
          '<<<<<<< SEARCH',
          '=======',
          '>>>>>>> REPLACE',
          'apply_patch',
          'edit 1:2',
          '[x] a',
          "'",
          '"',
          '\\',
        ],
        ...['FAIL', '1 failed in 1s', 'FAILED a/b', 'TypeError: x', 'Tests: 1, Failures: 1', '1) a'],
      ),
    ),
    { maxLength: 40 },
  )
  .map((all) => all.join('\n'));
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  lines,
  fc.anything({ withBigInt: true, withMap: true }),
);
const args = fc.oneof(
  value,
  fc.dictionary(name, value),
  fc.dictionary(name, fc.array(fc.dictionary(name, value))),
);

describe('whatever a call is', () => {
  it('derived events form a bounded list of valid events, the same each time', () => {
    fc.assert(
      fc.property(tool, args, value, fc.boolean(), (one, given, result, isError) => {
        const call = { kind: 'call', tool: one, args: given, result, isError } as const;
        const derived = deriveEvents(call);
        expect(derived.length).toBeLessThanOrEqual(32);
        expect(JSON.stringify(derived).length).toBeLessThan(64_000);
        for (const event of derived) expect(readEvent(event)).toEqual(event);
        expect(deriveEvents(call)).toEqual(derived);
      }),
      { numRuns: 1000 },
    );
  });

  it('values with throwing getters yield no events', () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(deriveEvents({ kind: 'call', tool: 'Write', args: trap })).toEqual([]);
    expect(deriveEvents({ kind: 'call', tool: 'Bash', args: {}, result: trap })).toEqual([]);
    expect(deriveEvents({ kind: 'call', tool: 5 as never, args: {} })).toEqual([]);
  });

  it.each([
    [
      'a list of many todos',
      'TodoWrite',
      {
        todos: Array.from({ length: 10_000 }, (_, i) => ({
          content: `todo ${i}`.repeat(100),
          status: 'x'.repeat(1000),
        })),
      },
    ],
    [
      'a patch of many files',
      'apply_patch',
      {
        patch: `*** Begin Patch\n${Array.from({ length: 10_000 }, (_, i) => `*** Update File: ${'d/'.repeat(500)}${i}\n-a\n+b`).join('\n')}`,
      },
    ],
    [
      'many edits',
      'MultiEdit',
      {
        edits: Array.from({ length: 10_000 }, (_, i) => ({
          file_path: `f${i}`,
          old_string: 'a',
          new_string: 'b',
        })),
      },
    ],
  ])('%s is cut', (_, name_, given) => {
    const derived = deriveEvents({ kind: 'call', tool: name_, args: given });
    expect(derived.length).toBeGreaterThan(0);
    expect(derived.length).toBeLessThanOrEqual(32);
    expect(JSON.stringify(derived).length).toBeLessThan(64_000);
  });
});
