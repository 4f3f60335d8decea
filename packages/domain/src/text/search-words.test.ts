import { expect, test } from 'vitest';
import { searchWords, wordsInText } from './search-words.ts';

test.each([
  ['Re: Offer 2026-Q3', ['re', 'offer', '2026', 'q3']],
  ['ann.lee@acme-labs.com', ['ann', 'lee', 'acme', 'labs', 'com']],
  ['Zoë Ångström', ['zoe', 'angstrom']],
  ['Zoe\u0308', ['zoe']],
  ['Straße Łódź Søren Œuvre', ['strasse', 'lodz', 'soren', 'oeuvre']],
  ['İstanbul ıstanbul', ['istanbul']],
  ['ΟΔΟΣ οδός', ['οδοσ']],
  ['Ёлка йод', ['елка', 'иод']],
  ['שָׁלוֹם مُحَمَّد', ['שלום', 'محمد']],
  ['한국어', ['한국어']],
  ['東京都 lunch', ['東京', '京都', '都', 'lunch']],
  ['Q3東', ['q3', '東']],
  ['ﬁnance', ['finance']],
  ['½', ['1', '2']],
  ['', []],
  ['"&|!<->:*()\\\' %', []],
  ['\0\ud800🎉', []],
])('the words of %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('a long word is cut, and characters of two units stay whole', () => {
  expect(searchWords('a'.repeat(100))).toEqual(['a'.repeat(40)]);
  const [word] = searchWords('𝒜'.repeat(100) + 'é');
  expect(word).toBe('a'.repeat(40));
  expect(searchWords('𐐨'.repeat(50))).toEqual(['𐐨'.repeat(40)]);
});

test('says where the text has each word', () => {
  const text = 'Hi Zoë, 東京都!';
  const found = Array.from(
    wordsInText(text),
    ({ word, start, end }) => [word, text.slice(start, end)] as const,
  );
  expect(found).toEqual([
    ['hi', 'Hi'],
    ['zoe', 'Zoë'],
    ['東京', '東京'],
    ['京都', '京都'],
    ['都', '都'],
  ]);
});

test('an accent counts as part of a word up to a limit', () => {
  expect(searchWords(`a${'\u0301'.repeat(20)}b`)).toEqual(['ab']);
  expect(searchWords(`a${'\u0301'.repeat(1_000)}b`)).toEqual(['a']);
});

test('a long text without spaces gives each pair, folded where one has to be', () => {
  const plain = '東'.repeat(100);
  expect(searchWords(plain)).toEqual(['東東', '東']);
  // U+F900 is a compatibility form of U+8C48.
  expect(searchWords(`${plain}\uf900${plain}`)).toEqual(['東東', '東\u8c48', '\u8c48東', '東']);
  expect(Array.from(wordsInText(`${plain}京`), ({ start }) => start)).toEqual(
    Array.from({ length: 101 }, (_, index) => index),
  );
});

test.each([
  ['one word', (length: number) => 'é'.repeat(length)],
  [
    'accents that are not in order',
    (length: number) => `a${'\u0301'.repeat(length / 2)}${'\u0316'.repeat(length / 2)}`,
  ],
  ['Thai marks that are not in order', (length: number) => `ก${'\u0e48\u0e38'.repeat(length / 2)}`],
])('takes time in proportion to the text: %s', (_, textOf) => {
  const time = (length: number) => {
    const text = textOf(length);
    // The best of several: other work on the machine only adds to it.
    const runs = Array.from({ length: 4 }, () => {
      const started = performance.now();
      searchWords(text);
      return performance.now() - started;
    });
    return Math.min(...runs);
  };
  expect(time(32_000)).toBeLessThan(20 * Math.max(time(4_000), 2));
});

test('stops at the requested number of words', () => {
  const text = Array.from({ length: 50_000 }, (_, index) => `é${index}`).join(' ');
  const time = (limit?: number) => {
    const started = performance.now();
    const words = searchWords(text, limit);
    return { words, ms: performance.now() - started };
  };
  const all = time();
  const some = time(10);
  expect(some.words).toEqual(all.words.slice(0, 10));
  expect(some.ms).toBeLessThan(all.ms / 10);
});

test('a text in ASCII has the same words as with a word of another script behind it', () => {
  const characters = Array.from({ length: 0x80 }, (_, code) => String.fromCodePoint(code));
  // Each character beside each other one, and each word once.
  const text = characters.flatMap((one) => characters.map((other) => `x${one}${other}y`)).join(' ');
  expect(searchWords(text)).toEqual(searchWords(`${text} 京`).filter((word) => word !== '京'));
  expect(searchWords(text).length).toBeGreaterThan(1_000);
  expect(searchWords(text, 7)).toEqual(searchWords(`${text} 京`, 7));
});
