import { CATEGORIES } from '@rutbreak/core';
import type { TraceReport } from '../scan/trace-report.js';
import { safeJson } from '../text.js';
import type { Report } from './totals.js';
import type { Place } from '../transcripts/trace.js';

interface Result {
  readonly ruleId: string;
  readonly level: 'error' | 'warning';
  readonly message: { readonly text: string };
  readonly locations: readonly unknown[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** SARIF 2.1.0, for tools that show findings beside code: one result per category of loop in a trace. */
export function sarifReport(version: string): Report {
  const results: Result[] = [];
  return {
    trace(report, place) {
      results.push(...resultsOf(report, place));
      return '';
    },
    end: () => `${safeJson(documentOf(results, version), 2)}\n`,
  };
}

function documentOf(results: readonly Result[], version: string): unknown {
  const rules = CATEGORIES.map((id) => ({
    id,
    shortDescription: { text: id.toLowerCase().replaceAll('_', ' ') },
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'rutbreak', version, rules } }, results }],
  };
}

function resultsOf({ trace, interventions, wasted }: TraceReport, place: Place): readonly Result[] {
  const loud = interventions.filter(({ rung }) => rung !== 'observe');
  const firsts = loud.filter((one, i) => loud.findIndex(({ category }) => category === one.category) === i);
  return firsts.map(({ category, rung, brief, event, score }) => ({
    ruleId: category,
    level: rung === 'nudge' ? 'warning' : 'error',
    message: { text: `${brief} (trace ${trace}, event ${event})` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: place.file.replaceAll('\\', '/') },
          region: { startLine: place.line },
        },
      },
    ],
    properties: { trace, event, rung, score, wastedCalls: wasted.calls },
  }));
}
