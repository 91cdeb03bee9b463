import { describe, expect, it } from 'vitest';
import { call, failure } from '../testing/index.js';
import { textPrint } from './fingerprint.js';
import { echoOf, perceive, type Percept, type ToolTrait } from './percept.js';
import { wordHash } from './volatile-names.js';

const see = (tool: string, args?: unknown, trait?: ToolTrait): Percept =>
  perceive(call(tool, args, 'ok'), trait);

describe('the identity of a call', () => {
  it.each([
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a number as text', { limit: 5 }, { limit: '5' }],
    ['white space', { q: ' a  b ' }, { q: 'a b' }],
    ['the spelling of a path', { path: './src//a.ts' }, { path: 'src/a.ts' }],
    ['null and empty arguments', { a: 1, b: null, c: '' }, { a: 1 }],
    ['a timestamp', { a: 1, timestamp: 17 }, { a: 1, timestamp: 18 }],
    ['an attempt counter', { a: 1, attempt: 1 }, { a: 1, attempt: 2 }],
    [
      'words about the call beside what is to be done',
      { command: 'ls', description: 'List files' },
      { command: 'ls', description: 'Look again', reason: 'to be sure' },
    ],
    ['a request id in any spelling', { a: 1, request_id: 'x' }, { a: 1, requestId: 'y' }],
  ])('is blind to %s', (_, one, other) => {
    expect(see('ask', one).call).toBe(see('ask', other).call);
  });

  it.each([
    ['another value', { a: 1 }, { a: 2 }],
    ['another key', { a: 1 }, { b: 1 }],
    ['another description where nothing else is', { id: 7, description: 'a' }, { id: 7, description: 'b' }],
    ['no argument', { a: 1 }, undefined],
    ['a list in another order', { a: [1, 2] }, { a: [2, 1] }],
  ])('sees %s', (_, one, other) => {
    expect(see('ask', one).call).not.toBe(see('ask', other).call);
  });

  it('sees another tool', () => {
    expect(see('ask', { a: 1 }).call).not.toBe(see('tell', { a: 1 }).call);
  });

  it('what was too large to read through is like nothing else', () => {
    const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;
    const event = call('ask', { deep }, 'ok');
    expect(perceive(event, {}, 1).call).not.toBe(perceive(event, {}, 2).call);
    expect(perceive(event, {}, 1).call).toBe(perceive(event, {}, 1).call);
  });

  it.each([
    ['only these arguments count', { loopKey: ['id'] }, { id: 1, note: 'a' }, { id: 1, note: 'b' }],
    ['these arguments do not count', { volatileKeys: ['note'] }, { id: 1, note: 'a' }, { id: 1, note: 'b' }],
  ])('a tool may declare it: %s', (_, trait, one, other) => {
    expect(see('ask', one, trait).call).toBe(see('ask', other, trait).call);
    expect(see('ask', one, trait).call).not.toBe(see('ask', { ...one, id: 2 }, trait).call);
  });

  it('leaves the arguments as they are', () => {
    const args = Object.freeze({ a: 1, timestamp: 5, requestId: 'x' });
    see('ask', args, { volatileKeys: ['a'] });
    expect(args).toEqual({ a: 1, timestamp: 5, requestId: 'x' });
  });

  it.each([undefined, null, 'text', 7, true, [1, 'two'], () => 0])('takes any arguments: %s', (args) => {
    expect(see('ask', args)).toMatchObject({ tool: textPrint('ask'), kind: 'other' });
  });
});

describe('what a call is about', () => {
  const grep = (pattern: string, path: string): Percept =>
    see('Bash', { command: `grep -n ${pattern} ${path}` });

  it('another path in a command line is another target, other words are not', () => {
    expect(grep('alpha', 'src/a.ts').frame).toBe(grep('beta', 'src/a.ts').frame);
    expect(grep('alpha', 'src/a.ts').frame).not.toBe(grep('alpha', 'src/b.ts').frame);
  });

  it('a single token is a target, whatever its case', () => {
    expect(see('get', { id: 'Ledger' }).frame).toBe(see('get', { id: 'ledger' }).frame);
    expect(see('get', { id: 'ledger' }).frame).not.toBe(see('get', { id: 'guests' }).frame);
    expect(see('get', { id: 7 }).frame).not.toBe(see('get', { id: 8 }).frame);
    expect(see('get', { from: 'a', to: 'b' }).frame).not.toBe(see('get', { from: 'b', to: 'a' }).frame);
  });

  it.each([
    ['numbers', { id: 7, on: true }, { id: 8, on: true }],
    ['dates', { day: '2026-01-02' }, { day: '2026-01-03' }],
    ['times', { from: '09:30' }, { from: '10:00' }],
  ])('kin is blind to %s', (_, one, other) => {
    expect(see('get', one).kin).toBe(see('get', other).kin);
    expect(see('get', one).frame).not.toBe(see('get', other).frame);
  });

  it('kin sees other names and other flags', () => {
    expect(see('get', { id: 'a1' }).kin).not.toBe(see('get', { id: 'a2' }).kin);
    expect(see('get', { on: true }).kin).not.toBe(see('get', { on: false }).kin);
  });

  it('volatile arguments are no target', () => {
    expect(see('get', { id: 'a', nonce: 'x' }).frame).toBe(see('get', { id: 'a', nonce: 'y' }).frame);
  });

  it('long arguments have words and figures, all of them an echo', () => {
    const seen = see('ask', { text: 'Book 3 rooms for 2 nights', hotel: 'Ritz' });
    expect(seen.argWords).toEqual(['book', 'rooms', 'for', 'nights'].map(wordHash));
    expect(seen.figures).toBe(5);
    expect([...echoOf(seen)]).toEqual(['book', 'rooms', 'for', 'nights', 'ritz'].map(wordHash));
  });

  it.each([
    ['a file', 'Read', { path: './src//a.ts' }, 'src/a.ts'],
    ['no file', 'ask', { q: 'src/a.ts' }, null],
  ])('the path of %s', (_, tool, args, path) => {
    expect(see(tool, args).path).toBe(path);
  });

  it('reads a bounded part of huge arguments', () => {
    const huge = { items: Array.from({ length: 100_000 }, (_, i) => `item number ${i} of many`) };
    const start = performance.now();
    const seen = see('ask', huge);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(seen.argWords.length).toBeLessThanOrEqual(400);
  });

  it('a getter that throws costs no more than what it hides', () => {
    const args = {
      id: 'a',
      get bad(): string {
        throw new Error('no');
      },
    };
    expect(see('get', args)).toMatchObject({ kind: 'read', frame: see('get', { id: 'a' }).frame });
  });
});

describe('what a call does', () => {
  it.each([
    ['Read', { path: 'a.ts' }, 'read'],
    ['Write', { path: 'a.ts', content: 'x' }, 'write'],
    ['editor', { command: 'view', path: 'a.ts' }, 'read'],
    ['editor', { command: 'create', path: 'a.ts' }, 'write'],
    ['Bash', { command: 'rm -r dist' }, 'write'],
    ['shell', { command: ['bash', '-lc', 'rm -r dist'] }, 'write'],
    ['Bash', { command: 'ls -la dist' }, 'other'],
    ['create_issue', { title: 'x' }, 'write'],
    ['get_issue', { id: 7 }, 'read'],
    ['update_status', { id: 7 }, 'write'],
    ['send_mail', { text: 'rm -r dist' }, 'send'],
    ['TodoWrite', { todos: [] }, 'note'],
    ['wait_for', { ms: 5 }, 'wait'],
    ['Bash', { command: 'sleep 30' }, 'wait'],
    ['Bash', { command: 'sleep 30 && ls' }, 'other'],
    ['search', { q: 'how to sleep well' }, 'other'],
  ])('%s %j: %s', (tool, args, kind) => {
    expect(see(tool, args).kind).toBe(kind);
  });

  it('its owner knows better', () => {
    expect(see('Write', { path: 'a.ts' }, { kind: 'poll' })).toMatchObject({ kind: 'poll', hasWait: true });
  });

  it.each([
    ['a wait tool', 'wait', {}, true],
    ['a command that sleeps first', 'Bash', { command: 'sleep 5; curl x' }, true],
    ['a command that sleeps in fractions', 'Bash', { command: 'ls && sleep 0.5' }, true],
    ['an argument that says so', 'poll', { job: 'x', waitSeconds: 10 }, true],
    ['in any spelling, at any depth', 'poll', { job: { 'poll-interval': 10 } }, true],
    ['a wait of nothing', 'poll', { job: 'x', wait: 0 }, false],
    ['a wait that is no number', 'poll', { job: 'x', wait: 'no' }, false],
    ['the word alone', 'Bash', { command: 'man sleep' }, false],
    ['another word that contains it', 'Bash', { command: 'nosleep 5' }, false],
  ])('waits: %s', (_, tool, args, hasWait) => {
    expect(see(tool, args).hasWait).toBe(hasWait);
  });

  it.each([
    ['a command line that changes files', 'Bash', { command: 'git commit -m x' }, true],
    ['one that does not', 'Bash', { command: 'git status' }, false],
    ['the text of a file is none', 'Write', { path: 'a.sh', content: 'rm -r dist' }, false],
    ['nor is a message', 'send_mail', { text: 'rm -r dist' }, false],
  ])('a command: %s', (_, tool, args, isCommand) => {
    expect(see(tool, args).isCommand).toBe(isCommand);
  });
});

it('says how it went', () => {
  expect(perceive(failure('get', { id: 7 }, 'permission denied')).outcome).toMatchObject({
    failed: 'hard',
    reason: 'denied',
  });
  expect(see('get').outcome.failed).toBe('no');
});

it.each([
  ['numbers are added up', { from: 2, to: [3, 4] }, 9],
  ['what is no number is left out', { from: 2, to: NaN }, 2],
  ['a sum beyond all numbers is not made', { from: 1e308, to: 1e308 }, 1e308],
])('the amount of the arguments: %s', (_, args, expected) => {
  expect(see('get', args).amount).toBe(expected);
});

it.each([
  [
    'of an element that is named, its place',
    { selector: '#a', coordinate: [1, 2] },
    { selector: '#a', x: 7 },
  ],
  ['beside an id, the reason', { id: 7, reason: 'to be sure' }, { id: 7, reason: 'once more' }],
  ['of a URL, who visits', { url: 'https://a.example/b?sid=1' }, { url: 'https://a.example/b/?sid=2#top' }],
])('does not count: %s', (_, one, other) => {
  expect(see('get', one).call).toBe(see('get', other).call);
});
