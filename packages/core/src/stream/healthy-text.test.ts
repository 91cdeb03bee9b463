import { expect, it } from 'vitest';
import {
  KINDS,
  NOUNS,
  VERBS,
  clock,
  hex,
  noun,
  one,
  pad,
  roll,
  restart,
  rows,
  sentence,
  verb,
} from '../testing/made-up-text.js';
import { levels } from '../testing/stream-levels.js';

restart();

/** Text that resembles a loop. */
const WORK: readonly (readonly [name: string, text: string, isArguments?: boolean])[] = [
  ['multiplication 1..12', rows(12, (i) => rows(12, (j) => `${i + 1} × ${j + 1} = ${(i + 1) * (j + 1)}\n`))],
  ['multiplication grid', rows(20, (i) => `|${rows(20, (j) => ` ${(i + 1) * (j + 1)} |`)}\n`)],
  ['powers of two', rows(64, (i) => `2^${i} = ${2n ** BigInt(i)}\n`)],
  ['fibonacci', rows(60, (i) => `F(${i}) = ${Math.round(1.618 ** i)}\n`)],
  ['squares prose', rows(30, (i) => `The square of ${i + 1} is ${(i + 1) ** 2}.\n`)],
  ['primes list', rows(200, () => `${roll(9999)}, `)],
  ['items placeholders 40', rows(40, (i) => `${i + 1}. Item ${i + 1}\n`)],
  ['chapter list', rows(30, (i) => `Chapter ${i + 1} .......... ${10 * i + 3}\n`)],
  ['toc pages', rows(30, (i) => `- [Chapter ${i + 1}](chapter-${i + 1}.md)\n`)],
  ['log same message 20 text', rows(20, (i) => `${clock(36000 + i * 60)} heartbeat ok\n`)],
  [
    'training epochs 50 text',
    rows(
      50,
      (i) =>
        `Epoch ${i + 1}/50: train loss ${(2 / (i + 1) + roll(100) / 1000).toFixed(4)}, validation loss ${(2.2 / (i + 1) + roll(100) / 1000).toFixed(4)}\n`,
    ),
  ],
  ['json points 100', `[${rows(100, () => `{"x": ${roll(999)}, "y": ${roll(999)}}, `)}]`],
  [
    'json lat lon 80',
    `[${rows(80, () => `{"latitude": ${roll(9000) / 100}, "longitude": ${roll(9000) / 100}, "altitude": ${roll(3000)}},\n`)}]`,
  ],
  [
    'json compact records',
    `[${rows(60, (i) => `{"id":${i},"price":${roll(9999) / 100},"stock":${roll(50)},"active":true},`)}]`,
  ],
  [
    'json seats 60',
    `{"seats": [${rows(60, (i) => `{"row": ${1 + Math.floor(i / 10)}, "seat": ${(i % 10) + 1}, "free": ${one(['true', 'false'])}}, `)}]}`,
  ],
  [
    'csv numbers',
    rows(150, (i) => `2024-03-${pad((i % 28) + 1)},${roll(100)},${roll(100)},${roll(1000) / 10}\n`),
  ],
  ['csv sensor', rows(100, (i) => `${clock(i * 60)},sensor-${roll(4)},${roll(400) / 10},ok\n`)],
  [
    'sql inserts numbers 40',
    rows(
      40,
      (i) => `INSERT INTO readings (id, sensor, value) VALUES (${i}, ${roll(9)}, ${roll(999) / 10});\n`,
    ),
  ],
  ['table rows html 20 text', rows(20, (i) => `<tr><td>${i + 1}</td><td>Row ${i + 1}</td><td></td></tr>\n`)],
  ['latex rows', rows(30, (i) => `${i} & ${roll(99)} & ${roll(99)} \\\\ \\hline\n`)],
  [
    'legal clauses',
    rows(
      20,
      (i) =>
        `${i + 1}.${1 + roll(4)} The ${one(['Supplier', 'Customer', 'Licensee'])} shall ${one(VERBS)} the ${one(NOUNS)} within ${5 + roll(30)} days of the ${one(KINDS)} ${one(NOUNS)}, unless the ${one(NOUNS)} is ${one(KINDS)}.\n\n`,
    ),
  ],
  [
    'changelog',
    rows(
      20,
      (i) =>
        `## 1.${20 - i}.0\n\n- Fixed the ${noun(i)} ${verb(i)}\n- Added ${one(KINDS)} ${one(NOUNS)}\n\n### Patch changes\n\n- Updated dependencies\n\n`,
    ),
  ],
  [
    'changelog only updates',
    rows(14, (i) => `## 2.${14 - i}.0\n\n### Patch Changes\n\n- Updated dependencies [${hex(7)}]\n\n`),
  ],
  [
    'lyrics',
    rows(
      4,
      () =>
        `${sentence()}\n${sentence()}\n\n${'La la la, la la la,\nsing it once more, la la la.\n'.repeat(2)}\n`,
    ),
  ],
  [
    'bottles 20',
    rows(
      20,
      (i) =>
        `${99 - i} bottles of beer on the wall, ${99 - i} bottles of beer. Take one down and pass it around, ${98 - i} bottles of beer on the wall.\n\n`,
    ),
  ],
  [
    'twelve days',
    rows(
      12,
      (i) =>
        `On the day number ${i + 1} my true love sent to me ${rows(i + 1, (j) => `${i + 1 - j} ${noun(i - j)}s, `)}\n`,
    ),
  ],
  [
    'translations',
    rows(
      25,
      (i) => `${i + 1}. "${one(KINDS)} ${noun(i)}" → "${one(['le', 'la'])} ${noun(i)} ${one(KINDS)}"\n`,
    ),
  ],
  ['schedule', rows(24, (i) => `${pad(i)}:00 – ${pad(i + 1)}:00\n`)],
  [
    'timetable',
    rows(
      30,
      (i) =>
        `| ${clock(21600 + i * 900).slice(0, 5)} | ${clock(22500 + i * 900).slice(0, 5)} | ${clock(23400 + i * 900).slice(0, 5)} |\n`,
    ),
  ],
  [
    'calendar',
    rows(31, (i) => `2024-01-${pad(i + 1)} ${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][i % 7]}\n`),
  ],
  ['days plan', rows(14, (i) => `Day ${i + 1}: Run ${2 + (i % 4)} km, rest ${1 + (i % 2)} minutes.\n`)],
  [
    'meal plan',
    rows(
      14,
      (i) =>
        `**Day ${i + 1}**\n- Breakfast: ${noun(roll(30))} with ${noun(roll(30))}\n- Lunch: ${noun(roll(30))}\n- Dinner: ${noun(roll(30))}\n\n`,
    ),
  ],
  [
    'amortisation',
    rows(
      60,
      (i) =>
        `Month ${i + 1}: payment 483.32, interest ${(100 - i * 1.5).toFixed(2)}, principal ${(383 + i * 1.5).toFixed(2)}, balance ${(25000 - i * 390.2).toFixed(2)}\n`,
    ),
  ],
  ['compound interest', rows(30, (i) => `Year ${i + 1}: $${(1000 * 1.05 ** (i + 1)).toFixed(2)}\n`)],
  [
    'compound interest sentences',
    rows(20, (i) => `After year ${i + 1} the balance is ${(1000 * 1.05 ** (i + 1)).toFixed(2)} dollars.\n`),
  ],
  [
    'iterations newton',
    rows(
      25,
      (i) =>
        `Iteration ${i + 1}: x = ${(1.4 + 1 / (i + 2)).toFixed(6)}, f(x) = ${(1 / (i + 2) ** 2).toFixed(6)}\n`,
    ),
  ],
  ['gradient trace', rows(30, (i) => `Step ${i}: loss = ${(3 / (i + 1)).toFixed(5)}, lr = 0.001\n`)],
  [
    'collatz',
    rows(30, (i) => `Step ${i + 1}: ${roll(999)} is ${one(['even', 'odd'])}, so we get ${roll(999)}.\n`),
  ],
  [
    'checking divisors',
    rows(30, (i) => `997 mod ${i + 2} = ${997 % (i + 2)}, so ${i + 2} does not divide 997.\n`),
  ],
  [
    'trial division prose',
    rows(12, (i) => `Is 997 divisible by ${i + 2}? 997 / ${i + 2} = ${(997 / (i + 2)).toFixed(3)}, so no.\n`),
  ],
  ['binary table', rows(16, (i) => `| ${rows(4, (j) => `${(i >> (3 - j)) & 1} | `)}${i % 2} |\n`)],
  [
    'truth table 64',
    rows(64, (i) => `${rows(6, (j) => `${(i >> (5 - j)) & 1 ? 'T' : 'F'} `)}${i % 3 ? 'T' : 'F'}\n`),
  ],
  ['ascii art box', rows(20, () => `|${' '.repeat(60)}|\n`)],
  ['ascii pattern', rows(14, () => `/\\/\\/\\/\\/\\/\\/\\/\\/\\/\\/\\/\\/\\\n`)],
  ['chess board', rows(4, () => `${'■ □ '.repeat(4)}\n${'□ ■ '.repeat(4)}\n`)],
  ['life grid', rows(20, () => `${rows(20, () => one('⬛⬛⬛⬜'))}\n`)],
  ['empty life grid 24', rows(24, () => `${'⬛'.repeat(24)}\n`)],
  ['celebration', `Done! ${'🎉'.repeat(60)}\n`],
  ['ticks in table', rows(30, (i) => `| ${noun(i)} | ✅ |\n`)],
  ['ticks 60', `${'✅ '.repeat(60)}\n`],
  ['dashes', `${'─'.repeat(900)}\n`],
  ['hashes file', rows(20, (i) => `${'#'.repeat(80)}\n# ${noun(i)}\n${'#'.repeat(80)}\n`)],
  ['brackets deep', `${'('.repeat(120)}x${')'.repeat(120)}`],
  ['zeros padding hex', `0x${hex(40)}${'0'.repeat(192)}${hex(40)}`],
  ['big number', `1${'0'.repeat(100)} is a googol.`],
  ['one third', `1/3 = 0.${'3'.repeat(100)}...`],
  ['pi', `3.${rows(400, () => one('0123456789'))}`],
  ['binary string', rows(600, () => one('01'))],
  [
    'hex dump zeros',
    rows(
      40,
      (i) => `${pad((i * 16).toString(16), 8)}: 0000 0000 0000 0000 0000 0000 0000 0000  ................\n`,
    ),
  ],
  [
    'base64',
    rows(
      30,
      () => `${rows(76, () => one('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'))}\n`,
    ),
  ],
  ['uuids', rows(50, () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}\n`)],
  ['checksums', rows(30, (i) => `${hex(64)}  ${noun(i)}-${i}.tar.gz\n`)],
  ['ips', rows(60, (i) => `10.0.${Math.floor(i / 16)}.${i % 16}\n`)],
  [
    'srt subtitles',
    rows(
      30,
      (i) =>
        `${i + 1}\n00:00:${pad((i * 2) % 60)},000 --> 00:00:${pad((i * 2 + 2) % 60)},000\n${sentence().slice(0, 40)}\n\n`,
    ),
  ],
  [
    'bench table',
    rows(24, (i) => `| ${noun(i)} | ${roll(99)} ms | ${roll(99)} ms | ${roll(9)}.${roll(9)}x |\n`),
  ],
  [
    'scores prose',
    rows(20, (i) => `Round ${i + 1}: team red scores ${roll(30)}, team blue scores ${roll(30)}.\n`),
  ],
  ['dice rolls', rows(40, (i) => `Roll ${i + 1}: ${1 + roll(6)} and ${1 + roll(6)}\n`)],
  [
    'weather sentences 20',
    rows(
      20,
      (i) =>
        `At ${pad(i)}:00 the temperature was ${roll(30)} degrees and the humidity ${roll(99)} percent.\n`,
    ),
  ],
  ['interview', rows(12, () => `Interviewer: ${sentence()}\nCandidate: ${sentence()} ${sentence()}\n`)],
  ['checklist', rows(30, (i) => `- [${one('x ')}] ${verb(i)} the ${noun(i)} (${one(KINDS)})\n`)],
  ['adjacency', rows(40, (i) => `${i}: ${roll(40)}, ${roll(40)}, ${roll(40)}\n`)],
  ['matrix', rows(20, () => `[${rows(10, () => `${roll(2)}, `)}]\n`)],
  ['identity matrix', rows(12, (i) => `[${rows(12, (j) => `${i === j ? 1 : 0}, `)}]\n`)],
  [
    'russian prose',
    rows(
      25,
      () =>
        `Сначала ${one(['проверим', 'обновим', 'удалим', 'запустим'])} ${one(['заказ', 'счёт', 'отчёт', 'сервер', 'кластер'])}, затем ${one(['сравним', 'сохраним', 'отправим'])} ${one(['журнал', 'ключ', 'файл', 'список'])} и ${one(['закроем', 'откроем'])} ${one(['сессию', 'таблицу', 'очередь'])}. `,
    ),
  ],
  [
    'arabic list',
    rows(
      15,
      (i) =>
        `${i + 1}. ${one(['تحقق', 'حدث', 'احذف', 'شغل'])} ${one(['الطلب', 'الحساب', 'التقرير', 'الخادم'])} ${one(['الجديد', 'القديم', 'المحلي'])} قبل ${one(['البدء', 'الحفظ', 'الإرسال'])}.\n`,
    ),
  ],
  [
    'chinese steps',
    rows(
      15,
      (i) =>
        `第${i + 1}步：${one(['检查', '更新', '删除', '启动'])}${one(['订单', '账户', '报告', '服务器'])}，然后${one(['保存', '发送', '比较'])}${one(['日志', '密钥', '文件'])}。\n`,
    ),
  ],
  [
    'plural files changed',
    rows(20, (i) => `${i + 1} file${i ? 's' : ''} checked, ${roll(5)} problems found in ${noun(i)}.\n`),
  ],
  [
    'reviewed files numbered',
    rows(
      20,
      (i) =>
        `Reviewed file ${i + 1} of 20: ${noun(i)}.ts, ${one(['no findings', 'one finding', 'two findings'])}.\n`,
    ),
  ],
  [
    'progress prose with counts 20',
    rows(20, (i) => `Processed batch ${i + 1} of 20: ${500 + roll(40)} rows, ${roll(4)} errors.\n`),
  ],
  [
    'minified',
    rows(
      40,
      (i) =>
        `function ${one('abcdefg')}${i}(t,e){return t.${noun(i)}&&e.${one(VERBS)}(t.${one(NOUNS)},${i})}`,
    ),
  ],
  [
    'bibliography',
    rows(
      15,
      (i) =>
        `[${i + 1}] ${one(['Smith', 'Jones', 'Miller'])}, ${one('ABCDE')}. (${1990 + roll(30)}). On the ${one(KINDS)} ${noun(i)}. Journal of ${one(NOUNS)}s, ${roll(40)}(${roll(4)}), ${roll(300)}-${300 + roll(99)}.\n`,
    ),
  ],
  ['phone list', rows(40, () => `+43 ${roll(999)} ${roll(99999)}\n`)],
  ['unit conversions', rows(30, (i) => `${i + 1} km = ${((i + 1) * 0.621).toFixed(3)} miles\n`)],
  [
    'countdown 99',
    rows(
      99,
      (i) =>
        `${99 - i} bottles of beer on the wall, ${99 - i} bottles of beer. Take one down and pass it around, ${98 - i} bottles of beer on the wall.\n\n`,
    ),
  ],
  ['checkboxes', rows(40, () => '[ ] [ ] [ ] [ ]\n')],
  ['unknown grid', rows(20, () => `${'? '.repeat(20)}\n`)],
  ['emoji grid', rows(20, () => `${'🟩'.repeat(20)}\n`)],
  ['price list', rows(40, (i) => `The total price for ${i + 1} items is ${(i + 1) * 25} euros.\n`)],
  [
    'gherkin',
    rows(
      20,
      (i) =>
        `Scenario: case ${i + 1}\n  Given the ${noun(i)} is ${one(KINDS)}\n  When I ${verb(i)} it\n  Then the result is ${roll(99)}\n\n`,
    ),
  ],
  [
    'days in a log',
    rows(
      31,
      (i) => `2024-03-${pad(i + 1)}: ${roll(12)} commits, ${roll(9)} reviews, ${roll(4)} deployments\n`,
    ),
  ],
  ['shots', rows(24, (i) => `Shot ${i + 1} (${i * 5}–${i * 5 + 5} s): ${sentence()}\n`)],
  ['mixed dividers', `${'=-'.repeat(95)}\n${sentence()}\n`],
  ['empty arrays', `[${'[], '.repeat(45)}]`],
  ['question line', '?'.repeat(199)],
];

it.each(WORK.map(([name, text, isArguments]) => ({ name, text, isArguments })))(
  'leaves alone: $name',
  ({ text, isArguments }) => {
    expect(levels(text, isArguments)).toEqual([]);
  },
);
