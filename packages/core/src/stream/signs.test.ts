import { expect, it } from 'vitest';
import { BLANK, DIGIT, IDEOGRAPH, LETTER, MARK, signOf, STOP } from './signs.js';

it.each<[string, string, number]>([
  ['blanks', ' \t\n\r\0', BLANK],
  ['marks', ',;:#_-+*/()[]{}<>"\'`~|', MARK],
  ['marks beyond ASCII', '“”…—→│█✅\u3001', MARK],
  ['stops', '.!?。！？', STOP],
  ['letters', 'azAZ', LETTER],
  ['letters of other alphabets', 'éßжΩاअ가ฉ', LETTER],
  ['digits', '0123456789', DIGIT],
  ['digits of Arabic, Persian, Hindi, Bengali and Malayalam', '٠٩۰۹०९০৯൦൯', DIGIT],
  ['ideographs and kana', '漢字かカ', IDEOGRAPH],
  ['halves of emoji', '🎉', IDEOGRAPH],
])('%s', (_, text, sign) => {
  for (const unit of text.split('')) expect(signOf(unit.charCodeAt(0)), unit).toBe(sign);
});
