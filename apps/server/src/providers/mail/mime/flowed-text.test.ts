import { describe, expect, it } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { joinFlowed } from './flowed-text.ts';

describe('divided lines', () => {
  it.each([
    ['of a text', 'one \ntwo', 'one two'],
    ['of a quotation', '> one \n> two\nmine', '> one two\nmine'],
    ['of a quotation in another', '>> one \n>> two\n> three', '>> one two\n> three'],
    ['of a quotation without blanks', '>one \n>two', '>one two'],
    ['of different quotations stay apart', '> one \nmine \n> two', '> one \nmine \n> two'],
    ['with a blank before them', ' From one \nhere', 'From one here'],
    ['with carriage returns', 'one \r\ntwo\r\nthree', 'one two\nthree'],
    ['before a signature', 'one \n-- \nAnna', 'one \n-- \nAnna'],
    ['before a quoted signature', '> one \n> -- \n> Anna', '> one \n> -- \n> Anna'],
    ['with an empty one between', 'one\n\ntwo \nthree', 'one\n\ntwo three'],
  ])('%s', (_, text, joined) => {
    expect(joinFlowed(text, false)).toBe(joined);
  });

  it('lose the blank that divided them', () => {
    expect(joinFlowed('会議 \nの件\n> 確 \n> 認', true)).toBe('会議の件\n> 確認');
  });

  it.each(['a \n', '> a \n', '>\n', '\n'])('are joined in time that grows with %j', (piece) => {
    const time = startProcessorTime();
    joinFlowed(piece.repeat(1_000_000), false);
    expect(time()).toBeLessThan(10_000);
  });
});
