import { call, failure, testDetector } from '../../testing/index.js';
import { garbledCall } from './garbled-call.js';

const run = (command: string): ReturnType<typeof call> => call('Bash', { command }, '');
const refused = (command: string): ReturnType<typeof call> =>
  failure('Bash', { command }, `syntax error near unexpected token in ${command}`);
const read = (name: string): ReturnType<typeof call> =>
  call('Read', { path: `${name}.md` }, `the chapter about ${name} and its many uses`);

testDetector(garbledCall, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one broken call', events: [run(': true}'), read('amber')] },
    {
      name: 'a no-op before commands that print something',
      events: ['ls', 'pwd', 'date', 'id', 'uname'].map((command) =>
        call('Bash', { command: `:; ${command}` }, `${command} printed a line of its own`),
      ),
    },
    {
      name: 'values that begin with a colon',
      events: [':8080', '::1', ':root', ':/HEAD', ':wq'].map((text) =>
        failure('find', { text }, `no match for ${text}`),
      ),
    },
    {
      name: 'broken calls of one round',
      events: [1, 1, 1, 1, 1].map((round) => ({ ...run(': '), round })),
    },
    {
      name: 'a recovery after each broken call',
      events: ['amber', 'birch', 'cedar', 'daisy', 'elder'].flatMap((name) => [
        run(`: ${name}}`),
        read(name),
      ]),
    },
    {
      name: 'long output with a complaint in it',
      events: [1, 2, 3, 4, 5].map((i) =>
        call(
          'Bash',
          { command: `: false\nls part-${i}` },
          `bash: error: false: not found\n${'a listing with many different names of files in the part '.repeat(3)}${i}`,
        ),
      ),
    },
    {
      name: 'code that begins with a bracket, written to a file',
      events: [1, 2, 3, 4, 5].map((i) =>
        call('write_file', { path: `p${i}.c`, content: `}\nint f${i}(void) {` }, 'written'),
      ),
    },
  ],
  looping: [
    {
      name: 'the fourth broken call that brings nothing',
      events: [run(': true}'), refused('} ls'), run(': '), refused(', "description": "list"'), run(': 600}')],
      signals: [
        { at: 1, messageId: 'garbled', score: 0.375 },
        { at: 2, messageId: 'garbled', score: 0.5625 },
        { at: 3, messageId: 'garbled', score: 0.8 },
        { at: 4, messageId: 'garbled', score: 0.9 - 0.2 * (Math.SQRT1_2 - 0.5) },
      ],
    },
    {
      name: 'markers of the chat template',
      events: ['first', 'second', 'third', 'fourth'].map((word) =>
        refused(`${word} <|tool_call_begin|> functions.Bash`),
      ),
      signals: [1, 2, 3].map((at) => ({ at, messageId: 'garbled' })),
    },
    {
      name: 'one recovery takes one broken call back',
      events: [run(': 1}'), run(': 2}'), read('amber'), run(': 3}'), run(': 4}'), run(': 5}')],
      signals: [
        { at: 1, messageId: 'garbled', score: 0.375 },
        { at: 3, messageId: 'garbled', score: 0.375 },
        { at: 4, messageId: 'garbled', score: 0.5625 },
        { at: 5, messageId: 'garbled', score: 0.8 },
      ],
    },
  ],
});
