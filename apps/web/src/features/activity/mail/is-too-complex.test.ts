import { describe, expect, test } from 'vitest';
import { isTooComplex } from './is-too-complex.ts';

const HALF_MEGABYTE = 500_000;
const fill = (piece: string) => piece.repeat(HALF_MEGABYTE / piece.length);
const count = (length: number, piece: (index: number) => string) =>
  Array.from({ length }, (_, index) => piece(index)).join('');

describe('too complex', () => {
  test.each([
    '<div>',
    '<p><span>',
    '<b><i><a href="x">',
    '<table><tr><td>',
    '<table><table></table>',
    '<table><caption></table><td>',
    '<!--<div>-->',
    '<!x>',
    '<svg><math>',
    '<math><mi><svg><desc>',
    '<select><div>',
    '<select><option><b>',
    '</select><select></div>',
    '<template>',
    '<template><td>',
    '<object><p></div>',
    '<frameset><frame></frameset><noframes></noframes>',
    '<li><ul>',
    '<button><p>',
    '<b><div><div><div><div><div><div><div><div><div></b>',
    '</br>',
  ])('half a megabyte of %s', (piece) => {
    expect(isTooComplex(fill(piece))).toBe(true);
  });

  test.each([
    ['misnested formatting', count(1_000, (index) => `<b title="${index}">`)],
    [
      // Each paragraph repeats all of it: four hundred thousand elements of thirty kilobytes.
      'formatting that is repeated in every paragraph',
      `<p>${count(200, (index) => `<b title="${index}">`)}</p>${'<p>x'.repeat(2_000)}`,
    ],
    [
      'a closing tag that a table separates from its element',
      '<div><table><td></div></td></table>'.repeat(300),
    ],
    ['attributes', `<a ${count(50_000, (index) => `a${index}=1 `)}>`],
    ['attributes of the body', count(1_000, (index) => `<body a${index}>`)],
    ['depth hidden in comments', '<div><!--</div>-->'.repeat(400)],
    ['depth hidden in attributes', '<div title="</div>">'.repeat(400)],
    ['depth hidden in text', '<div><title></div></title>'.repeat(400)],
    ['depth hidden in an odd quotation', `<div ">${'<div ">"'.repeat(400)}`],
    ['depth hidden in CDATA', `<svg>${'<g><![CDATA[</g>]]>'.repeat(400)}`],
    ['more than two megabytes', 'a'.repeat(2_000_001)],
  ])('%s', (_name, html) => {
    expect(isTooComplex(html)).toBe(true);
  });
});

describe('what mail needs is not', () => {
  test.each([
    ['a newsletter', `<table>${'<tr><td><p><a href="x"><b>x</b></a></td></tr>'.repeat(1_500)}`],
    ['tables within tables', '<table><tr><td>'.repeat(30)],
    ['a thread of sixty replies', '<div class="gmail_quote"><blockquote><div>'.repeat(60)],
    ['paragraphs that are never closed', '<p>x<p>y<ul><li>a<li>b</ul>'.repeat(1_000)],
    ['conditional comments', '<!--[if mso]><table><tr><td><![endif]--><br>'.repeat(1_000)],
    ['long text', fill('Lorem ipsum &amp; dolor. ')],
    ['a large picture in the text', `<img src="data:image/png;base64,${fill('A')}">`],
    ['a large style sheet', `<style>${fill('p > a { color: red }\n')}</style><p>x`],
    ['text with angle brackets', fill('a < b > c ')],
    ['repeated attributes', `<a ${fill('a ')}>`],
  ])('%s', (_name, html) => {
    expect(isTooComplex(html)).toBe(false);
  });
});

test('four doublings take in proportion', () => {
  for (const piece of ['&lt', '</p>', '<a b="', '<![CDATA[<div>]]>', '<', '<p>x</p>', '<a ']) {
    const time = (length: number) => {
      const html = piece.repeat(length / piece.length);
      const started = performance.now();
      isTooComplex(html);
      return performance.now() - started;
    };
    time(HALF_MEGABYTE / 16);
    // Sixteen times the text; a quadratic algorithm would take 256 times as long.
    expect(time(HALF_MEGABYTE)).toBeLessThan(Math.max(time(HALF_MEGABYTE / 16), 10) * 100);
  }
});
