import type { Draw } from '../metamorphic/draw.js';
import { type Agent, call, DUE, file, listOf, type Pair, say, thing } from './family.js';

/** Pairs in which one call repeats. */
export const PAIRS_OF_CALLS: readonly Pair[] = [
  {
    ...{ id: 'poll', loopKind: 'frozen-poll', healthyKind: 'moving-poll', due: DUE.steps },
    loop: (draw: Draw): Agent => {
      const [job, tool, total] = [draw.hex(6), draw.name(), draw.integer(40, 90)];
      const result = `job ${job}: queued, 0 of ${total} done`;
      return {
        task: `Wait for the ${thing(draw)} job and publish it.`,
        lap: () => [call(tool, { job }, result)],
      };
    },
    healthy: (draw: Draw): Agent => {
      const [job, tool, step] = [draw.hex(6), draw.name(), draw.integer(2, 5)];
      const total = 20 * step + draw.integer(0, 9);
      return {
        task: `Wait for the ${thing(draw)} job and publish it.`,
        lap: (n) => [call(tool, { job }, `job ${job}: running, ${(n + 1) * step} of ${total} done`)],
      };
    },
  },
  {
    ...{ id: 'failure', loopKind: 'same-failure', healthyKind: 'failures-that-differ', due: DUE.steps },
    loop: (draw: Draw): Agent => {
      const [path, missing] = [file(draw), draw.word()];
      const error = `${path}: cannot find module '${missing}'`;
      return {
        task: `Make the ${thing(draw)} build pass.`,
        lap: () => [call('run_build', { target: path }, error, true)],
      };
    },
    healthy: (draw: Draw): Agent => {
      const [path, names] = [file(draw), listOf(draw, (d) => d.word())];
      return {
        task: `Make the ${thing(draw)} build pass.`,
        lap: (n) => [
          call('edit_file', { path, line: 10 + 7 * n, text: `import ${names(n)}` }, 'edited'),
          call('run_build', { target: path }, `${path}:${11 + 7 * n}: cannot find '${names(n + 1)}'`, true),
        ],
      };
    },
  },
  {
    ...{ id: 'reworded', loopKind: 'reworded-search', healthyKind: 'search-for-each', due: DUE.steps },
    loop: (draw: Draw): Agent => {
      const [what, tool] = [
        `${draw.word()} ${thing(draw)}`,
        draw.pick(['web_search', 'search_docs', 'find_pages']),
      ];
      const forms = draw.shuffle([
        ...[what, `"${what}"`, `${what} manual`, `${what} guide`, `the ${what}`, `${what} documentation`],
        ...[`${what} pdf`, `how to ${what}`, `${what} reference`, `${what} official`, `about ${what}`],
        ...[`${what} help`, `${what} site`, `all about ${what}`, `${what} explained`],
      ]);
      return {
        task: `Find the documentation of ${what}.`,
        lap: (n) => [call(tool, { query: forms[n % forms.length] }, 'No results found.')],
      };
    },
    healthy: (draw: Draw): Agent => {
      const [tool, names] = [
        draw.pick(['web_search', 'search_docs', 'find_pages']),
        listOf(draw, (d) => d.word()),
      ];
      return {
        task: 'Find the phone number of every supplier on the list.',
        lap: (n) => [
          call(
            tool,
            { query: `${names(n)} phone` },
            `${names(n)}: 0${draw.integer(20, 99)} ${draw.integer(1e5, 9e5)}`,
          ),
        ],
      };
    },
  },
  {
    ...{ id: 'paging', loopKind: 'stuck-page', healthyKind: 'pages-that-move', due: DUE.steps },
    loop: (draw: Draw): Agent => {
      const [tool, cursor, row] = [draw.name(), draw.hex(8), draw.words(4)];
      return {
        task: `Collect all ${thing(draw)} rows.`,
        lap: () => [call(tool, { cursor }, { rows: [row], next: cursor })],
      };
    },
    healthy: (draw: Draw): Agent => {
      const [tool, cursors] = [draw.name(), listOf(draw, (d) => d.hex(8))];
      return {
        task: `Collect all ${thing(draw)} rows.`,
        lap: (n) => [
          call(tool, { cursor: cursors(n) }, { rows: [draw.words(3), draw.words(3)], next: cursors(n + 1) }),
        ],
      };
    },
  },
  {
    ...{ id: 'refusal', loopKind: 'refused-again', healthyKind: 'some-refused', due: DUE.steps },
    loop: (draw: Draw): Agent => {
      const [folder, name] = [draw.word(), `${thing(draw)}.conf`];
      const spellings = [`/etc/${folder}/${name}`, `//etc/${folder}/${name}`, `/etc/./${folder}/${name}`];
      return {
        task: `Set the time-out in ${name}.`,
        lap: (n) => [
          call(
            'write_file',
            { path: spellings[n % 3], content: 'timeout = 30' },
            'EACCES: permission denied',
            true,
          ),
        ],
      };
    },
    healthy: (draw: Draw): Agent => {
      const names = listOf(draw, (d) => `${d.word()}.conf`);
      return {
        task: 'Set the time-out in every settings file that may be written.',
        lap: (n) => [
          n % 3 === 1
            ? call('write_file', { path: `conf/${names(n)}` }, `EACCES: permission denied, ${names(n)}`, true)
            : call('write_file', { path: `conf/${names(n)}` }, `wrote ${draw.integer(100, 900)} bytes`),
        ],
      };
    },
  },
  {
    ...{ id: 'reading', loopKind: 'reading-again', healthyKind: 'reading-on', due: DUE.rounds },
    loop: (draw: Draw): Agent => {
      const paths = [file(draw), file(draw)] as const;
      const texts = paths.map(() => Array.from({ length: 6 }, () => draw.words(6)).join('\n'));
      return {
        task: `Explain how the ${thing(draw)} is computed.`,
        lap: () => paths.map((path, i) => call('read_file', { path }, texts[i])),
      };
    },
    healthy: (draw: Draw): Agent => {
      const path = file(draw);
      return {
        task: `Explain how the ${thing(draw)} is computed.`,
        lap: (n) =>
          [0, 1].map((half) => {
            const text = Array.from({ length: 6 }, () => draw.words(6)).join('\n');
            return call('read_file', { path, offset: 100 * (2 * n + half), limit: 100 }, text);
          }),
      };
    },
  },
  {
    ...{ id: 'remedy', loopKind: 'futile-remedy', healthyKind: 'remedy-that-helps', due: DUE.rounds },
    loop: (draw: Draw): Agent => {
      const [service, port] = [draw.word(), draw.integer(3000, 9000)];
      return {
        task: `Bring ${service} back.`,
        lap: () => [
          call('restart_service', { name: service }, 'restarted'),
          call('http_get', { url: `http://127.0.0.1:${port}/health` }, 'connect ECONNREFUSED', true),
          say('It is still down; I restart it.'),
        ],
      };
    },
    healthy: (draw: Draw): Agent => {
      const [port, names] = [draw.integer(3000, 9000), listOf(draw, (d) => d.word())];
      return {
        task: 'Bring all services back, one after the other.',
        lap: (n) => [
          call('restart_service', { name: names(n) }, 'restarted'),
          call('http_get', { url: `http://127.0.0.1:${port + n}/health` }, `${names(n)} ok, up ${n + 2} s`),
          say(`${names(n)} is up; the next one.`),
        ],
      };
    },
  },
];
