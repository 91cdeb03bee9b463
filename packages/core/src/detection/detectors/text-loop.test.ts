import type { AgentEvent, DeltaEvent } from '../../event/event.js';
import { call, delta, deltas, message, testDetector, turn } from '../../testing/index.js';
import {
  BASE64,
  fenced,
  KINDS,
  LEAD,
  noun,
  NOUNS,
  one,
  PARAGRAPH,
  PROGRAM,
  restart,
  roll,
  rows,
  sentence,
  verb,
  VERBS,
} from '../../testing/made-up-text.js';
import { textLoop } from './text-loop.js';

restart();

const stream = (text: string, size = 30): DeltaEvent[] => deltas(text, size);
const inChannel = (channel: 'reasoning' | 'arguments', events: readonly DeltaEvent[]): DeltaEvent[] =>
  events.map((event) => ({ ...event, channel }));

type Cases = Parameters<
  typeof testDetector<
    ReturnType<typeof textLoop.init>,
    typeof textLoop.meta.options,
    keyof typeof textLoop.meta.messages
  >
>[1];

const healthy: Cases['healthy'] = [
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
      fenced(rows(12, (i) => `def handler_${i}(event):\n    return dispatch(event, route='${noun(i)}')\n\n`)),
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
      [0, 1, 2].map((i) => `${sentence()}\n\n${fenced(PROGRAM.replaceAll(noun(i), one(KINDS)))}`).join('\n'),
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
    name: 'answers of yes or no',
    events: stream(
      rows(15, (i) => `Q: Does the ${noun(i)} ${verb(i)} the ${one(NOUNS)}?\nA: ${one(['Yes.', 'No.'])}\n\n`),
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
    name: 'a long message with a short repetition in the middle',
    events: [
      message(
        `${rows(60, () => `${sentence()} `)}${'Nothing. '.repeat(40)}${rows(60, () => `${sentence()} `)}`,
      ),
    ],
  },
];

/** Only up to the first signal, because it repeats while the loop lasts. */
const looping: Cases['looping'] = [
  {
    name: 'a word 24 times',
    events: stream(`${LEAD}${'tick '.repeat(24)}`),
    signals: [{ at: 9, messageId: 'token', score: 0.97 }],
  },
  {
    name: 'two letters repeated endlessly',
    events: stream(`${LEAD}${'ny'.repeat(80)}`),
    signals: [{ at: 8, messageId: 'token' }],
  },
  {
    name: 'one letter',
    events: stream(`${LEAD}${'a'.repeat(400)}`),
    signals: [{ at: 12, messageId: 'token' }],
  },
  { name: 'line ends', events: stream('\n'.repeat(2500), 100), signals: [{ at: 2, messageId: 'token' }] },
  {
    name: 'two signs',
    events: stream(`${LEAD}${'?!'.repeat(700)}`, 100),
    signals: [{ at: 3, messageId: 'token' }],
  },
  {
    name: 'numbers',
    events: stream('12, 6, -1, '.repeat(80), 50),
    signals: [{ at: 7, messageId: 'token' }],
  },
  {
    name: 'a sentence',
    events: stream(`${LEAD}${'Let me check the configuration file again to be sure. '.repeat(9)}`),
    signals: [{ at: 16, messageId: 'phrase' }],
  },
  {
    name: 'a paragraph three times',
    events: stream(`${LEAD}${PARAGRAPH.repeat(4)}`, 100),
    signals: [{ at: 19, messageId: 'phrase' }],
  },
  {
    name: 'a Chinese sentence',
    events: stream('好的，我先读取配置文件，然后检查数据库连接，最后再运行一次测试。'.repeat(10)),
    signals: [{ at: 5, messageId: 'phrase' }],
  },
  {
    name: 'a Thai phrase',
    events: stream('ฉันจะแก้ไขปัญหานี้ทันที '.repeat(20)),
    signals: [{ at: 11, messageId: 'phrase' }],
  },
  {
    name: 'code in a fence, whose limit is half as high again',
    events: stream(
      '```\ndef run(self):\n    self.prepare()\n    self.execute()\n\n'.slice(0, 4) +
        'def run(self):\n    self.prepare()\n    self.execute()\n\n'.repeat(16),
    ),
    signals: [{ at: 16, messageId: 'phrase' }],
  },
  {
    name: 'fences themselves',
    events: stream(`${LEAD}${'```python\n\n```\n\n'.repeat(40)}`),
    signals: [{ at: 22, messageId: 'token' }],
  },
  {
    name: 'the reasoning',
    events: inChannel('reasoning', stream('Let me look at that file again. '.repeat(14))),
    signals: [{ at: 6, messageId: 'phrase' }],
  },
  {
    name: 'the arguments of a call',
    events: inChannel('arguments', stream(`{"content":"${'The quick fix is here.\\n'.repeat(40)}`)),
    signals: [{ at: 7, messageId: 'phrase' }],
  },
  {
    name: 'attempts with a counter',
    events: stream(rows(30, (i) => `Attempt ${i + 7} failed. Retrying with the same settings.\n`)),
    signals: [{ at: 10, messageId: 'counter', score: 0.92 }],
  },
  {
    name: 'short lines with a counter',
    events: stream(rows(40, (i) => `Attempt ${i + 1} failed\n`)),
    signals: [{ at: 3, messageId: 'counter' }],
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
    signals: [{ at: 16, messageId: 'block' }],
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
    signals: [{ at: 22, messageId: 'stale' }],
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
    name: 'a message that contains little else',
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
    signals: [{ at: 13, messageId: 'phrase' }],
  },
];

testDetector(textLoop, {
  healthy,
  looping: looping.map((row) => ({ ...row, events: row.events.slice(0, row.signals[0]!.at + 1) })),
});
