import { expect, test } from 'vitest';
import { linkedParts, webLink } from './web-link.ts';

test('only addresses of pages are links', () => {
  expect(webLink(' https://acme.example/a?b=1 ')).toBe('https://acme.example/a?b=1');
  for (const address of [
    '',
    'acme.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///x',
  ]) {
    expect(webLink(address)).toBeUndefined();
  }
});

test('finds addresses and leaves the sentence around them alone', () => {
  const found = (text: string) =>
    linkedParts(text).flatMap(({ text: part, href }) => (href ? [part] : []));
  expect(
    found('See https://a.example/x. Or (http://b.example/y), https://c.example/w_(z)!'),
  ).toEqual(['https://a.example/x', 'http://b.example/y', 'https://c.example/w_(z)']);
  expect(found('nothing here: https:// and http')).toEqual([]);
});

test.each(['', 'plain', 'https://a.example', 'a https://a.example b', '<https://a.example>'])(
  'loses nothing of %j',
  (text) => {
    expect(
      linkedParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  },
);

test('a row of brackets after an address is no more work than another text', () => {
  // Looked at from each of them, they would take minutes.
  const brackets = `${')'.repeat(200_000)}x`;
  expect(linkedParts(`https://a.example/${brackets}`)).toHaveLength(1);
});
