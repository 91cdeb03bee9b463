import { describe, expect, it } from 'vitest';
import { createAuditWriter } from './audit-writer.js';

const SECRET = `ghp_16C7e42F292c6912E7710c838347Ae178B4a`;

describe('a line of the audit', () => {
  it('contains no secret in the name of the tool, in the arguments, or where either was cut', () => {
    const lines: string[] = [];
    const audit = { write: (json: string) => lines.push(json) > 0, close: () => undefined };
    const records = createAuditWriter(audit, { server: 'files', session: 's', run: 'r' });
    const entry = { seq: 0, isResend: false, startedAt: 0, rule: undefined };
    records.called({ ...entry, tool: SECRET, args: { text: `${'x '.repeat(95)}${SECRET} more` } }, 'allow');
    records.called(
      { ...entry, tool: `${'t'.repeat(190)} ${SECRET}`, args: { password: 'hunter2' } },
      'allow',
    );
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/16C7|hunter2/);
  });
});
