import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAudit } from './audit-file.js';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rutbreak-audit-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const linesOf = (file: string): { n: number }[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { n: number });

describe('an audit file', () => {
  it('contains one line per write, and keeps its earlier content', () => {
    const file = join(folder, 'deep/er/audit.jsonl');
    for (const n of [1, 2]) {
      const audit = openAudit({ file });
      expect(audit.write(JSON.stringify({ n }))).toBe(true);
      audit.close();
    }
    expect(linesOf(file)).toEqual([{ n: 1 }, { n: 2 }]);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077, 'nobody else reads it').toBe(0);
  });

  it('begins a new line after half a line that a full disk left', () => {
    const file = join(folder, 'audit.jsonl');
    writeFileSync(file, '{"n":1}\n{"n":');
    const audit = openAudit({ file });
    for (const n of [2, 3]) audit.write(JSON.stringify({ n }));
    audit.close();
    expect(readFileSync(file, 'utf8')).toBe('{"n":1}\n{"n":\n{"n":2}\n{"n":3}\n');
  });

  it('is rotated when it is full, and the oldest file is deleted', () => {
    const file = join(folder, 'a.jsonl');
    const audit = openAudit({ file, maxBytes: 100, keep: 2 });
    for (let n = 0; n < 30; n++) audit.write(JSON.stringify({ n }));
    audit.close();
    expect(readdirSync(folder).sort()).toEqual(['a.jsonl', 'a.jsonl.1', 'a.jsonl.2']);
    const kept = ['a.jsonl.2', 'a.jsonl.1', 'a.jsonl'].flatMap((name) => linesOf(join(folder, name)));
    expect(kept.map(({ n }) => n)).toEqual(
      Array.from({ length: kept.length }, (_, i) => 30 - kept.length + i),
    );
    for (const name of readdirSync(folder))
      expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(100);
  });

  it('can be written by several processes at once, also during rotation', () => {
    const file = join(folder, 'a.jsonl');
    const audits = [1, 2, 3].map(() => openAudit({ file, maxBytes: 1000, keep: 50 }));
    for (let n = 0; n < 300; n++) audits[n % 3]?.write(JSON.stringify({ n }));
    for (const audit of audits) audit.close();
    const all = readdirSync(folder).flatMap((name) => linesOf(join(folder, name)));
    expect(all.map(({ n }) => n).sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  it('that cannot be opened is rejected with an explanation', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => openAudit({ file: join(folder, 'file/audit.jsonl') })).toThrow(/AUDIT_FILE.*Choose another/);
  });

  it('that can no longer be written reports this once, and write returns false', () => {
    const troubles: string[] = [];
    const audit = openAudit({ file: join(folder, 'a'), onTrouble: (message) => troubles.push(message) });
    audit.close();
    expect([audit.write('{}'), audit.write('{}')]).toEqual([false, false]);
    expect(troubles).toEqual([expect.stringMatching(/cannot be written/)]);
  });

  it('keeps every written line, whenever the process is killed', async () => {
    const file = join(folder, 'a.jsonl');
    // The same system calls as in audit-file.ts: the write must have reached the system when it returns.
    const code = `const fs=require('node:fs');const fd=fs.openSync(${JSON.stringify(file)},'a');
      for(let n=0;;n++){fs.writeSync(fd,JSON.stringify({n})+'\\n');fs.writeSync(1,n+'\\n')}`;
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.length > 20_000) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const last = Number(said.trim().split('\n').at(-2));
    expect(existsSync(file)).toBe(true);
    expect(linesOf(file).length).toBeGreaterThan(last);
  });
});
