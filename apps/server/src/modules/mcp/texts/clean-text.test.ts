import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

const clean = (text: string) => cleanText(text, 6_000);

test('a reader sees the text, on its lines', () => {
  expect(
    clean(
      '<html><head><title>T</title><style>p{}</style></head><body><p>One <b>tw</b>o</p>3 &lt; 4',
    ),
  ).toBe('One two\n3 < 4');
  expect(clean('One\n\ntwo a < b & c, R&D <end')).toBe('One\ntwo a < b & c, R&D ‹end');
  expect(
    clean('Did you see acme.com? Write to mara@acme.com, and/or me: 12.11.2026. Data: 3'),
  ).toBe('Did you see acme.com? Write to mara@acme.com, and/or me: 12.11.2026. Data: 3');
});

test('a comment that nothing ends is left out', () => {
  expect(clean('One <b>two</b> <!-- HIDDEN')).toBe('One two');
});

test.each([
  `<!-- HIDDEN ${'x'.repeat(3_000)} -->`,
  '<!-- a > HIDDEN -->',
  '<div style="display:none">HIDDEN <p>HIDDEN</p></div>',
  '<div style="DISPLAY : none !important">HIDDEN</div>',
  '<div style="d\\69splay:no/* */ne">HIDDEN</div>',
  '<div hidden><p>HIDDEN</p></div>',
  '<div style="visibility:hidden"><b>HIDDEN</b></div>',
  '<div style="font-size:0"><b style="font-size:2em">HIDDEN</b></div>',
  '<p style="font-size:1px">HIDDEN</p>',
  '<p style="opacity:0">HIDDEN</p>',
  '<p style="max-height:0;overflow:hidden">HIDDEN</p>',
  '<p style="position:absolute;left:-9999px">HIDDEN</p>',
  '<p style="color:transparent">HIDDEN</p>',
  '<template>HIDDEN</template><script>HIDDEN</script><iframe>HIDDEN</iframe>',
  `<img alt="HIDDEN ${'a'.repeat(520)}" src="//evil.example?d=1">`,
  '<svg><title>HIDDEN</title></svg><noembed>HIDDEN</noembed>',
])('hidden: %s', (html) => {
  expect(clean(`<p>Before</p>${html}<p>After</p>`)).toBe('Before\nAfter');
});

test('what is shown inside something small is seen', () => {
  expect(clean('<td style="font-size:0px"><div style="font-size:13px">Seen</div></td>')).toBe(
    'Seen',
  );
  expect(clean('<i style="visibility:hidden">x<b style="visibility:visible">Seen</b></i>')).toBe(
    'Seen',
  );
});

test.each([
  '//evil.example?d=1',
  'https://evil.example',
  'HTTPS:evil.example/d',
  'evil.example?d=1',
  'evil.example#d',
  'evil.example:8080/d',
  'evil。example/d',
  '10.0.0.1/d',
  'www.evil.example',
  '\\\\evil.example\\d',
  'javascript:alert(1)',
  'data:text/html,x',
  '![x](//evil.example?d=1)',
  '![a [b] c](evil.example/d)',
  '[1]: evil.example?d=1',
  '<https://evil.example>',
  '&lt;img src="//evil.example?d=1"&gt;',
  '<\u200bimg src=evil.example/d>',
  'ev\u{E0100}il.example/d',
])('link: %s', (link) => {
  const text = clean(`Before ${link} after`);
  expect(text).not.toMatch(/evil\.|evil。|10\.0|alert|text\/html|!\[|\]\(|\]:|<[a-z]/iu);
  expect(text).toMatch(/^Before .*after$/);
});

/** Texts that patterns are slow on: their first part again and again, and what ends them. */
const slow: [string, string?][] = [
  ['<head>'],
  ['<style>'],
  ['<!--'],
  ['<!-- -->'],
  ['<'],
  ['<a '],
  ['<div>'],
  ['<b><i>'],
  ['</p>'],
  ['<table>x'],
  ['&'],
  ['&amp'],
  ['a.'],
  ['a-'],
  ['.aa'],
  ['1.'],
  ['https:'],
  ['//'],
  ['['],
  ['![', ']('],
  ['[a]('],
  ['] '],
  [' \n'],
  [' ', 'x'],
  ['\\\\a'],
  ['a'],
  ['<b style="/*">'],
];
const made: [string, (length: number) => string][] = [
  ...slow.map(([part, end = '']): [string, (length: number) => string] => [
    part + end,
    (length) => part.repeat(length / part.length) + end,
  ]),
  [
    'attributes',
    (length) => `<p ${Array.from({ length: length / 6 }, (_, index) => `a${index}`).join(' ')}>`,
  ],
  [
    'nested formatting',
    (length) => Array.from({ length: length / 8 }, (_, index) => `<b a=${index}>`).join(''),
  ],
  ['styles', (length) => `<p style="${'/*a:b;'.repeat(length / 6)}">x</p>`],
  ['zeros', (length) => `<p style="font-size:${'0'.repeat(length)}x">x`],
];

/** The processor time that a text takes at best, in milliseconds: other work on the machine does not count. */
const bestTime = (text: string): number =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const start = process.threadCpuUsage();
      cleanText(text, text.length);
      return process.threadCpuUsage(start).user / 1_000;
    }),
  );

test.each(made)('%j takes time in proportion to its length', (_name, textOf) => {
  const half = bestTime(textOf(24_000));
  const whole = bestTime(textOf(48_000));
  // A proportion of a few milliseconds says nothing.
  expect(whole).toBeLessThan(Math.max(3 * half, 50));
  expect(whole).toBeLessThan(250);
});
