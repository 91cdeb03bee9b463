import { describe, expect, it } from 'vitest';
import { kindOfUnit, ringPrint, type UnitKind } from './unit.js';

const KINDS: readonly [string, UnitKind][] = [
  ['=', 'drawing'],
  ['\n', 'drawing'],
  ['|        |\n', 'drawing'],
  ['+ - ', 'marks'],
  ['│   ', 'marks'],
  ['[] ', 'marks'],
  ['. ', 'marks'],
  ['🎉', 'outcry'],
  ['✅ ', 'outcry'],
  ['❤️', 'outcry'],
  ['🚀\n', 'outcry'],
  ['🟩🟩🟩🟩🟩\n', 'drawing'],
  ['?!', 'outcry'],
  ['！', 'outcry'],
  ['[', 'outcry'],
  ['[{', 'outcry'],
  ['}\n', 'outcry'],
  ['\\', 'outcry'],
  ['3', 'numbers'],
  ['142857', 'numbers'],
  ['0', 'value'],
  ['0, ', 'value'],
  ['0x00, ', 'value'],
  ['0.5 0.5\n', 'value'],
  ['00 0 ', 'numbers'],
  ['12, 6, -1, ', 'numbers'],
  ['a', 'letter'],
  ['的', 'ideographs'],
  ['好的，我去修复。', 'ideographs'],
  [',EAAC,CAAC', 'packed'],
  ['AAkACQ', 'packed'],
  ['null, ', 'list'],
  ['ny', 'words'],
  ['x = x + 1\n', 'words'],
  ['v2 ', 'words'],
  ['Yes, I will fix the import now. ', 'words'],
  ['</div>\n', 'words'],
  ['ฉันจะแก้ไข ', 'words'],
];

describe('kindOfUnit', () => {
  it.each(KINDS)('%j is %s', (unit, kind) => {
    expect(kindOfUnit(unit)).toBe(kind);
  });
});

describe('ringPrint', () => {
  it('is the same wherever the ring is cut open', () => {
    const unit = 'Let me look. ';
    const prints = Array.from(unit, (_, i) => ringPrint(unit.slice(i) + unit.slice(0, i)));
    expect(new Set(prints).size).toBe(1);
    expect(ringPrint('Let me look! ')).not.toBe(prints[0]);
  });
});
