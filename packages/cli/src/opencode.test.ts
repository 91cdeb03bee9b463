import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardOpencode } from './opencode.js';
import { folderOf } from './testing/run-cli.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());

describe('the plugin of opencode', () => {
  it('tells the user why it ends a run, because opencode only says that it was aborted', async () => {
    const printed: string[] = [];
    const toasts: string[] = [];
    const aborted: string[] = [];
    const client = {
      session: { abort: ({ path }: { path: { id: string } }) => Promise.resolve(aborted.push(path.id)) },
      tui: {
        showToast: ({ body }: { body: { message: string } }) => Promise.resolve(toasts.push(body.message)),
      },
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
    expect(aborted).toEqual(['s']);
    expect(printed).toEqual([
      expect.stringMatching(/^\[rutbreak\] Not run again: .*session reset opencode\/s/s),
      expect.stringMatching(/^rutbreak ended this run\. .*make/s),
    ]);
    expect(toasts).toHaveLength(2);
  });
});
