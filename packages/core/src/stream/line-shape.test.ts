import { describe, expect, it } from 'vitest';
import { feedLines, type LineShapes, noLines } from './line-shape.js';

const most = (text: string): number => feedLines(noLines(), text).most;

describe('feedLines', () => {
  it.each([
    { name: 'equal lines', text: 'abc\nabc\nabc\n', rows: 3 },
    {
      name: 'different words of different lengths',
      text: '- fix parser\n- x yy\n- testing everything\n',
      rows: 3,
    },
    { name: 'another number of words', text: '- fix\n- fix it\n- fix it now\n', rows: 1 },
    {
      name: 'other letters and digits in the same places',
      text: 'step 1: go\nStep 22: stop\nstep 333: wait\n',
      rows: 3,
    },
    { name: 'CJK letters like any other', text: '手順 1: 読む\n手順 2: 書く\nstep 3: go\n', rows: 3 },
    { name: 'blank lines neither count nor end the streak', text: 'a: 1\n\n\nb: 2\n\nc: 3\n', rows: 3 },
    { name: 'lines of spaces only are blank', text: 'a: 1\n  \t\nb: 2\n \n', rows: 2 },
    { name: 'line ends of Windows', text: 'a: 1\r\n\r\nb: 2\r\n\r\nc: 3\r\n', rows: 3 },
    { name: 'another symbol ends the streak', text: 'a: 1\nb: 2\nc; 3\nd: 4\n', rows: 2 },
    { name: 'symbols do not collapse: one dash is not two', text: '- a\n-- a\n- a\n', rows: 1 },
    { name: 'runs of spaces collapse', text: 'a: 1\nb:    2\nc:\t3\n', rows: 3 },
    { name: 'the last line counts when it ends', text: 'a: 1\nb: 2', rows: 1 },
    { name: 'no lines at all', text: '', rows: 0 },
    { name: 'only line ends', text: '\n\n\n', rows: 0 },
  ])('$name: $rows', ({ text, rows }) => {
    expect(most(text)).toBe(rows);
  });

  it.each(['a', 'z', 'A', 'Z', 'é', '漢', '\u0080'])('takes %j for a letter', (sign) => {
    expect(most(`- m\n- ${sign}\n`)).toBe(2);
  });

  it.each(['0', '5', '9'])('takes %j for a digit', (sign) => {
    expect(most(`- 4\n- ${sign}\n`)).toBe(2);
    expect(most(`- m\n- ${sign}\n`)).toBe(1);
  });

  it.each(['@', '[', '`', '{', '/', ':', '!', '\u007f'])('treats %j as a symbol of its own', (sign) => {
    for (const other of ['m', '4', ' ', '#']) expect(most(`-x${other}\n-x${sign}\n`)).toBe(1);
  });

  it('returns the longest streak inside a chunk, not the last', () => {
    expect(most('a: 1\nb: 2\nc: 3\nsomething else\n')).toBe(3);
  });

  it('returns 0 for a chunk in which no line ends, however long the streak before', () => {
    const { shapes } = feedLines(noLines(), 'a: 1\nb: 2\nc: 3\n');
    expect(feedLines(shapes, 'd: ').most).toBe(0);
  });

  it('does not depend on chunk boundaries or restarts', () => {
    const text = 'read: a.ts\nread: b.ts\n\nread: c.ts\nwrite b\nread: d.ts\nread: e.ts\n';
    let shapes: LineShapes = noLines();
    let longest = 0;
    for (const sign of text) {
      const step = feedLines(JSON.parse(JSON.stringify(shapes)) as LineShapes, sign);
      shapes = step.shapes;
      longest = Math.max(longest, step.most);
    }
    expect({ shapes, most: longest }).toEqual(feedLines(noLines(), text));
  });
});
