import { expect, it } from 'vitest';
import { LEAD, clock, roll, restart, rows } from '../testing/made-up-text.js';
import { findings, levels } from '../testing/stream-levels.js';

restart();

type Row = readonly [name: string, text: string, isArguments?: boolean];

const LOOPS: readonly Row[] = [
  [
    'attempt backoff cyc',
    LEAD +
      rows(
        50,
        (i) => `Attempt ${i + 1} failed: connection reset by peer. Retrying in ${2 + (i % 3)} seconds...\n`,
      ),
  ],
  ['one line attempts', rows(60, (i) => `Attempt ${i + 1} of ${i + 2} failed. `)],
  ['records empty exact', '[' + '{"a":"","b":""},'.repeat(200), true],
  ['records empty long', '[' + '{"name": "", "email": "", "phone": "", "address": ""}, '.repeat(40), true],
  ['list one file', '{"files":["README.md", ' + '"src/index.ts", '.repeat(120), true],
  ['number without end', '{"amount":333.' + '3'.repeat(1400), true],
  ['number text', `The ratio is 0.${'3'.repeat(700)}`],
  ['number zeros', `The sum is 1${'0'.repeat(1700)}`],
  ['ticks', LEAD + '✅ '.repeat(300)],
  ['ticks bare', LEAD + '✅'.repeat(600)],
  ['hearts', LEAD + '❤️'.repeat(300)],
  ['rockets', LEAD + '🚀'.repeat(300)],
  ['rocket lines', LEAD + '🚀\n'.repeat(400)],
  ['interrobang', LEAD + '?!'.repeat(330)],
  ['exclaim', LEAD + '!'.repeat(2500)],
  ['dots blanks', LEAD + '. '.repeat(700)],
  ['ellipsis', LEAD + '... '.repeat(300)],
  ['brackets open', '{"filter":' + '['.repeat(1200), true],
  ['parens', LEAD + '('.repeat(700)],
  ['closing', LEAD + 'x' + ')'.repeat(700)],
  ['brackets mixed', LEAD + '[{'.repeat(300)],
  ['closing lines', LEAD + '}\n'.repeat(400)],
  ['backslashes', '{"p":"' + '\\'.repeat(3000), true],
  ['escape nl', '{"p":"' + '\\n'.repeat(700), true],
  ['quotes', '{"p":"' + '\\"'.repeat(1500), true],
  ['nbsp', LEAD + '&nbsp;'.repeat(100)],
  ['tabs', LEAD + '\t'.repeat(2500)],
  ['mixed blanks', LEAD + ' \n'.repeat(800)],
  ['hindi', 'मैं इस समस्या को अभी ठीक करूँगा। '.repeat(20)],
  ['arabic', 'سأقوم بإصلاح هذه المشكلة الآن. '.repeat(20)],
  [
    'ideographs in short lines',
    '大家' + '加油！加油！加油！加油！加油！加油！加油！加油！加油！\n'.repeat(4),
  ],
  ['a word in lines of any length', LEAD + rows(40, (i) => 'again '.repeat(3 + (i % 4)) + '\n')],
  [
    'a table that stops at one row',
    rows(6, (i) => `| 2026-01-0${i + 1} | office ${i} | travel | ${12 + 7 * i},800 | paid |\n`) +
      '| 2026-01-08 | Tokyo | travel | 1,240 | paid |\n'.repeat(16),
  ],
  ['russian word', LEAD + 'да '.repeat(60)],
  ['korean', '이 문제를 바로 수정하겠습니다. '.repeat(24)],
  ['thai', 'ฉันจะแก้ไขปัญหานี้ทันที '.repeat(24)],
  ['hebrew', 'אני אתקן את הבעיה הזאת עכשיו. '.repeat(20)],
  ['greek counter', rows(60, (i) => `Προσπάθεια ${i + 1}: απέτυχε ξανά, δοκιμάζω πάλι τώρα.\n`)],
  ['chinese counter', rows(60, (i) => `第${i + 1}次尝试失败，正在重新连接服务器，请稍候。\n`)],
  ['japanese counter', rows(60, (i) => `${i + 1}回目の試行に失敗しました。もう一度試します。\n`)],
  ['arabic digits', rows(60, (i) => `المحاولة ${i + 1} فشلت، سأحاول مرة أخرى الآن.\n`)],
  [
    'native digits hindi',
    rows(
      70,
      (i) =>
        `प्रयास ${String(i + 1).replace(/\d/g, (d) => String.fromCharCode(0x966 + +d))} विफल रहा, मैं फिर से कोशिश करता हूँ।\n`,
    ),
  ],
  [
    'block log counter',
    LEAD +
      rows(
        40,
        (i) =>
          `--- Run ${i + 1} ---\nStarting the server on port ${3000 + i}\nThe server has started\nRunning the checks\nAll checks passed, but the result is not ready\nStopping the server after ${10 + roll(9)} seconds\n\n`,
      ),
  ],
  [
    'user assistant',
    rows(20, () => `User: What is the next step?\nAssistant: The next step is to run the tests.\n`),
  ],
  [
    'headings counter',
    rows(60, (i) => `## Section ${i + 1}\n\nThis section is intentionally left blank.\n\n`),
  ],
  ['list same item', rows(60, (i) => `${i + 1}. Make sure that the service is running.\n`)],
  [
    'list same two',
    rows(60, (i) => `${i + 1}. ${i % 2 ? 'Restart the service.' : 'Check that the service is running.'}\n`),
  ],
  ['bullets', rows(60, () => '- Check the logs\n')],
  [
    'nested decimals',
    rows(70, (i) => `${1 + Math.floor(i / 10)}.${i % 10} Verify the configuration of the server.\n`),
  ],
  ['think wait', rows(60, (i) => `Wait, let me recount. ${i % 2 ? 'That gives 12.' : 'That gives 13.'} `)],
  [
    'thinking alternates',
    rows(40, (i) => `Hmm, but maybe it is ${(i % 3) + 1}. No, it cannot be ${(i % 3) + 1}. `),
  ],
  [
    'counter hours',
    rows(80, (i) => `After ${i + 1} hours, the process was still running and no result had been found.\n`),
  ],
  ['ordinal', rows(80, (i) => `This is the ${i + 4}th time that I check the same file for the error.\n`)],
  ['sum chain', `1${rows(500, () => ' + 1')}`],
  ['x chain', `x${rows(200, () => ' * x')}`],
  ['arrow chain', 'A -> B -> '.repeat(200)],
  ['css repeated', '```css\n' + rows(60, () => `.button {\n  color: red;\n}\n`)],
  ['svg path repeated', '{"d":"' + 'M0 0 L10 10 '.repeat(200), true],
  ['hex bytes', '{"d":"' + '0x00, '.repeat(700), true],
  ['ff bytes pair', LEAD + '\\xde\\xad'.repeat(120)],
  ['underscore', LEAD + '_'.repeat(2200)],
  ['table cells', LEAD + '| '.repeat(800)],
  ['table sep', LEAD + '|---'.repeat(400)],
  ['html entities', LEAD + '<br>'.repeat(60)],
  ['div soup', '<div>'.repeat(80)],
  ['close divs', '</div>\n'.repeat(60)],
  ['years', rows(120, (i) => `In ${1900 + i}, the company continued to grow and expand its business.\n`)],
];

/** A counter that is still low, or one of several numbers. */
const FLAGGED: readonly Row[] = [
  [
    'attempt backoff doubling',
    LEAD +
      rows(
        70,
        (i) => `Attempt ${i + 1} failed, waiting ${2 ** Math.min(i, 20)} seconds before the next attempt.\n`,
      ),
  ],
  [
    'attempt two numbers',
    rows(
      60,
      (i) => `Attempt ${i + 7} failed after ${2 * (i + 7)} seconds. Retrying in ${4 * (i + 7)} seconds...\n`,
    ),
  ],
  ['chinese counter two', rows(80, (i) => `第${i + 1}次尝试失败，等待${i * 2 + 3}秒后重试。\n`)],
  [
    'russian counter two',
    rows(80, (i) => `Попытка ${i + 1} не удалась через ${i * 3 + 5} секунд, повторяю запрос снова.\n`),
  ],
  ['version bumps', rows(90, (i) => `Upgrading to version 1.${i}.0 failed, trying the next version.\n`)],
  [
    'file names count',
    rows(90, (i) => `Let me check file_${i + 1}.py to see if it contains the function.\n`),
  ],
  ['file names count dash', rows(90, (i) => `I will now look at part-${i + 1} of the document again.\n`)],
  [
    'page counter url',
    rows(120, (i) => `Fetching https://example.com/page/${i + 1} and extracting the data.\n`),
  ],
  ['euro amounts', rows(100, (i) => `The total price for ${i + 1} items is ${(i + 1) * 25} euros.\n`)],
  ['progress', rows(19, (i) => `Processed batch ${i + 1} of 20.\n`)],
  ['seats', rows(19, (i) => `Row ${i + 1}: A free, B free, C taken, D free\n`)],
];

/** Rows with some variation. */
const DATA: readonly Row[] = [
  [
    'attempt clock',
    rows(70, (i) => `${clock(36000 + i * 7 + roll(4))} attempt ${i + 1} failed, trying again\n`),
  ],
  [
    'log only clock text',
    LEAD + rows(90, (i) => `[${clock(36000 + i * 5 + roll(3))}] INFO worker: waiting for connection\n`),
  ],
  [
    'log only clock fence',
    LEAD +
      '```\n' +
      rows(200, (i) => `[${clock(36000 + i * 5 + roll(3))}] INFO worker: waiting for connection\n`),
  ],
  [
    'log iso clock fence',
    LEAD +
      '```\n' +
      rows(
        160,
        (i) =>
          `2024-05-01T${clock(36000 + i * 11 + roll(9))}Z INFO worker: waiting for connection to broker\n`,
      ),
  ],
  [
    'heartbeat numbers fence',
    LEAD +
      '```\n' +
      rows(
        180,
        (i) =>
          `[${clock(32520 + i * 60 + roll(7))}] heartbeat ok, queue 0, workers ${3 + (i % 2)}, uptime ${4122 + i * 61}s\n`,
      ),
  ],
  [
    'heartbeat irregular text',
    LEAD +
      rows(
        120,
        (i) =>
          `[${clock(32520 + i * 60 + roll(7))}] heartbeat ok, queue 0, workers ${3 + roll(2)}, uptime ${4122 + i * 61 + roll(5)}s\n`,
      ),
  ],
  [
    'ms duration log',
    rows(
      140,
      () => `Request to the server timed out after ${3000 + roll(400)}ms, retrying the request now.\n`,
    ),
  ],
  [
    'test stubs',
    LEAD +
      '```python\n' +
      rows(
        80,
        (i) =>
          `def test_parse_${i}():\n    result = parse("${i}")\n    assert result is not None\n    assert result.ok\n    assert result.value == ${i}\n\n`,
      ),
  ],
  [
    'test stubs js',
    LEAD +
      '```js\n' +
      rows(
        95,
        (i) =>
          `test('case ${i}', () => {\n  const result = run(${i});\n  expect(result).toBeDefined();\n});\n\n`,
      ),
  ],
  [
    'test stubs names only',
    LEAD + '```python\n' + rows(130, (i) => `def test_${i}(self):\n    self.assertTrue(True)\n\n`),
  ],
  [
    'records empty counter',
    '{"posts": [' +
      rows(150, (i) => `{"id": ${i}, "title": "Untitled", "body": "", "tags": [], "draft": true}, `),
    true,
  ],
  [
    'todo counters args',
    '{"content":"' + rows(90, (i) => `- [ ] Task ${i + 1}: write the tests for the module\\n`),
    true,
  ],
  [
    'json steps args',
    '{"steps":[' +
      rows(
        120,
        (i) => `{"step": ${i + 1}, "action": "verify", "target": "the same file", "status": "pending"},`,
      ),
    true,
  ],
];

const named = ([name, text, isArguments]: Row) => ({ name, text, isArguments });

it.each(LOOPS.map(named))('cuts: $name', ({ text, isArguments }) => {
  expect(levels(text, isArguments)).toContain('hard');
});

it.each(FLAGGED.map(named))('warns about, but does not cut: $name', ({ text, isArguments }) => {
  expect(levels(text, isArguments)).toEqual(['warn']);
});

it.each(DATA.map(named))('never cuts: $name', ({ text, isArguments }) => {
  expect(levels(text, isArguments)).not.toContain('hard');
});

it.each(LOOPS.map(named))('finds the same wherever the chunks end: $name', ({ text, isArguments }) => {
  const identities = (size: number) =>
    new Set(findings(text, isArguments, size).map(({ identity }) => identity));
  const whole = identities(text.length);
  expect(whole.size).toBe(1);
  expect(identities(3)).toEqual(identities(64));
  expect(identities(3)).toContain([...whole][0]);
});
