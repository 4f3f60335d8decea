import { expect, test } from 'vitest';
import { addressesIn, normalAddress, withoutAddresses } from './named-addresses.ts';

const lee = 'lee@acme.com';

test.each([
  lee,
  'LEE+news@Acme.COM.',
  '*lee@acme.com*',
  '__lee@acme.com__',
  "'lee@acme.com'",
  '<mailto:lee@acme.com>',
  '?a=1&to=lee%40acme.com&b=2',
  'https://x.example/%3Clee%2Bone%40acme.com%3E',
  'a%253Dlee%2540acme.com%2526',
  'lee&#64;acme.com',
  'lee&amp;#X40;acme.com',
  'lee&commat;acme.com',
  'key=lee@acme.com;',
  '#!$%^~`{|}lee@acme.com',
  String.raw`{"to":"\u003clee\u0040acme.com","text":"a\nlee@acme.com"}`,
  { people: [{ name: 'a\nlee@acme.com' }] },
  { [lee]: 1 },
  `${'x/'.repeat(200)}${lee}`,
])('finds it in %j', (value) => {
  expect(addressesIn(value)).toContain(lee);
});

test.each([
  'malee@acme.com',
  'ma.lee@acme.com',
  'ma-lee@acme.com',
  'ma_lee@acme.com',
  "o'lee@acme.com",
  'élee@acme.com',
  'lee@acme.com.au',
  'lee@acme.community',
  'lee@x-acme.com',
  'lee at acme.com',
  'ma+lee@acme.com',
])('knows that %j is of someone else', (value) => {
  expect(addressesIn(value)).not.toContain(lee);
});

test.each([
  [' Lee+News@ACME.com ', lee],
  ['sales&ops@acme.com', 'sales&ops@acme.com'],
  ['o/b@acme.com', 'o/b@acme.com'],
  ['JU\u0308RGEN@acme.com', 'jürgen@acme.com'],
  ['anna@Bücher.example', 'anna@xn--bcher-kva.example'],
  ['support+id4711@acme.com', 'support+id4711@acme.com'],
  ['lee', undefined],
  ['@acme.com', undefined],
  ['lee@acme', undefined],
  ['a b@acme.com', undefined],
  [`${'a'.repeat(65)}@acme.com`, undefined],
])('makes one form of %j, which texts are found by', (typed, address) => {
  expect(normalAddress(typed)).toBe(address);
  if (address !== undefined) expect(addressesIn(`To: ${typed}`)).toContain(address);
});

test('replaces an address, and leaves the rest of a text as it is', () => {
  const replace = (value: unknown) => withoutAddresses(value, (one) => one === lee);
  expect(replace('A%20b malee@acme.com, *Lee+x@acme.com*, lee@acme.com')).toBe(
    'A%20b malee@acme.com, *erased*, erased',
  );
  expect(replace({ [lee]: ['lee%40acme.com', 1, null, true] })).toEqual({
    erased: ['erased', 1, null, true],
  });
});

test('looks through long texts at once', () => {
  const started = performance.now();
  addressesIn(`${'+'.repeat(100_000)}@acme.com ${'a@b.'.repeat(50_000)} ${'%25'.repeat(50_000)}`);
  expect(performance.now() - started).toBeLessThan(2_000);
});
