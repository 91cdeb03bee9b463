import type { BenchFigures } from '../bench/bench-report.js';
import { headline } from '../bench/print-bench.js';
import { allTemperaments, type BenchResult } from '../bench/result.js';
import {
  detectorTable,
  groupTable,
  recoveryTable,
  type Table,
  temperamentTable,
  withInterval,
} from '../bench/rows.js';
import { bars, escape, histogram, scatter } from './svg.js';

const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d8dde3;--ground:#fff;--bar:#7f9fe8;--first:#c62f2f}
@media(prefers-color-scheme:dark){:root{--ink:#e5e9ee;--soft:#95a0ac;--line:#30363d;--ground:#0f1317;--bar:#4a68b5;--first:#ff6b61}}
body{margin:0 auto;padding:32px 24px 64px;max-width:1100px;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:36px 0 8px}figure{margin:0;overflow-x:auto}figcaption,.soft{color:var(--soft)}
table{border-collapse:collapse;font-size:14px}th{text-align:left;color:var(--soft)}th,td{padding:4px 14px 4px 0;border-bottom:1px solid var(--line)}
svg{max-width:100%;height:auto;font-size:12px}svg text{fill:var(--ink)}svg text.soft{fill:var(--soft)}
rect.bar{fill:var(--bar)}path.interval{stroke:var(--ink);fill:none}path.grid{stroke:var(--line);fill:none}circle.other{fill:var(--bar)}circle.first{fill:var(--first)}
`;

/** One file that shows all results and loads nothing. */
export function benchPage(result: BenchResult): string {
  const { reports, missing, caption } = result;
  const [first] = reports;
  const title = `LoopBench: ${first?.detector ?? 'no detector'}`;
  const sections = [
    section('Detectors', caption, [plane(result), tableOf(detectorTable(reports, true))]),
    ...(first
      ? [
          section('Recall by source', caption, [
            bars('Recall by source', recallBars(first.sources)),
            tableOf(groupTable('source', first.sources, first.blocks)),
          ]),
          section('By kind', caption, [
            '<p class="soft">Recall, by kind of loop</p>',
            bars('Recall by kind of loop', recallBars(first.kinds)),
            '<p class="soft">Share with a false alarm, by kind of healthy run</p>',
            bars('False alarms by kind of healthy run', falseAlarmBars(first.kinds)),
            tableOf(groupTable('kind', first.kinds, first.blocks)),
          ]),
          section('Delay', `events from the start of a loop to the alarm; ${caption}`, [
            histogram('Delay', first.delays, 'events'),
          ]),
        ]
      : []),
    ...recoverySections(result),
  ];
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escape(title)}</title><style>${STYLE}</style></head><body><h1>${escape(title)}</h1>` +
    `<p>${escape(headline(result))}</p>${missing.map((text) => `<p>Missing: ${escape(text)}</p>`).join('')}` +
    `${sections.join('')}</body></html>\n`
  );
}

function plane({ reports }: BenchResult): string {
  const dots = reports.map(({ detector, all }, i) => ({
    ...{ name: detector, x: all.falseAlarmRate.value, y: all.recall.value, isFirst: i === 0 },
  }));
  return scatter('Recall and false alarms of every detector', dots);
}

function recallBars(groups: readonly BenchFigures[]): Parameters<typeof bars>[1] {
  return groups
    .filter(({ loops }) => loops > 0)
    .map(({ name, recall, hits, loops }) => ({
      ...{
        ...recall,
        name: name.replace(/^loop: /, ''),
        note: `${withInterval(recall)}, ${hits} of ${loops}`,
      },
    }));
}

function falseAlarmBars(groups: readonly BenchFigures[]): Parameters<typeof bars>[1] {
  return groups
    .filter(({ healthy }) => healthy > 0)
    .map(({ name, falseAlarmRate, falseAlarms, healthy }) => ({
      ...{ ...falseAlarmRate, name: name.replace(/^healthy: /, ''), note: `${falseAlarms} of ${healthy}` },
    }));
}

function recoverySections({ recovery, caption }: BenchResult): string[] {
  const [first] = recovery;
  if (!first) return [];
  const note = `simulated agents on loops and healthy work; ${caption}`;
  const waste = first.rows.map(({ temperament, wasteAvoided, healthyHarmed, healthy }) => ({
    ...{ name: temperament, value: Math.max(0, wasteAvoided) },
    note: `${healthyHarmed} of ${healthy} healthy runs harmed`,
  }));
  const others = recovery.map((one) => {
    const all = allTemperaments(one);
    return {
      ...{ name: one.detector, value: Math.max(0, all?.wasteAvoided ?? 0) },
      note: `${all?.healthyHarmed ?? 0} of ${all?.healthy ?? 0} healthy runs harmed`,
    };
  });
  return [
    section('Recovery: waste avoided, by temperament', note, [
      bars('Waste avoided by temperament', waste),
      tableOf(temperamentTable(first)),
    ]),
    ...(recovery.length > 1
      ? [
          section('Recovery: waste avoided, by detector', note, [
            bars('Waste avoided by detector', others),
            tableOf(recoveryTable(recovery)),
          ]),
        ]
      : []),
  ];
}

function section(title: string, caption: string, parts: readonly string[]): string {
  return `<h2>${escape(title)}</h2><figure>${parts.join('')}<figcaption>${escape(caption)}</figcaption></figure>`;
}

function tableOf({ head, rows }: Table): string {
  const line = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}
