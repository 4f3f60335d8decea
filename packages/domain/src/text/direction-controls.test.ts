import { expect, test } from 'vitest';
import { withoutDirectionControls } from './direction-controls.ts';

const controls = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];

test.each(controls)('removes %j wherever it is', (control) =>
  expect(withoutDirectionControls(`${control}in${control}voice${control}`)).toBe('invoice'),
);

test.each(['', 'Zoë 名前', 'שלום', 'مرحبا', '👩\u200d🔬', 'نمی\u200cخواهم'])(
  'leaves %j alone',
  (text) => expect(withoutDirectionControls(text)).toBe(text),
);
