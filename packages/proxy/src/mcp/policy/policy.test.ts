import { describe, expect, it } from 'vitest';
import { decide, misfit } from './policy.js';
import { readPolicy } from './read-policy.js';

const POLICY = `# what the agent may do
version: 1
default: ask
rules:
  - action: deny
    server: files
    tool: [write_*, delete_file]
    reason: this machine is read-only
  - action: deny
    tool: '*'
    args:
      $.path: /etc/*
  - action: allow
    name: reading
    tool: read_*
  - action: deny
    args:
      $.options.force: true
      $.items[*].kind: { equals: '*' }
  - action: allow
    tool: configure
    args:
      $.value: { equals: { b: [1, 2], a: null } }
`;
const policy = readPolicy(POLICY, 'policy.yaml');

describe('a policy', () => {
  it.each<[name: string, server: string, tool: string, args: unknown, action: string, line?: number]>([
    ['the first rule that fits decides', 'files', 'write_text', {}, 'deny', 5],
    ['any of the names will do', 'files', 'delete_file', {}, 'deny', 5],
    ['the server must fit too', 'other', 'write_text', {}, 'ask'],
    ['a glob looks at a text argument', 'files', 'read_file', { path: '/etc/passwd' }, 'deny', 9],
    ['another text goes on to the next rule', 'files', 'read_file', { path: '/home' }, 'allow', 13],
    ['a glob does not match a number', 'files', 'read_file', { path: 7 }, 'allow', 13],
    ['no arguments, no match', 'files', 'read_file', undefined, 'allow', 13],
    ['all conditions must hold', 'x', 'run', { options: { force: true } }, 'ask'],
    [
      'equals takes a star for a star',
      'x',
      'run',
      { options: { force: true }, items: [{ kind: 'a' }, { kind: '*' }] },
      'deny',
      16,
    ],
    [
      'the text "true" may be true to the server',
      'x',
      'run',
      { options: { force: 'true' }, items: [{ kind: '*' }] },
      'deny',
      16,
    ],
    ['a text in a list is looked at', 'x', 'y', { path: ['/home', '/etc/passwd'] }, 'deny', 9],
    ['a text deep inside is looked at', 'x', 'y', { path: { a: [{ b: '/etc/passwd' }] } }, 'deny', 9],
    [
      'a text that ends early for the server',
      'x',
      'y',
      { options: { force: 'true\0x' }, items: [{ kind: '*' }] },
      'deny',
      16,
    ],
    ['a key in another case is looked at', 'x', 'y', { Path: '/etc/passwd' }, 'deny', 9],
    [
      'more values than can be looked at',
      'x',
      'y',
      { path: Array.from({ length: 20_000 }, String) },
      'deny',
      9,
    ],
    [
      'values are equal whatever the order of keys',
      'x',
      'configure',
      { value: { a: null, b: [1, 2] } },
      'allow',
      20,
    ],
    ['a longer list is another value', 'x', 'configure', { value: { a: null, b: [1, 2, 3] } }, 'ask'],
    ['what no rule fits gets the default', 'x', 'y', {}, 'ask'],
  ])('%s', (_, server, tool, args, action, line) => {
    const ruling = decide(policy, { server, tool, args });
    expect([ruling.action, ruling.rule?.line]).toEqual([action, line]);
  });

  it.each([
    [0, { server: 'x', tool: 'write_a', args: {} }, 'server is not files'],
    [0, { server: 'files', tool: 'a', args: {} }, 'tool is not write_* or delete_file'],
    [1, { server: 'x', tool: 'a', args: {} }, 'there is no $.path'],
    [1, { server: 'x', tool: 'a', args: { path: '/' } }, '$.path does not match /etc/*'],
    [3, { server: 'x', tool: 'a', args: { options: { force: 1 } } }, '$.options.force is not true'],
  ])('rule %i explains why it does not match %o', (index, call, why) => {
    expect(misfit(policy.rules[index]!, call)).toBe(why);
  });

  it('without rules and a default, everything is allowed', () => {
    expect(decide(readPolicy('{}', 'p'), { server: 'a', tool: 'b', args: {} })).toEqual({ action: 'allow' });
  });
});

describe('a condition looks into texts that are JSON, and takes a single value for a list of one', () => {
  it.each<[name: string, tool: string, args: unknown, action: string]>([
    ['a list', 'y', { path: ' ["/etc/passwd"]' }, 'deny'],
    ['JSON in JSON', 'y', { path: { a: '[{"b":"[\\"/etc/passwd\\"]"}]' } }, 'deny'],
    ['JSON that ends early for the server', 'y', { path: '["/etc/passwd"]\0' }, 'deny'],
    ['JSON that only Python reads', 'y', { path: '["/etc/passwd",-Infinity]' }, 'deny'],
    ['a key that stands twice', 'read_file', { path: '{"a":"/etc/passwd","a":"/"}' }, 'deny'],
    ['a key that ends early for the server', 'read_file', { path: '{"a\\u0000":"/"}' }, 'deny'],
    ['a key twice on the way', 'run', { options: '{"force":true,"force":0}', items: { kind: '*' } }, 'deny'],
    ['a text nested too deep', 'read_file', { path: `${'['.repeat(9999)}${']'.repeat(9999)}` }, 'deny'],
    ['a path that leads into it', 'run', { options: '{"force":true,"x":NaN}', items: { kind: '*' } }, 'deny'],
    ['a text that only begins like JSON', 'read_file', { path: '[draft] /etc/' }, 'allow'],
  ])('%s', (_, tool, args, action) => {
    expect(decide(policy, { server: 'x', tool, args }).action).toBe(action);
  });
});

describe('a policy file with a mistake is rejected with its line', () => {
  it.each([
    ['no map', '- a', 1, /a policy is a map/],
    ['nothing at all', '', 1, /a policy is a map/],
    ['broken YAML', 'default: allow\nrules: [', 2, /flow/i],
    ['an unknown key', 'default: allow\n\nrule: []', 3, /no `rule` here; known are version, default, rules/],
    ['a newer version', 'version: 2', 1, /`version: 1`/],
    ['an unknown action', 'default: maybe', 1, /allow, deny, ask/],
    ['a key given twice', 'default: allow\ndefault: deny', 2, /unique/],
    ['rules that are no list', 'rules: {}', 1, /is a list/],
    ['a rule that is no map', 'rules:\n  - deny', 2, /a rule is a map/],
    ['a rule without action', 'rules:\n  - tool: x', 2, /needs `action`/],
    ['an unknown key in a rule', 'rules:\n  - action: deny\n    tools: x', 3, /no `tools` here/],
    ['a tool that is no text', 'rules:\n  - action: deny\n    tool: 7', 3, /name or a list of names/],
    ['an empty list of tools', 'rules:\n  - action: deny\n    tool: []', 3, /leave it out/],
    ['a star without quotes', 'rules:\n  - action: deny\n    tool: *', 3, /in quotes/],
    ['a name that begins with a star', 'rules:\n  - action: deny\n    tool: *_file', 3, /in quotes/],
    ['a path that is none', 'rules:\n  - action: deny\n    args:\n      path: x', 4, /looks like \$\.path/],
    ['a condition that is none', 'rules:\n  - action: deny\n    args:\n      $.a: [1]', 4, /equals/],
    ['args that are no map', 'rules:\n  - action: deny\n    args: x', 3, /is a map from paths/],
    ['a reason that is no text', 'rules:\n  - action: deny\n    reason: 1', 3, /is a text/],
  ])('%s', (_, text, line, problem) => {
    const read = (): unknown => readPolicy(text, 'my.yaml');
    expect(read).toThrow(expect.objectContaining({ code: 'POLICY_INVALID' }) as Error);
    expect(read).toThrow(problem);
    expect(read).toThrow(new RegExp(`file my\\.yaml, line ${line}\\b`));
  });
});

describe('if a rule matches in part, the stricter action applies', () => {
  const narrow = readPolicy(
    'default: deny\nrules:\n  - action: allow\n    args: { $.path: /tmp/* }\n',
    'policy.yaml',
  );
  it.each<[string, unknown, string]>([
    ['all of it is allowed', { path: '/tmp/a' }, 'allow'],
    ['a list with something else in it', { path: ['/tmp/a', '/etc/passwd'] }, 'deny'],
    ['the key in two cases', { path: '/tmp/a', Path: '/etc/passwd' }, 'deny'],
    ['the key in another case only', { PATH: '/tmp/a' }, 'deny'],
    ['an object instead of a text', { path: { a: '/tmp/a' } }, 'deny'],
    ['a list in JSON instead of a text', { path: '["/tmp/a"]' }, 'deny'],
    ['a text that ends early for the server', { path: '/tmp/\0a' }, 'allow'],
    ['nothing at all', {}, 'deny'],
  ])('an allow rule: %s', (_, args, action) => {
    expect(decide(narrow, { server: 's', tool: 't', args }).action).toBe(action);
  });

  it('an allow rule for the end of a text does not match if the text ends early for the server', () => {
    const text = 'default: deny\nrules:\n  - { action: allow, args: { $.path: "*.txt" } }\n';
    const ruling = (path: string): string =>
      decide(readPolicy(text, 'policy.yaml'), { server: 's', tool: 't', args: { path } }).action;
    expect([ruling('/a.txt'), ruling('/etc/passwd\0.txt'), ruling('/a.txt\0.txt')]).toEqual([
      ...['allow', 'deny', 'allow'],
    ]);
  });

  it('an ask rule that matches in part does not soften the deny rule after it', () => {
    const text = 'rules:\n  - { action: ask, args: { $.p: a* } }\n  - { action: deny, args: { $.p: b* } }\n';
    const both = readPolicy(text, 'policy.yaml');
    const ruling = (p: unknown): string => decide(both, { server: 's', tool: 't', args: { p } }).action;
    expect([ruling('a'), ruling('b'), ruling(['a', 'b']), ruling(['a', 'c'])]).toEqual([
      'ask',
      'deny',
      'deny',
      'ask',
    ]);
  });
});
