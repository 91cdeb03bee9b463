import { describe, expect, it } from 'vitest';
import { maskText } from './mask.js';
import { speechWords } from './speech-words.js';

const shared = (one: string, other: string): number => {
  const [a, b] = [new Set(speechWords(one).words), new Set(speechWords(other).words)];
  return [...a].filter((word) => b.has(word)).length / new Set([...a, ...b]).size;
};

describe('words of what was said', () => {
  it.each([
    ['English', 'Let me look at the file again'],
    ['Russian', 'Сейчас посмотрю файл ещё раз'],
    ['Korean, which has blanks', '파일을 다시 확인하겠습니다 잠시만'],
    ['nothing', ''],
  ])('%s is read by its blanks', (_, text) => {
    const { words } = maskText(text);
    expect(speechWords(text)).toEqual({ words, size: words.length });
  });

  it.each([
    ['Japanese', 'それでは資料の作成を始めます。まず構成を考えます。', 7],
    ['Chinese', '我再调整一下查询语句，然后重新运行测试。', 6],
    ['Thai', 'ฉันจะตรวจสอบไฟล์อีกครั้ง', 8],
    ['both', '次は npm test を実行します', 4],
  ])('%s is read in pairs of signs', (_, text, size) => {
    expect(speechWords(text).size).toBe(size);
  });

  it.each([
    ['one in other words', 'では資料の作成を始めます。', 'それでは、資料の作成を始めます。', 0.5, 1],
    ['another', 'では資料の作成を始めます。', 'テストが三つ失敗しました。', 0, 0.1],
  ])('a sentence is like %s as much as it has in common', (_, one, other, least, most) => {
    expect(shared(one, other)).toBeGreaterThanOrEqual(least);
    expect(shared(one, other)).toBeLessThanOrEqual(most);
  });

  it('no more is read than of any other text', () => {
    expect(speechWords('好'.repeat(100_000)).words.length).toBeLessThan(8200);
  });
});
