import { expect, it } from 'vitest';
import {
  NOUNS,
  clock,
  fenced,
  hex,
  noun,
  one,
  pad,
  roll,
  restart,
  rows,
  verb,
} from '../testing/made-up-text.js';
import { levels } from '../testing/stream-levels.js';

restart();

/** Code, logs and arguments that resemble a loop. */
const WORK: readonly (readonly [name: string, text: string, isArguments?: boolean])[] = [
  [
    'log same message clock 25 fence',
    fenced(rows(25, (i) => `[${clock(36000 + i * 5 + roll(3))}] INFO worker: heartbeat ok\n`)),
  ],
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
    'download progress',
    fenced(
      rows(40, (i) => `Downloading... ${Math.round(i * 2.5)}% (${(i * 3.1).toFixed(1)} MB / 124.0 MB)\n`),
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
  [
    'svg rects',
    fenced(
      rows(50, (i) => `<rect x="${i * 10}" y="${roll(99)}" width="8" height="${roll(99)}" fill="blue"/>\n`),
    ),
  ],
  ['gcode', fenced(rows(120, () => `G1 X${roll(2000) / 10} Y${roll(2000) / 10} F1200\n`))],
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
    'gpx',
    fenced(
      rows(
        40,
        (i) =>
          `<trkpt lat="48.${roll(99999)}" lon="16.${roll(99999)}"><ele>${roll(999)}</ele><time>2024-05-01T10:${pad(i)}:00Z</time></trkpt>\n`,
      ),
    ),
  ],
  ['mermaid', fenced(rows(30, (i) => `  N${i}[${noun(i)}] --> N${i + 1}[${noun(i + 1)}]\n`))],
  ['dot graph', fenced(rows(60, (i) => `  n${i} -> n${i + 1 + roll(5)};\n`))],
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
    'midi notes',
    fenced(rows(80, () => `note_on channel=0 note=${40 + roll(40)} velocity=64 time=${roll(480)}\n`)),
  ],
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
    'progress 100 steps fence',
    fenced(
      rows(100, (i) => `[${i + 1}/100] Building CXX object src/CMakeFiles/app.dir/${noun(i)}${i}.cpp.o\n`),
    ),
  ],
];

it.each(WORK.map(([name, text, isArguments]) => ({ name, text, isArguments })))(
  'leaves alone: $name',
  ({ text, isArguments }) => {
    expect(levels(text, isArguments)).toEqual([]);
  },
);
