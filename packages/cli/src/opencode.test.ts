import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardOpencode } from './opencode.js';
import { folderOf } from './testing/run-cli.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());

interface Toast {
  readonly message: string;
  readonly duration?: number;
}

/** One call over and over, until the plugin ends the run. */
async function looping() {
  const printed: string[] = [];
  const toasts: Toast[] = [];
  const aborted: string[] = [];
  const client = {
    session: { abort: ({ path }: { path: { id: string } }) => Promise.resolve(aborted.push(path.id)) },
    tui: { showToast: ({ body }: { body: Toast }) => Promise.resolve(toasts.push(body)) },
  };
  const hooks = guardOpencode(
    { client, directory: folder.path },
    { dataDir: folder.path, print: (text) => printed.push(text) },
  );
  const args = { command: 'make' };
  for (let i = 0; i < 12 && aborted.length === 0; i++) {
    const call = { tool: 'bash', sessionID: 's', callID: `c${i}` };
    const isDenied = await hooks['tool.execute.before'](call, { args }).then(
      () => false,
      () => true,
    );
    if (!isDenied)
      await hooks['tool.execute.after']({ ...call, args }, { output: 'no rule', metadata: { exit: 2 } });
  }
  return { printed, toasts, aborted };
}

describe('the plugin of opencode', () => {
  it.each([
    ['as long as it likes', {}, undefined],
    [
      'as long as the configuration says',
      { 'rutbreak.config.yaml': 'notifications:\n  toast_duration_ms: 900\n' },
      900,
    ],
  ])('R13 lets opencode show a toast %s', async (_, files, duration) => {
    folder.remove();
    folder = folderOf(files);
    const { toasts } = await looping();
    expect(toasts.map((toast) => toast.duration)).toEqual([duration, duration]);
  });

  it('R13 shows no toast while the run goes on where toasts are off', async () => {
    folder.remove();
    folder = folderOf({ 'rutbreak.config.yaml': 'notifications:\n  toast: false\n' });
    expect((await looping()).toasts.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^rutbreak ended this run/),
    ]);
  });

  it('tells the user why it ends a run, because opencode only says that it was aborted', async () => {
    const { printed, toasts, aborted } = await looping();
    expect(aborted).toEqual(['s']);
    expect(printed).toEqual([
      expect.stringMatching(/^\[rutbreak\] Not run again: .*session reset opencode\/s/s),
      expect.stringMatching(/^rutbreak ended this run\. .*make/s),
    ]);
    expect(toasts).toHaveLength(2);
  });
});
