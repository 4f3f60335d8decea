import { expect, test } from 'vitest';
import { beginningOf, excerptOf } from './highlight.ts';
import { parseSearch } from './search-query.ts';

const CALL = '- They want an offer\n- Renewal in May';

test('an excerpt of a list begins without the mark of a point', () => {
  expect(beginningOf(CALL).text).toBe('They want an offer · Renewal in May');
  expect(excerptOf(CALL, parseSearch('renewal'))).toEqual({
    text: 'They want an offer · Renewal in May',
    marks: [[21, 28]],
  });
});

test('prose stays as it is', () => {
  expect(beginningOf(' We met - twice.\nAll well. ').text).toBe('We met - twice. All well.');
});
