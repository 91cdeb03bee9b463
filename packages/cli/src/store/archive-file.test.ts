import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGuard, type Decision } from '@rutbreak/core';
import { archiveFacts, logDecision, NO_LOOPS } from '@rutbreak/core/edge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerHook } from '../hooks/answer.js';
import { DEFAULT_OPTIONS, type HookOptions } from '../hooks/judge.js';
import { folderOf } from '../testing/run-cli.js';
import { openArchive } from './archive-file.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());

const SECRET = 'a-very-private-argument';
/** The decisions of a looping session that, with `isMended`, finds its way out. */
function session(isMended: boolean): readonly Decision[] {
  const guard = createGuard({ capabilities: { appendToResult: true, veto: true } }).session('s');
  const call = (args: object, result: string) => guard.after({ tool: 'Bash', args, result });
  const loop = Array.from({ length: 5 }, () => call({ command: SECRET }, 'nothing'));
  if (!isMended) return loop;
  return [...loop, ...Array.from({ length: 12 }, (_, i) => call({ command: `step ${i}` }, `news ${i}`))];
}
/** Records a session in the archive; returns its hints. */
async function play(isMended: boolean, hasConsent = false): Promise<readonly string[]> {
  const archive = openArchive(folder.path, hasConsent);
  const hints: string[] = [];
  let log = NO_LOOPS;
  for (const decision of session(isMended)) {
    hints.push(...[archive.hintFor(log, decision)].filter((hint) => hint !== undefined));
    await archive.add(archiveFacts(log, decision, 1000));
    log = logDecision(log, decision);
  }
  return hints;
}
const rows = () =>
  (JSON.parse(readFileSync(join(folder.path, 'archive.json'), 'utf8')) as { rows: Record<string, unknown>[] })
    .rows;

describe('the archive of this machine', () => {
  it('R15 says nothing about a loop that was never seen before, and counts each session once', async () => {
    expect(await play(false)).toEqual([]);
    expect(rows()).toMatchObject([{ seen: 1 }]);
    await play(false);
    expect(rows()).toMatchObject([{ seen: 2 }]);
  });

  it('R16 tells the next session what ended such a loop', async () => {
    await play(true);
    const hints = await play(false);
    expect(hints).toHaveLength(1);
    expect(hints[0]).toMatch(
      /^A loop like this one was seen once before .* It was ended by .* in 1 of 1 cases\./,
    );
  });

  it('R15 keeps digests, no arguments, in a file of this user only', async () => {
    await play(true);
    expect(JSON.stringify(rows())).not.toContain(SECRET);
    expect(statSync(join(folder.path, 'archive.json')).mode & 0o777).toBe(0o600);
  });

  it.each([
    [false, 1],
    [true, 2],
  ])('R13 archive.consent %s: %i rows a pattern', async (hasConsent, count) => {
    await play(false, hasConsent);
    expect(rows()).toHaveLength(count);
    expect(rows().filter((row) => row['user'] !== undefined)).toHaveLength(count - 1);
  });

  it.each(['{', '{"version":1,"rows":[{}]}', '{"version":99,"rows":[]}'])(
    'an unreadable file counts as an empty archive: %s',
    async (text) => {
      writeFileSync(join(folder.path, 'archive.json'), text);
      expect(await play(false)).toEqual([]);
      expect(rows()).toMatchObject([{ seen: 1 }]);
    },
  );
});

describe('hooks', () => {
  const failure = (id: string, step: number): object => ({
    ...{ session_id: id, hook_event_name: 'PostToolUseFailure', tool_use_id: `t${step}` },
    ...{ tool_name: 'Bash', tool_input: { command: 'make' }, error: 'make: no rule' },
  });
  const send = async (id: string, step: number, options: HookOptions = DEFAULT_OPTIONS): Promise<string> => {
    const { stdout } = await answerHook({
      ...{ agent: 'claude-code', input: JSON.stringify(failure(id, step)) },
      ...{ dataDir: folder.path, options, wait: 1000, onTrouble: () => undefined },
    });
    return stdout;
  };

  it('R15 hooks keep an archive across sessions', async () => {
    for (const id of ['one', 'two']) for (let i = 0; i < 8; i++) await send(id, i);
    expect(rows()).toMatchObject([{ seen: 2 }]);
  });

  it.each([
    [true, true],
    [false, false],
  ])('R13 notifications.toast %s: the user sees the message for the user: %s', async (showsUser, isShown) => {
    const options = { ...DEFAULT_OPTIONS, preset: 'drift', showsUser };
    const said: string[] = [];
    for (let i = 0; i < 8; i++) said.push(await send('drifting', i, options));
    const shown = said.filter((text) => text.includes('systemMessage'));
    expect(shown.length > 0).toBe(isShown);
    expect(said.join('')).not.toContain('additionalContext');
  });
});
