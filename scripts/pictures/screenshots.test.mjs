import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findBrowser } from '../browser.mjs';
import { ROOT } from '../tools.mjs';

const VIEWS = ['fleet', 'loops', 'session', 'sessions', 'settings'];
const SHOTS = join(ROOT, 'docs/screenshots');

/** Width and height, from the head of a PNG file. */
function sizeOf(file) {
  const bytes = readFileSync(file);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe('14: pictures in docs', () => {
  it.skipIf(findBrowser() === undefined)(
    'are taken from the demo fleet on a real gateway',
    async () => {
      const out = mkdtempSync(join(tmpdir(), 'rutbreak-pictures-'));
      try {
        const args = [join(ROOT, 'scripts/pictures/screenshots.mjs'), '--short', '--out', out];
        await promisify(execFile)(process.execPath, args, { cwd: ROOT, timeout: 110_000 });
        expect(readdirSync(out)).toEqual(VIEWS.map((view) => `${view}-light-1440.png`));
        for (const file of readdirSync(out)) expect(sizeOf(join(out, file))).toEqual([1440, 900]);
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    },
    120_000,
  );

  it('are one of each view, light and dark, wide and narrow', () => {
    const names = VIEWS.flatMap((view) =>
      ['light', 'dark'].flatMap((theme) => [1440, 390].map((width) => `${view}-${theme}-${width}.png`)),
    );
    expect(readdirSync(SHOTS)).toEqual(names.toSorted());
    for (const name of names) expect(sizeOf(join(SHOTS, name))[0]).toBe(name.includes('1440') ? 1440 : 390);
  });
});
