import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, type Ran, runCli } from '../testing/run-cli.js';

/** What nobody should have to read: codes of the system or of ours, and stacks. */
const RAW = /\bE[A-Z]{4,}\b|\b[A-Z]+_[A-Z]+:|^\s+at /m;

let folder: ReturnType<typeof folderOf>;
let busy: Server;
let port = 0;
beforeAll(async () => {
  folder = folderOf({
    'empty.jsonl': '',
    'binary.jsonl': new Uint8Array(4096),
    'broken.json': '{',
    'preset.yaml': 'preset: best\n',
    'key.yaml': 'prest: default\n',
    'note.txt': 'hello\n',
    'fine.jsonl': '{"id":"fine","events":[]}\n',
    'dangling/placeholder': '',
  });
  busy = createServer();
  await new Promise<void>((ready) => busy.listen(0, '127.0.0.1', ready));
  port = (busy.address() as { port: number }).port;
});
afterAll(() => {
  folder.remove();
  busy.close();
});

/** `FILE` stands for the folder of the test, `PORT` for a port in use. */
function words(line: string): string[] {
  return line.split(' ').map((word) => word.replace('FILE', folder.path).replace('PORT', String(port)));
}

function mistake(line: string): Promise<Ran> {
  return runCli(words(line), { home: folder.path, dataDir: join(folder.path, 'data') });
}

describe('a mistake gets one plain sentence that says what to do', () => {
  it.each<[line: string, says: RegExp]>([
    ['scna', /unknown command 'scna'\n\(Did you mean scan\?\)\nSee: rutbreak --help/],
    ['help scna', /unknown command 'scna'\n\(Did you mean scan\?\)/],
    ['scan --formt json', /Did you mean --format\?\)\nSee: rutbreak scan --help/],
    ['scan FILE/gone.jsonl', /is not there\. Check the path/],
    ['scan FILE/empty.jsonl', /has no traces\. Name files or folders/],
    ['scan FILE/binary.jsonl', /is no text\. Name transcripts/],
    ['scan FILE/note.txt', /is not JSON.*one trace per line/],
    ['scan -', /the input has no traces\. Name files/],
    ['scan --limit few FILE', /whole number; 0 shows all/],
    ['scan FILE/fine.jsonl --report FILE/gone/a.html', /cannot be written: there is no file.*Check the path/],
    ['scan FILE --config FILE/gone.yaml', /there is no such file \(.*gone\.yaml\)\. Name a file/],
    ['scan FILE --config FILE/broken.json', /cannot be used: .*broken\.json, line \d\)\. Correct that line/],
    ['scan FILE --config FILE/preset.yaml', /there is no preset best \(.*line 1\)\. Use one of: default/],
    ['scan FILE --config FILE/key.yaml', /there is no option prest \(.*line 1\)\./],
    ['scan FILE -s a.b=3', /there is no option a\. Preset default has: repeated-call/],
    ['explain', /missing required argument 'file'\nSee: rutbreak explain --help/],
    ['explain FILE/gone.jsonl', /is not there\. Check the path/],
    ['explain -', /standard input: has no traces\. Name a transcript: rutbreak explain FILE/],
    ['explain FILE/fine.jsonl:7', /has no trace at line 7\. It has: fine/],
    ['replay FILE/gone.jsonl', /is not there\. Check the path/],
    ['replay FILE/empty.jsonl', /has no traces\. Name transcripts: rutbreak replay PATH/],
    ['tune FILE/fine.jsonl', /at least 5 of each are needed.*rutbreak tune --help/],
    ['loopbench no-such-program', /cannot be started: there is no such program on the PATH/],
    ['llm', /required option '-u, --upstream <url>' not specified\nSee: rutbreak llm --help/],
    ['llm -u nope', /upstream cannot be nope\. Use an address like/],
    ['llm -u http://127.0.0.1:1 --port PORT', /in use.*Choose another: rutbreak llm --port 0/],
    ['mcp no-such-program', /could not be started: no-such-program\. Check that the program is installed/],
    ['mcp wrap FILE/gone.json', /there is no file .*gone\.json\. Check the path/],
    ['policy test FILE/gone.yaml FILE/fine.jsonl', /there is no file .*gone\.yaml\. Check the path/],
    ['policy test FILE/note.txt FILE/fine.jsonl', /policy file is not valid \(.*note\.txt, line 1\)/],
    ['session show gone', /there is no session gone\. See: rutbreak session list/],
    ['session feedback gone maybe', /Use one of: false-alarm, right, missed/],
    ['init bogus', /There is no agent "bogus"\. Use one of: claude-code/],
    ['init c', /"c" can be more than one agent\. Use one of: claude-code, codex, cursor, copilot, cline\./],
    ['doctor bogus', /There is no agent "bogus"\. Use one of: claude-code/],
    ['config --config FILE/broken.json', /line \d\)\. Correct that line/],
    ['completion tcsh', /Allowed choices are bash, zsh, fish\.\nSee: rutbreak completion --help/],
    ['serve --port PORT', /in use.*Choose another: rutbreak serve --port 0/],
    ['serve --data FILE/note.txt', /note\.txt is a file, and a folder is needed\. Choose another path/],
    ['serve --data FILE/note.txt/x', /a part of the path .*note\.txt\/x is a file/],
    ['serve --host 192.0.2.1', /--host cannot be 192\.0\.2\.1\. Other machines could read.*--tls-key/],
    ['serve --tls-key FILE/note.txt', /--tls-cert cannot be used\. Give both a key and a certificate/],
  ])('rutbreak %s', async (line, says) => {
    const { code, err } = await mistake(line);
    expect(err).toMatch(says);
    expect(err).not.toMatch(RAW);
    expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
    expect(code).toBe(2);
  });
});

describe('the name of an agent', () => {
  it('may be shortened to a beginning that only one has', async () => {
    const { err, out } = await mistake('init gem --dry-run');
    expect(err).toBe('');
    expect(out).toContain('.gemini/settings.json');
  });
});

describe('the help', () => {
  it.each([
    ['help', /^Usage: rutbreak \[options\]/],
    ['help scan', /^Usage: rutbreak scan /],
    ['help session show', /^Usage: rutbreak session show /],
  ])('is what rutbreak %s prints', async (line, text) => {
    const { code, out } = await mistake(line);
    expect(out).toMatch(text);
    expect(code).toBe(0);
  });

  it('lists the commands by what one wants to do, and fits 60 columns', async () => {
    const { out, code } = await runCli([], { columns: 60 });
    expect(code).toBe(0);
    expect(out.indexOf('demo')).toBeLessThan(out.indexOf('serve'));
    expect(out).not.toContain('\nCommands:\n');
    for (const heading of ['Start here:', 'While agents work:', 'Settings and limits:', 'Other:'])
      expect(out).toContain(`\n${heading}\n`);
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(60);
  });
});
