import { expect, it } from 'vitest';
import type { AgentEvent, DeltaEvent } from '../../event/event.js';
import { absorb, newSession } from '../../session/session.js';
import { call, delta, deltas, error, message, testDetector, turn } from '../../testing/index.js';
import { readOptions } from '../options.js';
import { textLoop } from './text-loop.js';

const NOUNS =
  'order invoice session ledger cart payment token report account profile widget queue batch index cursor schema tenant shard replica bucket lease quota metric alert ticket policy region cluster volume backup'.split(
    ' ',
  );
const VERBS =
  'load save parse render merge split fetch store check build reset flush apply clone rotate'.split(' ');
const KINDS = 'stale fresh large small empty broken shared local remote hidden public private strict'.split(
  ' ',
);

/** Always the same chance. */
function dice(seed: number): (sides: number) => number {
  let value = seed;
  return (sides) => {
    value = (Math.imul(value, 1664525) + 1013904223) >>> 0;
    return Math.floor((value / 0x100000000) * sides);
  };
}

const roll = dice(5);
const one = (of: readonly string[] | string): string => of[roll(of.length)]!;
const rows = (count: number, row: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => row(i)).join('');
const noun = (i: number): string => NOUNS[i % NOUNS.length]!;
const verb = (i: number): string => VERBS[i % VERBS.length]!;
const sentence = (): string =>
  `The ${one(KINDS)} ${one(NOUNS)} should ${one(VERBS)} the ${one(NOUNS)} before the ${one(KINDS)} ${one(NOUNS)} can ${one(VERBS)} it.`;
const stream = (text: string, size = 30): DeltaEvent[] => deltas(text, size);
const inChannel = (channel: 'reasoning' | 'arguments', events: readonly DeltaEvent[]): DeltaEvent[] =>
  events.map((event) => ({ ...event, channel }));
const fenced = (text: string): string => `\`\`\`\n${text}\`\`\`\n`;

const LEAD = `${sentence()} ${sentence()}\n\n`;
const PARAGRAPH = rows(8, () => `${sentence()} `);
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PROGRAM = rows(
  14,
  (i) =>
    `export function ${verb(i)}_${noun(i)}(input: Input, options: Options): Result {\n  return finish(prepare(input.${noun(i)}, options));\n}\n`,
);

testDetector(textLoop, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'prose', events: stream(rows(30, () => `${sentence()} `)) },
    { name: 'a word 18 times', events: stream(`${LEAD}${'tick '.repeat(18)}boom.`) },
    {
      name: 'a sentence 5 times',
      events: stream('I might look at the config, perhaps that helps. '.repeat(5)),
    },
    {
      name: 'a passage twice',
      events: stream(`Before:\n\n${PARAGRAPH}\n\nAfter:\n\n${PARAGRAPH}\n\nNo difference.`),
    },
    {
      name: 'a table of yes and no',
      events: stream(rows(25, (i) => `| ${noun(i)} ${verb(i)} | ${one(['yes', 'no'])} | yes | yes |\n`)),
    },
    {
      name: 'a table of check marks',
      events: stream(rows(20, (i) => `| ${noun(i)} | ✅ | ✅ | ${one(['✅', '❌'])} | ✅ |\n`)),
    },
    { name: 'a table of empty cells', events: stream(rows(20, (i) => `| ${i}:00 |   |   |   |   |   |\n`)) },
    {
      name: 'a list with one beginning',
      events: stream(rows(25, (i) => `- Update \`${noun(i)}.ts\`: ${verb(i)} the ${one(NOUNS)} first\n`)),
    },
    { name: 'placeholders that count', events: stream(rows(30, (i) => `  <li>Item ${i + 1}</li>\n`)) },
    { name: 'options that count', events: stream(rows(50, (i) => `<option value="${i}">${i}</option>\n`)) },
    {
      name: 'objects of one shape',
      events: stream(rows(25, (i) => `{"id": ${i}, "name": "${noun(i)}", "active": ${i % 3 > 0}},\n`)),
    },
    { name: 'a grid of zeros', events: stream(rows(12, () => `[${'0, '.repeat(11)}0],\n`)) },
    { name: 'an array of nulls', events: stream(`{"series": [${'null, '.repeat(30)}12]}`) },
    {
      name: 'base64 with long runs of one letter',
      events: stream(`${rows(300, () => one(BASE64))}${'A'.repeat(160)}${rows(300, () => one(BASE64))}==`),
    },
    {
      name: 'CSV',
      events: stream(
        rows(
          40,
          (i) => `${1000 + i},${one(['north', 'south'])},${one(['open', 'held', 'closed'])},${roll(900)}\n`,
        ),
      ),
    },
    { name: 'a column of numbers', events: stream(rows(120, () => `${roll(100_000)}\n`)) },
    { name: 'multiplication', events: stream(rows(60, (i) => `${i + 1} x 7 = ${7 * (i + 1)}\n`)) },
    { name: 'a divider of 1000 signs', events: stream(`Summary\n${'='.repeat(1000)}\nDone.\n`, 100) },
    { name: 'padding', events: stream(rows(8, (i) => `${noun(i).padEnd(120)}${roll(100)}\n`)) },
    { name: 'an empty board', events: stream(`${rows(19, () => `${'+ '.repeat(19)}\n`)}Black to play.\n`) },
    {
      name: 'a licence in three files',
      events: stream(
        rows(
          3,
          (i) => `${fenced(`// ${PARAGRAPH}\nexport const ${noun(i)} = ${verb(i)}();\n`)}${sentence()}\n`,
        ),
      ),
    },
    {
      name: 'a refrain',
      events: stream(
        rows(
          4,
          () =>
            `${sentence()}\n${sentence()}\nOh roll me down the river, roll me down,\nand let the morning find me where I drown.\n\n`,
        ),
      ),
    },
    {
      name: 'a chorus sung twice',
      events: stream(
        rows(
          3,
          () =>
            `${sentence()}\n${'We are the lights of the harbour,\nwe are the lights of the sea.\n'.repeat(2)}`,
        ),
      ),
    },
    {
      name: 'a stack trace',
      events: stream(rows(20, (i) => `\tat com.acme.${noun(i)}.${verb(i)}(${noun(i)}.java:${roll(400)})\n`)),
    },
    {
      name: 'SQL',
      events: stream(rows(20, (i) => `INSERT INTO users (id, name) VALUES (${i}, '${noun(i)}');\n`)),
    },
    {
      name: 'a diff',
      events: stream(
        fenced(rows(15, (i) => `-  color: #${roll(4096).toString(16)};\n+  color: var(--${noun(i)});\n`)),
      ),
    },
    {
      name: 'a log in which only the time differs',
      events: stream(fenced(rows(20, (i) => `2024-05-01T10:${10 + i}:07Z INFO health: check passed\n`))),
    },
    {
      name: 'Chinese prose',
      events: stream(
        rows(
          20,
          () =>
            `我们先检查${one(['订单', '用户', '会话', '发票'])}的${one(['状态', '缓存', '权限'])}，再${one(['更新', '删除', '同步'])}${one(['配置', '接口', '文档'])}。`,
        ),
      ),
    },
    {
      name: 'a Japanese list',
      events: stream(
        rows(
          15,
          (i) => `・${one(['注文', '在庫', '配送'])}の${one(['確認', '更新', '検索'])}を行います（${i}）\n`,
        ),
      ),
    },
    {
      name: 'minified code',
      events: stream(
        rows(
          30,
          (i) =>
            `function ${one('abcdefg')}${i}(t,e){return t.${noun(i)}&&e.${one(VERBS)}(t.${one(NOUNS)},${i})}`,
        ),
      ),
    },
    {
      name: 'an SVG path',
      events: stream(rows(100, () => `${roll(9999) / 100} ${roll(9999) / 100}${one([' L', ' C'])}`)),
    },
    {
      name: 'a lockfile',
      events: stream(
        rows(
          10,
          (i) =>
            `"node_modules/${noun(i)}": {\n  "version": "1.${i}.0",\n  "integrity": "sha512-${rows(60, () => one(BASE64))}",\n  "dev": true,\n  "license": "MIT"\n},\n`,
        ),
      ),
    },
    {
      name: 'functions that count and differ',
      events: stream(
        fenced(
          rows(12, (i) => `def handler_${i}(event):\n    return dispatch(event, route='${noun(i)}')\n\n`),
        ),
      ),
    },
    { name: 'equal calls in code', events: stream(fenced('await page.keyboard.press("Tab");\n'.repeat(8))) },
    {
      name: 'equal elements in markup',
      events: stream(
        fenced('<div class="card"><div class="line"></div><div class="line short"></div></div>\n'.repeat(6)),
      ),
    },
    {
      name: 'services that count',
      events: stream(
        fenced(
          rows(
            5,
            (i) =>
              `  worker-${i}:\n    image: acme/worker\n    ports:\n      - "${8000 + i}:8000"\n    restart: always\n`,
          ),
        ),
      ),
    },
    {
      name: 'a program drafted three times',
      events: stream(
        [0, 1, 2]
          .map((i) => `${sentence()}\n\n${fenced(PROGRAM.replaceAll(noun(i), one(KINDS)))}`)
          .join('\n'),
        60,
      ),
    },
    {
      name: 'findings under one heading each',
      events: stream(
        rows(
          10,
          (i) =>
            `### Finding ${i}: ${noun(i)}\n\nSeverity: ${one(['High', 'Low'])}\nLocation: ${noun(i)}.py:${roll(300)}\n\n`,
        ),
      ),
    },
    {
      name: 'one sentence about each file',
      events: stream(
        rows(
          12,
          (i) =>
            `Now I look at src/${noun(i)}/${verb(i)}.ts and convert the handler to the new signature, keeping the error path.\n\n`,
        ),
      ),
    },
    {
      name: 'thinking aloud',
      events: stream(rows(10, () => `Wait, let me check that. ${sentence()} Hmm. ${sentence()}\n\n`)),
    },
    {
      name: 'answers that are yes or no',
      events: stream(
        rows(
          15,
          (i) => `Q: Does the ${noun(i)} ${verb(i)} the ${one(NOUNS)}?\nA: ${one(['Yes.', 'No.'])}\n\n`,
        ),
      ),
    },
    {
      name: 'the same passages for each endpoint',
      events: stream(
        rows(
          8,
          (i) =>
            `## GET /${noun(i)}\n\nReturns one ${noun(i)}. Requires authentication. Returns 404 if it does not exist.\n\n`,
        ),
      ),
    },
    {
      name: 'a count-down',
      events: stream(
        rows(
          12,
          (i) =>
            `${99 - i} bottles of beer on the wall, ${99 - i} bottles of beer. Take one down, pass it around.\n`,
        ),
        12,
      ).slice(0, 60),
    },
    {
      name: 'a call between the copies',
      events: Array.from({ length: 6 }, () => [
        ...stream(PARAGRAPH.slice(0, 400)),
        call('read', {}, 'text'),
      ]).flat(),
    },
    {
      name: 'a message that repeats what its deltas said',
      events: [...stream(PARAGRAPH), message(PARAGRAPH)],
    },
    {
      name: 'a long message with a short chant in the middle',
      events: [
        message(
          `${rows(60, () => `${sentence()} `)}${'Nothing. '.repeat(40)}${rows(60, () => `${sentence()} `)}`,
        ),
      ],
    },
  ],

  looping: [
    {
      name: 'a word 24 times',
      events: stream(`${LEAD}${'tick '.repeat(24)}`),
      signals: [{ at: 9, messageId: 'token', score: 0.97 }],
    },
    {
      name: 'two letters without an end',
      events: stream(`${LEAD}${'ny'.repeat(80)}`),
      signals: [{ at: 8, messageId: 'token' }],
    },
    {
      name: 'one letter',
      events: stream(`${LEAD}${'a'.repeat(400)}`),
      signals: [{ at: 12, messageId: 'token' }],
    },
    { name: 'line ends', events: stream('\n'.repeat(2500), 100), signals: [{ at: 19, messageId: 'token' }] },
    {
      name: 'two signs',
      events: stream(`${LEAD}${'?!'.repeat(700)}`, 100),
      signals: [{ at: 5, messageId: 'token' }],
    },
    {
      name: 'numbers',
      events: stream('12, 6, -1, '.repeat(80), 50),
      signals: [{ at: 11, messageId: 'token' }],
    },
    {
      name: 'a sentence',
      events: stream(`${LEAD}${'Let me check the configuration file again to be sure. '.repeat(9)}`),
      signals: [{ at: 17, messageId: 'phrase' }],
    },
    {
      name: 'a paragraph three times',
      events: stream(`${LEAD}${PARAGRAPH.repeat(4)}`, 100),
      signals: [{ at: 19, messageId: 'phrase' }],
    },
    {
      name: 'a Chinese sentence',
      events: stream('好的，我先读取配置文件，然后检查数据库连接，最后再运行一次测试。'.repeat(10)),
      signals: [{ at: 7, messageId: 'phrase' }],
    },
    {
      name: 'a Thai phrase',
      events: stream('ฉันจะแก้ไขปัญหานี้ทันที '.repeat(20)),
      signals: [{ at: 11, messageId: 'phrase' }],
    },
    {
      name: 'code in a fence, which takes twice as much',
      events: stream(
        '```\ndef run(self):\n    self.prepare()\n    self.execute()\n\n'.slice(0, 4) +
          'def run(self):\n    self.prepare()\n    self.execute()\n\n'.repeat(16),
      ),
      signals: [{ at: 24, messageId: 'phrase' }],
    },
    {
      name: 'fences themselves',
      events: stream(`${LEAD}${'```python\n\n```\n\n'.repeat(30)}`),
      signals: [{ at: 17, messageId: 'token' }],
    },
    {
      name: 'the reasoning',
      events: inChannel('reasoning', stream('Let me look at that file again. '.repeat(14))),
      signals: [{ at: 11, messageId: 'phrase' }],
    },
    {
      name: 'the arguments of a call',
      events: inChannel('arguments', stream(`{"content":"${'The quick fix is here.\\n'.repeat(40)}`)),
      signals: [{ at: 18, messageId: 'stale' }],
    },
    {
      name: 'an attempt that counts',
      events: stream(rows(30, (i) => `Attempt ${i + 7} failed. Retrying with the same settings.\n`)),
      signals: [{ at: 25, messageId: 'counter', score: 0.92 }],
    },
    {
      name: 'short lines that count',
      events: stream(rows(40, (i) => `Attempt ${i + 1} failed\n`)),
      signals: [{ at: 14, messageId: 'counter' }],
    },
    {
      name: 'items that count in a circle',
      events: stream(
        rows(
          40,
          (i) =>
            `${i + 1}. ${['Check the logs of the service', 'Restart it and wait', 'Verify the settings'][i % 3]}\n`,
        ),
      ),
      signals: [{ at: 23, messageId: 'block' }],
    },
    {
      name: 'a step that counts',
      events: stream(
        rows(
          9,
          (i) =>
            `Step ${i + 1}: Check the settings.\nOpen the settings page, look at every value, compare it with the manual, and if all values are right go on with the next step of this plan.\n\n`,
        ),
      ),
      signals: [{ at: 33, messageId: 'block' }],
    },
    {
      name: 'files that count',
      events: stream(
        rows(
          9,
          (i) =>
            `# tests/test_case_${i}.py\nimport unittest\nfrom case_${i} import Case\n\n\nclass TestCase(unittest.TestCase):\n    case = Case()\n\n    def test_case(self):\n        self.assertEqual(self.case.run(), "ok")\n\n\nif __name__ == "__main__":\n    unittest.main()\n\n`,
        ),
        60,
      ),
      signals: [{ at: 24, messageId: 'block' }],
    },
    {
      name: 'short sentences in any order',
      events: stream(
        `${LEAD}${rows(50, () => one(["I'll start. ", "I'll do it now. ", "I'll write the code. ", 'Let me go. ']))}`,
      ),
      signals: [{ at: 16, messageId: 'stale', score: 0.92 }],
    },
    {
      name: 'paragraphs that are nearly the same',
      events: stream(
        rows(
          16,
          () =>
            `Confirming the ${one(['safety', 'purity'])} of the change once more: the function stays pure, the tests stay green, and nothing else is affected by this ${one(['edit', 'step', 'patch'])}.\n\n`,
        ),
        60,
      ),
      signals: [{ at: 21, messageId: 'stale' }],
    },
    {
      name: 'records with their keys in any order',
      events: stream(
        rows(
          40,
          (i) =>
            `{"call": "cone volume", ${i % 2 ? '"height": 30, "radius": 10, "unit": "cm"' : '"unit": "cm", "radius": 10, "height": 30'}${one(['', ', "scale": 1', ', "places": 2'])}}, `,
        ),
        60,
      ),
      signals: [{ at: 24, messageId: 'stale' }],
    },
    {
      name: 'a message that is little else',
      events: [message(`${LEAD}${'Let me look at that file again. '.repeat(30)}`)],
      signals: [{ at: 0, messageId: 'phrase' }],
    },
    {
      name: 'two streams at once',
      events: Array.from({ length: 14 }, (_, i): AgentEvent[] => [
        delta(`${sentence()} `),
        delta('Let me look at that file again. ', { channel: 'reasoning' }),
        ...(i === 13 ? [turn()] : []),
      ]).flat(),
      signals: [{ at: 23, messageId: 'phrase' }],
    },
  ],
});

const pad = (value: number | string, length = 2): string => String(value).padStart(length, '0');
const clock = (seconds: number): string =>
  [3600, 60, 1].map((unit) => pad(Math.floor(seconds / unit) % (unit === 3600 ? 24 : 60))).join(':');
const hex = (length: number): string => rows(length, () => one('0123456789abcdef'));

/** Work that has the look of a loop: a name, the text, and whether a model writes it as arguments. */
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
  [
    'log same message clock 25 fence',
    fenced(rows(25, (i) => `[${clock(36000 + i * 5 + roll(3))}] INFO worker: heartbeat ok\n`)),
  ],
  ['log same message 20 text', rows(20, (i) => `${clock(36000 + i * 60)} heartbeat ok\n`)],
  [
    'log durations 35 fence',
    fenced(
      rows(
        35,
        (i) => `2024-05-01T10:${pad(i)}:${pad(roll(60))}Z INFO request completed in ${roll(900)} ms\n`,
      ),
    ),
  ],
  [
    'mixed log',
    fenced(
      rows(
        60,
        (i) =>
          `2024-05-01T10:${pad(i)}:${pad(roll(60))}Z ${one(['INFO', 'WARN', 'DEBUG'])} ${noun(roll(30))}: ${one(['started', `done in ${roll(99)}ms`, `retry ${roll(4)}`])}\n`,
      ),
    ),
  ],
  [
    'ping 30',
    fenced(rows(30, (i) => `64 bytes from 10.0.0.1: icmp_seq=${i + 1} ttl=64 time=0.${roll(900)} ms\n`)),
  ],
  ['test output ok', fenced(rows(40, (i) => `ok ${i + 1} - ${verb(i)} ${noun(i)} works (${roll(40)} ms)\n`))],
  [
    'vitest output',
    fenced(rows(30, (i) => ` ✓ src/${noun(i)}/${verb(i)}.test.ts (${roll(40)} tests) ${roll(900)}ms\n`)),
  ],
  ['pytest dots', fenced(rows(10, (i) => `${'.'.repeat(72)} [ ${i * 10}%]\n`))],
  [
    'training epochs 30',
    fenced(
      rows(
        30,
        (i) =>
          `Epoch ${i + 1}/30 - loss: ${(2 / (i + 1)).toFixed(4)} - accuracy: ${(1 - 1 / (i + 2)).toFixed(4)} - val_loss: ${(2.2 / (i + 1)).toFixed(4)}\n`,
      ),
    ),
  ],
  [
    'training epochs 50 text',
    rows(
      50,
      (i) =>
        `Epoch ${i + 1}/50: train loss ${(2 / (i + 1) + roll(100) / 1000).toFixed(4)}, validation loss ${(2.2 / (i + 1) + roll(100) / 1000).toFixed(4)}\n`,
    ),
  ],
  [
    'download progress',
    fenced(
      rows(40, (i) => `Downloading... ${Math.round(i * 2.5)}% (${(i * 3.1).toFixed(1)} MB / 124.0 MB)\n`),
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
  [
    'sql same 30',
    fenced(rows(30, (i) => `INSERT INTO seats (id, room_id, taken) VALUES (${i + 1}, 1, false);\n`)),
  ],
  [
    'yaml ports',
    fenced(
      rows(
        10,
        (i) =>
          `  node-${i}:\n    image: acme/node:2\n    hostname: node-${i}\n    ports:\n      - "${9000 + i}:9000"\n    networks:\n      - mesh\n`,
      ),
    ),
  ],
  [
    'css columns 24',
    fenced(rows(24, (i) => `.col-${i + 1} {\n  width: ${((100 * (i + 1)) / 24).toFixed(4)}%;\n}\n`)),
  ],
  [
    'css spacing 12',
    fenced(
      rows(12, (i) => `.mt-${i} { margin-top: ${i * 4}px; }\n.mb-${i} { margin-bottom: ${i * 4}px; }\n`),
    ),
  ],
  ['css delays 20', fenced(rows(20, (i) => `.delay-${i} { animation-delay: ${i * 100}ms; }\n`))],
  [
    'registers 32',
    fenced(rows(32, (i) => `#define R${i} ((volatile uint32_t *)0x4000${pad((i * 4).toString(16), 4)})\n`)),
  ],
  ['enum 64', fenced(rows(64, (i) => `  CHANNEL_${i} = ${i},\n`))],
  ['bits 32', fenced(rows(32, (i) => `#define FLAG_${i} (1u << ${i})\n`))],
  ['array fill', fenced(rows(40, (i) => `values[${i}] = ${i * i};\n`))],
  ['assert table 40', fenced(rows(40, (i) => `assert fizz(${i}) == ${i % 3 ? i : '"fizz"'}\n`))],
  [
    'tests numbered other bodies',
    fenced(rows(20, (i) => `def test_${i}():\n    assert ${verb(i)}("${noun(i)}") == ${roll(99)}\n\n`)),
  ],
  [
    'test stubs 10 same body',
    fenced(
      rows(
        10,
        (i) =>
          `def test_case_${i + 1}(self):\n    result = self.client.get("/items/${i + 1}")\n    self.assertEqual(result.status_code, 200)\n    self.assertIsNotNone(result.json())\n\n`,
      ),
    ),
  ],
  ['switch cases 20', fenced(rows(20, (i) => `    case ${i}:\n      return handlers[${i}](event);\n`))],
  [
    'buttons 12 html',
    fenced(rows(12, (i) => `<button class="key" data-key="${i}" onclick="press(${i})">${i}</button>\n`)),
  ],
  [
    'table rows html 30',
    fenced(rows(30, (i) => `<tr><td>${i + 1}</td><td>Row ${i + 1}</td><td></td></tr>\n`)),
  ],
  ['table rows html 20 text', rows(20, (i) => `<tr><td>${i + 1}</td><td>Row ${i + 1}</td><td></td></tr>\n`)],
  ['latex rows', rows(30, (i) => `${i} & ${roll(99)} & ${roll(99)} \\\\ \\hline\n`)],
  [
    'svg rects',
    fenced(
      rows(50, (i) => `<rect x="${i * 10}" y="${roll(99)}" width="8" height="${roll(99)}" fill="blue"/>\n`),
    ),
  ],
  ['gcode', fenced(rows(120, () => `G1 X${roll(2000) / 10} Y${roll(2000) / 10} F1200\n`))],
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
  ['mixed dividers', `${'=-'.repeat(150)}\n${sentence()}\n`],
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
  ['hosts', fenced(rows(30, (i) => `10.0.0.${i + 1} node${pad(i + 1)}.cluster.local node${pad(i + 1)}\n`))],
  [
    'nginx upstream',
    fenced(rows(16, (i) => `    server 10.0.0.${i + 1}:8080 max_fails=3 fail_timeout=30s;\n`)),
  ],
  ['env vars', fenced(rows(20, (i) => `SHARD_${i}_URL=postgres://db${i}.internal:5432/shard${i}\n`))],
  [
    'assembly nops',
    fenced(rows(30, (i) => `  mov r${i % 8}, #${roll(255)}\n  add r${i % 8}, r${i % 8}, #1\n`)),
  ],
  [
    'git log',
    fenced(
      rows(
        25,
        (i) =>
          `commit ${hex(40)}\nAuthor: Dev <dev@example.com>\nDate:   Mon May ${i + 1} 10:${pad(roll(60))}:00 2024 +0200\n\n    ${verb(i)} ${one(NOUNS)}\n\n`,
      ),
    ),
  ],
  [
    'ls -l',
    fenced(
      rows(
        40,
        (i) =>
          `-rw-r--r-- 1 root root ${roll(9999)} May ${1 + roll(28)} 10:${pad(roll(60))} ${noun(i)}${i}.log\n`,
      ),
    ),
  ],
  [
    'ls rotated',
    fenced(
      rows(
        30,
        (i) =>
          `-rw-r--r-- 1 root root ${roll(99999)} May ${1 + roll(28)} 10:${pad(roll(60))} app.log.${i + 1}\n`,
      ),
    ),
  ],
  [
    'top',
    fenced(
      rows(
        30,
        (i) =>
          `${roll(9999)} root 20 0 ${roll(999999)} ${roll(9999)} 0 S ${roll(99) / 10} 0.${roll(9)} 0:0${roll(9)}.${roll(99)} kworker/${i}:1\n`,
      ),
    ),
  ],
  [
    'srt subtitles',
    rows(
      30,
      (i) =>
        `${i + 1}\n00:00:${pad((i * 2) % 60)},000 --> 00:00:${pad((i * 2 + 2) % 60)},000\n${sentence().slice(0, 40)}\n\n`,
    ),
  ],
  [
    'gpx',
    fenced(
      rows(
        40,
        (i) =>
          `<trkpt lat="48.${roll(99999)}" lon="16.${roll(99999)}"><ele>${roll(999)}</ele><time>2024-05-01T10:${pad(i)}:00Z</time></trkpt>\n`,
      ),
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
  ['mermaid', fenced(rows(30, (i) => `  N${i}[${noun(i)}] --> N${i + 1}[${noun(i + 1)}]\n`))],
  ['dot graph', fenced(rows(60, (i) => `  n${i} -> n${i + 1 + roll(5)};\n`))],
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
  ['progress prose 20', rows(20, (i) => `Processed batch ${i + 1} of 20.\n`)],
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
    'python getters',
    fenced(
      rows(
        14,
        (i) =>
          `    @property\n    def ${noun(i)}(self):\n        return self._${noun(i)}\n\n    @${noun(i)}.setter\n    def ${noun(i)}(self, value):\n        self._${noun(i)} = value\n\n`,
      ),
    ),
  ],
  ['proto fields', fenced(rows(30, (i) => `  optional string ${noun(i)} = ${i + 1};\n`))],
  ['i18n keys', fenced(rows(30, (i) => `  "page.${noun(i)}.title": "${noun(i)}",\n`))],
  [
    'bibliography',
    rows(
      15,
      (i) =>
        `[${i + 1}] ${one(['Smith', 'Jones', 'Miller'])}, ${one('ABCDE')}. (${1990 + roll(30)}). On the ${one(KINDS)} ${noun(i)}. Journal of ${one(NOUNS)}s, ${roll(40)}(${roll(4)}), ${roll(300)}-${300 + roll(99)}.\n`,
    ),
  ],
  ['phone list', rows(40, () => `+43 ${roll(999)} ${roll(99999)}\n`)],
  ['seat map text', rows(20, (i) => `Row ${i + 1}: A free, B free, C taken, D free\n`)],
  [
    'midi notes',
    fenced(rows(80, () => `note_on channel=0 note=${40 + roll(40)} velocity=64 time=${roll(480)}\n`)),
  ],
  ['unit conversions', rows(30, (i) => `${i + 1} km = ${((i + 1) * 0.621).toFixed(3)} miles\n`)],
  [
    'apache log',
    fenced(
      rows(
        40,
        (i) =>
          `10.0.0.${roll(9)} - - [01/May/2024:10:${pad(i)}:${pad(roll(60))} +0000] "GET /${noun(i)} HTTP/1.1" 200 ${roll(9999)}\n`,
      ),
    ),
  ],
  [
    'health log apache same 40',
    fenced(
      rows(40, (i) => `10.0.0.7 - - [01/May/2024:10:${pad(i)}:00 +0000] "GET /health HTTP/1.1" 200 2\n`),
    ),
  ],
  ['ffmpeg list', fenced(rows(40, (i) => `file 'clip_${pad(i, 3)}.mp4'\nduration 0.04\n`))],
  ['modelica params', fenced(rows(24, (i) => `  parameter Real k${i} = ${roll(99) / 10} "gain ${i}";\n`))],
  ['html options 60 years', fenced(rows(60, (i) => `<option value="${1960 + i}">${1960 + i}</option>\n`))],
  ['placeholder sql', fenced(`VALUES (${rows(80, (i) => `$${i + 1}, `)})`)],
  [
    'args: getters',
    JSON.stringify({ content: rows(30, (i) => `  get ${noun(i)}${i}() { return this.data.${noun(i)}; }\n`) }),
    true,
  ],
  [
    'args: fixtures 40',
    JSON.stringify(
      Array.from({ length: 40 }, (_, i) => ({
        id: i,
        name: `User ${i}`,
        email: `user${i}@example.com`,
        active: true,
      })),
    ),
    true,
  ],
  [
    'args: fixtures spaced 50',
    rows(
      50,
      (i) =>
        `{"id": ${i}, "name": "User ${i}", "email": "user${i}@example.com", "active": true, "role": "member"},\n`,
    ),
    true,
  ],
  ['args: log fixture 60', rows(60, (i) => `2024-05-01T10:${pad(i)}:00Z INFO health: check passed\\n`), true],
  [
    'countdown 99',
    rows(
      99,
      (i) =>
        `${99 - i} bottles of beer on the wall, ${99 - i} bottles of beer. Take one down and pass it around, ${98 - i} bottles of beer on the wall.\n\n`,
    ),
  ],
  ['checkboxes', rows(40, () => '[ ] [ ] [ ] [ ]\n')],
  ['empty arrays', `[${'[], '.repeat(200)}]`],
  ['unknown grid', rows(20, () => `${'? '.repeat(20)}\n`)],
  ['question line', '?'.repeat(200)],
  ['emoji grid', rows(20, () => `${'🟩'.repeat(20)}\n`)],
  ['price list', rows(40, (i) => `The total price for ${i + 1} items is ${(i + 1) * 25} euros.\n`)],
  [
    'fixtures pretty 50',
    JSON.stringify(
      Array.from({ length: 50 }, (_, i) => ({
        id: i,
        name: `User ${i}`,
        email: `user_${i}@example.com`,
        active: true,
        role: 'member',
      })),
      null,
      2,
    ),
    true,
  ],
  [
    'numbered routes',
    fenced(rows(30, (i) => `app.get('/page/${i + 1}', (req, res) => res.render('page-${i + 1}'));\n`)),
  ],
  [
    'css nth',
    fenced(rows(40, (i) => `.item:nth-child(${i + 1}) { animation-delay: ${(i * 0.1).toFixed(1)}s; }\n`)),
  ],
  [
    'gherkin',
    rows(
      20,
      (i) =>
        `Scenario: case ${i + 1}\n  Given the ${noun(i)} is ${one(KINDS)}\n  When I ${verb(i)} it\n  Then the result is ${roll(99)}\n\n`,
    ),
  ],
  [
    'progress 100 steps fence',
    fenced(
      rows(100, (i) => `[${i + 1}/100] Building CXX object src/CMakeFiles/app.dir/${noun(i)}${i}.cpp.o\n`),
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
];

/** Loops, with what is said of them. */
const LOOPS: readonly (readonly [name: string, messageId: string, text: string, isArguments?: boolean])[] = [
  [
    'attempt two numbers',
    'counter',
    rows(
      60,
      (i) => `Attempt ${i + 7} failed after ${2 * (i + 7)} seconds. Retrying in ${4 * (i + 7)} seconds...\n`,
    ),
  ],
  [
    'attempt backoff cyc',
    'stale',
    LEAD +
      rows(
        50,
        (i) => `Attempt ${i + 1} failed: connection reset by peer. Retrying in ${2 + (i % 3)} seconds...\n`,
      ),
  ],
  [
    'attempt backoff doubling',
    'stale',
    LEAD +
      rows(
        70,
        (i) => `Attempt ${i + 1} failed, waiting ${2 ** Math.min(i, 20)} seconds before the next attempt.\n`,
      ),
  ],
  [
    'attempt clock',
    'counter',
    rows(70, (i) => `${clock(36000 + i * 7 + roll(4))} attempt ${i + 1} failed, trying again\n`),
  ],
  ['one line attempts', 'counter', rows(60, (i) => `Attempt ${i + 1} of ${i + 2} failed. `)],
  [
    'log only clock text',
    'counter',
    LEAD + rows(90, (i) => `[${clock(36000 + i * 5 + roll(3))}] INFO worker: waiting for connection\n`),
  ],
  [
    'log only clock fence',
    'counter',
    LEAD +
      '```\n' +
      rows(200, (i) => `[${clock(36000 + i * 5 + roll(3))}] INFO worker: waiting for connection\n`),
  ],
  [
    'log iso clock fence',
    'counter',
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
    'counter',
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
    'counter',
    LEAD +
      rows(
        120,
        (i) =>
          `[${clock(32520 + i * 60 + roll(7))}] heartbeat ok, queue 0, workers ${3 + roll(2)}, uptime ${4122 + i * 61 + roll(5)}s\n`,
      ),
  ],
  [
    'ms duration log',
    'counter',
    rows(
      140,
      () => `Request to the server timed out after ${3000 + roll(400)}ms, retrying the request now.\n`,
    ),
  ],
  [
    'test stubs',
    'block',
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
    'block',
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
    'block',
    LEAD + '```python\n' + rows(130, (i) => `def test_${i}(self):\n    self.assertTrue(True)\n\n`),
  ],
  ['records empty exact', 'token', '[' + '{"a":"","b":""},'.repeat(200), true],
  [
    'records empty counter',
    'stale',
    '{"posts": [' +
      rows(150, (i) => `{"id": ${i}, "title": "Untitled", "body": "", "tags": [], "draft": true}, `),
    true,
  ],
  [
    'records empty long',
    'phrase',
    '[' + '{"name": "", "email": "", "phone": "", "address": ""}, '.repeat(40),
    true,
  ],
  ['list one file', 'stale', '{"files":["README.md", ' + '"src/index.ts", '.repeat(120), true],
  ['number without end', 'token', '{"amount":333.' + '3'.repeat(1400), true],
  ['number text', 'token', `The ratio is 0.${'3'.repeat(700)}`],
  ['number zeros', 'token', `The sum is 1${'0'.repeat(1700)}`],
  ['ticks', 'token', LEAD + '✅ '.repeat(300)],
  ['ticks bare', 'token', LEAD + '✅'.repeat(600)],
  ['hearts', 'token', LEAD + '❤️'.repeat(300)],
  ['rockets', 'token', LEAD + '🚀'.repeat(300)],
  ['rocket lines', 'token', LEAD + '🚀\n'.repeat(400)],
  ['interrobang', 'token', LEAD + '?!'.repeat(330)],
  ['exclaim', 'token', LEAD + '!'.repeat(2500)],
  ['dots blanks', 'token', LEAD + '. '.repeat(700)],
  ['ellipsis', 'token', LEAD + '... '.repeat(300)],
  ['brackets open', 'token', '{"filter":' + '['.repeat(1200), true],
  ['parens', 'token', LEAD + '('.repeat(700)],
  ['closing', 'token', LEAD + 'x' + ')'.repeat(700)],
  ['brackets mixed', 'token', LEAD + '[{'.repeat(300)],
  ['closing lines', 'token', LEAD + '}\n'.repeat(400)],
  ['backslashes', 'token', '{"p":"' + '\\'.repeat(3000), true],
  ['escape nl', 'token', '{"p":"' + '\\n'.repeat(700), true],
  ['quotes', 'token', '{"p":"' + '\\"'.repeat(1500), true],
  ['nbsp', 'token', LEAD + '&nbsp;'.repeat(100)],
  ['tabs', 'token', LEAD + '\t'.repeat(2500)],
  ['mixed blanks', 'token', LEAD + ' \n'.repeat(800)],
  ['hindi', 'phrase', 'मैं इस समस्या को अभी ठीक करूँगा। '.repeat(20)],
  ['arabic', 'phrase', 'سأقوم بإصلاح هذه المشكلة الآن. '.repeat(20)],
  ['russian word', 'token', LEAD + 'да '.repeat(60)],
  ['korean', 'stale', '이 문제를 바로 수정하겠습니다. '.repeat(24)],
  ['thai', 'phrase', 'ฉันจะแก้ไขปัญหานี้ทันที '.repeat(24)],
  ['hebrew', 'stale', 'אני אתקן את הבעיה הזאת עכשיו. '.repeat(20)],
  ['greek counter', 'counter', rows(60, (i) => `Προσπάθεια ${i + 1}: απέτυχε ξανά, δοκιμάζω πάλι τώρα.\n`)],
  ['chinese counter', 'counter', rows(60, (i) => `第${i + 1}次尝试失败，正在重新连接服务器，请稍候。\n`)],
  ['chinese counter two', 'counter', rows(80, (i) => `第${i + 1}次尝试失败，等待${i * 2 + 3}秒后重试。\n`)],
  ['japanese counter', 'counter', rows(60, (i) => `${i + 1}回目の試行に失敗しました。もう一度試します。\n`)],
  [
    'russian counter two',
    'counter',
    rows(80, (i) => `Попытка ${i + 1} не удалась через ${i * 3 + 5} секунд, повторяю запрос снова.\n`),
  ],
  ['arabic digits', 'counter', rows(60, (i) => `المحاولة ${i + 1} فشلت، سأحاول مرة أخرى الآن.\n`)],
  [
    'native digits hindi',
    'counter',
    rows(
      70,
      (i) =>
        `प्रयास ${String(i + 1).replace(/\d/g, (d) => String.fromCharCode(0x966 + +d))} विफल रहा, मैं फिर से कोशिश करता हूँ।\n`,
    ),
  ],
  [
    'block log counter',
    'stale',
    LEAD +
      rows(
        40,
        (i) =>
          `--- Run ${i + 1} ---\nStarting the server on port ${3000 + i}\nThe server has started\nRunning the checks\nAll checks passed, but the result is not ready\nStopping the server after ${10 + roll(9)} seconds\n\n`,
      ),
  ],
  [
    'block decimals',
    'block',
    LEAD +
      rows(
        60,
        (i) =>
          `Iteration ${i + 1}:\nThe loss is ${(0.3 + roll(99) / 1e4).toFixed(4)}, which is not good enough yet.\nWe update the weights and continue with the next iteration.\n\n`,
      ),
  ],
  [
    'user assistant',
    'phrase',
    rows(20, () => `User: What is the next step?\nAssistant: The next step is to run the tests.\n`),
  ],
  [
    'headings counter',
    'stale',
    rows(60, (i) => `## Section ${i + 1}\n\nThis section is intentionally left blank.\n\n`),
  ],
  ['list same item', 'stale', rows(60, (i) => `${i + 1}. Make sure that the service is running.\n`)],
  [
    'list same two',
    'stale',
    rows(60, (i) => `${i + 1}. ${i % 2 ? 'Restart the service.' : 'Check that the service is running.'}\n`),
  ],
  ['bullets', 'token', rows(60, () => '- Check the logs\n')],
  [
    'nested decimals',
    'stale',
    rows(70, (i) => `${1 + Math.floor(i / 10)}.${i % 10} Verify the configuration of the server.\n`),
  ],
  [
    'version bumps',
    'counter',
    rows(90, (i) => `Upgrading to version 1.${i}.0 failed, trying the next version.\n`),
  ],
  [
    'file names count',
    'counter',
    rows(90, (i) => `Let me check file_${i + 1}.py to see if it contains the function.\n`),
  ],
  [
    'file names count dash',
    'counter',
    rows(90, (i) => `I will now look at part-${i + 1} of the document again.\n`),
  ],
  [
    'page counter url',
    'counter',
    rows(120, (i) => `Fetching https://example.com/page/${i + 1} and extracting the data.\n`),
  ],
  [
    'todo counters args',
    'stale',
    '{"content":"' + rows(90, (i) => `- [ ] Task ${i + 1}: write the tests for the module\\n`),
    true,
  ],
  [
    'json steps args',
    'stale',
    '{"steps":[' +
      rows(
        120,
        (i) => `{"step": ${i + 1}, "action": "verify", "target": "the same file", "status": "pending"},`,
      ),
    true,
  ],
  [
    'think wait',
    'stale',
    rows(60, (i) => `Wait, let me recount. ${i % 2 ? 'That gives 12.' : 'That gives 13.'} `),
  ],
  [
    'thinking alternates',
    'stale',
    rows(40, (i) => `Hmm, but maybe it is ${(i % 3) + 1}. No, it cannot be ${(i % 3) + 1}. `),
  ],
  [
    'counter hours',
    'counter',
    rows(80, (i) => `After ${i + 1} hours, the process was still running and no result had been found.\n`),
  ],
  [
    'ordinal',
    'counter',
    rows(80, (i) => `This is the ${i + 4}th time that I check the same file for the error.\n`),
  ],
  ['sum chain', 'token', `1${rows(500, () => ' + 1')}`],
  ['x chain', 'token', `x${rows(200, () => ' * x')}`],
  ['arrow chain', 'token', 'A -> B -> '.repeat(200)],
  ['css repeated', 'phrase', '```css\n' + rows(60, () => `.button {\n  color: red;\n}\n`)],
  ['svg path repeated', 'token', '{"d":"' + 'M0 0 L10 10 '.repeat(200), true],
  ['hex bytes', 'token', '{"d":"' + '0x00, '.repeat(700), true],
  ['ff bytes pair', 'token', LEAD + '\\xde\\xad'.repeat(120)],
  ['underscore', 'token', LEAD + '_'.repeat(2200)],
  ['table cells', 'token', LEAD + '| '.repeat(800)],
  ['table sep', 'token', LEAD + '|---'.repeat(400)],
  ['html entities', 'token', LEAD + '<br>'.repeat(60)],
  ['div soup', 'token', '<div>'.repeat(80)],
  ['close divs', 'token', '</div>\n'.repeat(60)],
  [
    'years',
    'counter',
    rows(120, (i) => `In ${1900 + i}, the company continued to grow and expand its business.\n`),
  ],
  [
    'euro amounts',
    'counter',
    rows(100, (i) => `The total price for ${i + 1} items is ${(i + 1) * 25} euros.\n`),
  ],
];

const limits = readOptions(textLoop.meta.id, textLoop.meta.options);

function play(
  events: readonly AgentEvent[],
  from = textLoop.init(),
): { state: ReturnType<typeof textLoop.init>; found: string[]; said: string[] } {
  let state = from;
  let session = newSession();
  const found: string[] = [];
  const said: string[] = [];
  for (const event of events) {
    const moment = absorb(session, event, { window: 1, isClose: false, tools: {} });
    session = moment.session;
    const step = textLoop.step(state, moment, limits);
    state = step.state;
    if (!step.signal) continue;
    found.push(step.signal.identity);
    said.push(step.signal.messageId);
  }
  return { state, found, said };
}

const written = (text: string, isArguments = false): DeltaEvent[] =>
  isArguments ? inChannel('arguments', stream(text)) : stream(text);

it.each(WORK.map(([name, text, isArguments]) => ({ name, text, isArguments })))(
  'leaves alone: $name',
  ({ text, isArguments }) => {
    expect(play(written(text, isArguments)).said).toEqual([]);
  },
);

const loops = LOOPS.map(([name, messageId, text, isArguments]) => ({ name, messageId, text, isArguments }));

it.each(loops)('finds: $name, and calls it $messageId', ({ messageId, text, isArguments }) => {
  expect(play(written(text, isArguments)).said).toEqual([messageId]);
});

it.each(loops)('finds the same in every channel, wherever it is cut: $name', ({ text }) => {
  for (const channel of ['text', 'reasoning', 'arguments'] as const) {
    const cut = (size: number): string[] =>
      play(deltas(text, size).map((event) => ({ ...event, channel }))).found;
    const whole = cut(text.length);
    expect(cut(3)).toEqual(whole);
    expect(cut(64)).toEqual(whole);
  }
});

it('says the same of a state that was gone on from before', () => {
  const { state } = play(stream(`${LEAD}${'Let me look at that file again. '.repeat(8)}`));
  const more = stream('Let me look at that file again. '.repeat(8));
  const other = stream(PARAGRAPH);
  const first = play(more, state);
  expect(play(other, state).found).toEqual([]);
  expect(play(more, state)).toEqual(first);
  expect(first.found).toHaveLength(1);
});

it('gives a loop one identity, wherever it is cut', () => {
  const identities = [0, 1, 5, 9, 17].map(
    (lead) => play(stream(`${LEAD.slice(0, lead)}${'Let me look at that file again. '.repeat(14)}`)).found,
  );
  expect(new Set(identities.flat()).size).toBe(1);
  expect(identities.flat()).toHaveLength(5);
});

it('forgets the streams at any other event', () => {
  const { state } = play([...stream(PARAGRAPH), error('network')]);
  expect(JSON.stringify(state)).toBe('{}');
});

it('keeps less than 20 kB of an open stream, as JSON', () => {
  const { state } = play(
    stream(
      rows(300, () => `${sentence()} `),
      40,
    ),
  );
  expect(JSON.stringify(state).length).toBeLessThan(20_000);
});
