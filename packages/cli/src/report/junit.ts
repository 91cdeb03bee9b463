import type { TraceReport } from '../scan/trace-report.js';
import type { Report } from './totals.js';

/** JUnit XML, for tools that show test results: a trace is a test, and a looping one has failed. */
export function junitReport(): Report {
  const cases: string[] = [];
  let failures = 0;
  return {
    trace(report, { file }) {
      if (report.verdict === 'looping') failures++;
      cases.push(caseOf(report, file));
      return '';
    },
    end: () =>
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<testsuites name="rutbreak" tests="${cases.length}" failures="${failures}">`,
        `<testsuite name="rutbreak scan" tests="${cases.length}" failures="${failures}">`,
        ...cases,
        '</testsuite>',
        '</testsuites>',
        '',
      ].join('\n'),
  };
}

function caseOf({ trace, verdict, interventions, wasted }: TraceReport, file: string): string {
  const open = `<testcase classname="${escapeXml(file)}" name="${escapeXml(trace)}"`;
  if (verdict !== 'looping') return `${open}/>`;
  const first = interventions.find(({ rung }) => rung !== 'observe') ?? interventions[0];
  const text = interventions.map(({ event, rung, brief }) => `event ${event}: ${rung}: ${brief}`).join('\n');
  const message = escapeXml(`${first?.brief ?? 'a loop'}; ${wasted.calls} calls wasted`);
  return `${open}><failure type="${first?.category ?? 'LOOP'}" message="${message}">${escapeXml(text)}</failure></testcase>`;
}

/** XML cannot represent most control characters at all. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
