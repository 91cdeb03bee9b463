import type { TraceReport } from '../scan/trace-report.js';
import { escapeText } from '../text.js';
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
  const lines = interventions.map(({ event, rung, brief }) => escapeXml(`event ${event}: ${rung}: ${brief}`));
  const message = escapeXml(`${first?.brief ?? 'a loop'}; ${wasted.calls} calls wasted`);
  return `${open}><failure type="${first?.category ?? 'LOOP'}" message="${message}">${lines.join('\n')}</failure></testcase>`;
}

/**
 * XML cannot represent most control characters at all. Others would act on the terminal, and a line of a trace that begins
 * with `::` would be a command in the log of a CI service.
 */
function escapeXml(text: string): string {
  return escapeText(text).replace(/[&<>"\ufffe\uffff]/g, (sign) =>
    sign > '\ufffd' ? '\ufffd' : `&#${sign.charCodeAt(0)};`,
  );
}
