import { describe, expect, it } from 'vitest';
import type { ToolTrait } from '../event/tool-trait.js';
import { type CallFeatures, extractFeatures, hashPath } from './call-features.js';

function featuresOf(tool: string, args: unknown, trait?: ToolTrait): CallFeatures {
  return extractFeatures({ tool, args, result: 'ok' }, trait);
}

describe('the same call', () => {
  it.each<[string, unknown, unknown]>([
    ['arguments in another order', { a: 'x', b: 2 }, { b: 2, a: 'x' }],
    ['arguments as JSON in a text', { a: 'x', b: 2 }, '{"b":2,"a":"x"}'],
    ['a path with a dot and double slashes', { path: 'src/main.ts' }, { path: './src//main.ts' }],
    ['other slashes', { path: 'src/main.ts' }, { path: 'src\\main.ts' }],
    ['other quotes', { command: 'grep "x" a.ts' }, { command: "grep 'x' a.ts" }],
    ['other blanks', { command: 'ls  -la ' }, { command: 'ls -la' }],
    ['capitals', { query: 'Foxes' }, { query: 'foxes' }],
    [
      'another description',
      { command: 'ls', description: 'list' },
      { command: 'ls', description: 'look again' },
    ],
    ['an argument that is not given', { query: 'foxes', page: null, filter: '' }, { query: 'foxes' }],
    [
      'another clock alone',
      { query: 'foxes', at: '2025-01-31T12:30:05Z' },
      { query: 'foxes', at: '2025-01-31T12:31:07Z' },
    ],
    ['another time to wait', { id: 'job', timeout: 10 }, { id: 'job', timeout: 20 }],
    ['content that is long', { content: 'a b '.repeat(5000) }, { content: 'a b '.repeat(5000) }],
  ])('%s', (_, one, other) => {
    expect(featuresOf('run', other).call).toBe(featuresOf('run', one).call);
  });
});

describe('another call', () => {
  it.each<[string, unknown, unknown]>([
    ['another word', { query: 'foxes' }, { query: 'hares' }],
    ['another number', { page: 1 }, { page: 2 }],
    ['another fraction', { share: 0.0001 }, { share: 0.0002 }],
    ['another name', { from: 'a' }, { to: 'a' }],
    ['another sign', { code: 'a + b' }, { code: 'a - b' }],
    ['another id', { id: 'a1b2c3d4' }, { id: 'a1b2c3d5' }],
    ['an id of many digits', { id: '99887766554433221100' }, { id: '99887766554433221101' }],
    ['another date among words', { query: 'news of 2025-01-31' }, { query: 'news of 2025-02-01' }],
    ['true and false', { all: true }, { all: false }],
    ['items in another order', { files: ['a', 'b'] }, { files: ['b', 'a'] }],
    ['a description that is all there is', { description: 'one' }, { description: 'two' }],
    [
      'the middle of long content',
      { content: `${'a b '.repeat(3000)}x${' c'.repeat(6000)}` },
      { content: `${'a b '.repeat(3000)}y${' c'.repeat(6000)}` },
    ],
  ])('%s', (_, one, other) => {
    expect(featuresOf('run', other).call).not.toBe(featuresOf('run', one).call);
  });

  it('another tool', () => {
    expect(featuresOf('b', {}).call).not.toBe(featuresOf('a', {}).call);
  });
});

describe('keys that calls share', () => {
  it('rewording a text keeps the target key', () => {
    const one = featuresOf('send', { to: 'ana', text: 'please have a look at the report today' });
    const other = featuresOf('send', { to: 'ana', text: 'could you read this report some time soon' });
    expect(other.target).toBe(one.target);
    expect(other.call).not.toBe(one.call);
  });

  it('changing numbers keeps the template key', () => {
    const one = featuresOf('open', { page: 'chapter 3', line: 10 });
    const other = featuresOf('open', { page: 'chapter 4', line: 20 });
    expect(other.template).toBe(one.template);
    expect(other.target).not.toBe(one.target);
  });

  it('reads of two agents are different calls; a handoff is the same call for all', () => {
    const by = (agent: string, tool: string): number =>
      extractFeatures({ tool, args: { path: 'plan' }, result: 'the plan', agent }).call;
    expect(by('writer', 'read')).toBe(by('writer', 'read'));
    expect(by('writer', 'read')).not.toBe(by('critic', 'read'));
    expect(by('writer', 'assign')).toBe(by('critic', 'assign'));
  });

  it('an id beside dates only names the outcome', () => {
    const found = (etag: string, end: string): number =>
      extractFeatures({
        tool: 'find_slot',
        args: { week: 7 },
        result: { start: '2026-02-12T15:00', end, etag },
      }).outcome.content;
    expect(found('4892673d', '2026-02-12T16:00')).toBe(found('56c09a51', '2026-02-12T16:00'));
  });

  it('the subject: argument words that the outcome repeats', () => {
    const args = { page: 'amber', mode: 'quick' };
    const [word] = extractFeatures({ tool: 'open', args: { page: 'amber' }, result: 'amber' }).argWords;
    expect(extractFeatures({ tool: 'open', args, result: 'there is no amber here' }).subject).toEqual([word]);
    expect(extractFeatures({ tool: 'open', args, result: 'there is no such page' }).subject).toEqual([]);
  });

  it('the reason for a handoff does not change the call', () => {
    const one = featuresOf('transfer_to_agent', { agent: 'billing', note: 'needs a refund for the order' });
    const other = featuresOf('transfer_to_agent', { agent: 'billing', note: 'the customer is unhappy' });
    expect(one.isHandoff).toBe(true);
    expect(other.call).toBe(one.call);
  });

  it('the case that is handed over changes the call', () => {
    const one = featuresOf('transfer_to_agent', { agent: 'billing', note: 'please see C-101' });
    const other = featuresOf('transfer_to_agent', { agent: 'billing', note: 'please see C-102' });
    expect(other.call).not.toBe(one.call);
  });

  it('an edit: the old text, the new text, and the file', () => {
    const edit = featuresOf('edit', { file_path: './src/a.ts', old_string: 'let x', new_string: 'const x' });
    const back = featuresOf('edit', { file_path: 'src/a.ts', old_string: 'const x', new_string: 'let x' });
    expect(edit.pathHash).toBe(back.pathHash);
    expect(edit.pathHash).toBe(hashPath('src/a.ts'));
    expect([edit.oldHash, edit.newHash]).toEqual([back.newHash, back.oldHash]);
  });

  it('a write: its content', () => {
    const one = featuresOf('write', { path: 'a.ts', content: 'let x' });
    expect(featuresOf('write', { path: 'b.ts', content: 'let x' }).contentHash).toBe(one.contentHash);
    expect(featuresOf('write', { path: 'a.ts', content: 'let y' }).contentHash).not.toBe(one.contentHash);
    expect([one.path, featuresOf('run', {}).path, featuresOf('run', {}).contentHash]).toEqual([
      'a.ts',
      null,
      0,
    ]);
  });
});

describe('what a call does', () => {
  it.each<[string, string, unknown, CallFeatures['effect']]>([
    ['a tool that reads', 'read_file', {}, 'read'],
    ['in camel case', 'listFiles', {}, 'read'],
    ['a tool that writes', 'write_file', {}, 'write'],
    ['a tool that sends', 'send_email', {}, 'send'],
    ['a tool that keeps notes', 'TodoWrite', {}, 'note'],
    ['an editor that shows', 'str_replace_editor', { command: 'view' }, 'read'],
    ['an editor that writes', 'editor', { command: 'create' }, 'write'],
    ['a command that removes', 'bash', { command: 'cd x && rm -r build' }, 'write'],
    ['a command that edits', 'bash', { command: "sed -i 's/a/b/' a.ts" }, 'write'],
    ['a patch', 'shell', { command: ['bash', '-lc', "apply_patch << 'X'\n*** Begin Patch"] }, 'write'],
    ['a patch without a shell', 'shell', { command: ['apply_patch', '*** Begin Patch'] }, 'write'],
    ['a tool for all that writes', 'call', { tool_name: 'write_file', params: { path: 'a' } }, 'write'],
    ['a tool for all that reads', 'use_tool', { toolName: 'get_page', arguments: {} }, 'read'],
    ['a tool about tools', 'call', { tool_name: 'write_file' }, 'other'],
    ['a redirection', 'bash', { command: 'echo x > a.ts' }, 'write'],
    ['a redirection to nowhere', 'bash', { command: 'make 2>&1 > /dev/null' }, 'other'],
    ['a comparison', 'bash', { command: 'awk "a >= 3"' }, 'other'],
    ['a command that has the name of one inside', 'bash', { command: 'npm run form' }, 'other'],
    ['a program', 'python', { code: "mem.search('x')" }, 'other'],
  ])('%s', (_, tool, args, effect) => {
    expect(featuresOf(tool, args).effect).toBe(effect);
  });

  it.each<[string, string, unknown, boolean, boolean]>([
    ['a tool that waits', 'wait', {}, true, true],
    ['a command that waits', 'bash', { command: 'sleep 5' }, true, true],
    ['a command that waits and looks', 'bash', { command: 'sleep 5 && cat log' }, false, true],
    ['an argument that says how long', 'check', { wait_ms: 500 }, false, true],
    ['no time at all', 'check', { wait_ms: 0 }, false, false],
    ['a time at most', 'check', { timeout_ms: 500 }, false, false],
    ['another command', 'bash', { command: 'ls' }, false, false],
    ['an action of a tool with many', 'computer', { action: 'wait', duration: 10 }, true, true],
    ['a wait for something that it names', 'process', { action: 'wait', id: 'proc_7' }, false, true],
  ])('waiting: %s', (_, tool, args, isWait, hasWait) => {
    const features = featuresOf(tool, args);
    expect([features.isWait, features.hasWait]).toEqual([isWait, hasWait]);
  });

  it('a text of several words can be reworded; a path cannot', () => {
    expect(featuresOf('run', { text: 'please have a look at this' }).isRich).toBe(true);
    expect(featuresOf('run', { path: 'my own files/of the last few years/a.ts' }).isRich).toBe(false);
  });

  it('asks a person', () => {
    expect(featuresOf('ask_user', {}).isAsk).toBe(true);
    expect(featuresOf('read_task', {}).isAsk).toBe(false);
  });
});

describe('declarations by the owner of a tool', () => {
  it.each<[ToolTrait['kind'], CallFeatures['effect'], boolean]>([
    ['read', 'read', false],
    ['write', 'write', false],
    ['send', 'send', false],
    ['other', 'other', false],
    ['poll', 'read', true],
    [undefined, 'write', false],
  ])('kind %s', (kind, effect, hasWait) => {
    const features = featuresOf('write_file', {}, kind === undefined ? {} : { kind });
    expect([features.effect, features.hasWait]).toEqual([effect, hasWait]);
  });

  it('loopKey: only these arguments identify a call', () => {
    const trait = { loopKey: ['id'] };
    const one = featuresOf('run', { id: 1, note: 'one' }, trait);
    expect(featuresOf('run', { id: 1, note: 'two' }, trait).call).toBe(one.call);
    expect(featuresOf('run', { id: 2, note: 'one' }, trait).call).not.toBe(one.call);
    expect(one.argWords).toHaveLength(1);
  });

  it('volatileKeys: these arguments do not count, but a result may repeat them', () => {
    const trait = { volatileKeys: ['nonce'] };
    const one = featuresOf('run', { id: 1, nonce: 'alpha' }, trait);
    const other = featuresOf('run', { id: 1, nonce: 'beta' }, trait);
    expect([other.call, other.target, other.template]).toEqual([one.call, one.target, one.template]);
    expect(one.argWords).toEqual([]);
    const echoing = (nonce: string): number =>
      extractFeatures({ tool: 'run', args: { nonce }, result: `failed for ${nonce}` }, trait).outcome
        .failureKey;
    expect(echoing('alpha')).toBe(echoing('beta'));
  });
});
