import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test('has no line breaks or control characters', () => {
  expect(oneLine(' a\r\n\nb\u2028c\u2029d\u0085e\u001b[31m\t ')).toBe('a b c d e [31m');
});

test('changes nothing else', () => {
  for (const text of ['Zoë "Z" Ångström', 'שלום עולם', '😀 <b>']) expect(oneLine(text)).toBe(text);
});
