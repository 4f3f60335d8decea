import { expect, test } from 'vitest';
import { createTotpSecret, findStep, stepAt, toBase32, totpAddress, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at %d s is that of RFC 6238', (seconds, code) => {
  expect(totpCode(secret, stepAt(at(seconds)), 8)).toBe(code);
  expect(totpCode(secret, stepAt(at(seconds)))).toBe(code.slice(2));
});

test.each([
  [0, '755224'],
  [1, '287082'],
  [9, '520489'],
])('the code of counter %d is that of RFC 4226', (counter, code) => {
  expect(totpCode(secret, counter)).toBe(code);
});

test('a clock may be one step off, and no more', () => {
  const now = at(1_000_000_020);
  const step = stepAt(now);
  for (const drift of [-1, 0, 1]) {
    expect(findStep(secret, totpCode(secret, step + drift), now)).toBe(step + drift);
  }
  // 90 seconds.
  for (const drift of [-3, -2, 2, 3]) {
    expect(findStep(secret, totpCode(secret, step + drift), now)).toBeUndefined();
  }
});

test.each(['', '12345', '1234567', 'abcdef', '12345６', '-12345', '1e5000'])(
  'what is no code is refused: %j',
  (typed) => {
    expect(findStep(secret, typed, at(59))).toBeUndefined();
  },
);

test('a code may be typed as apps show it', () => {
  expect(findStep(secret, ' 287 082 ', at(59))).toBe(1);
});

test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%s in base 32 is that of RFC 4648', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
});

test('an address names the product and the user, whatever is in their names', () => {
  const address = totpAddress(secret, { issuer: 'A & B: C', email: 'ann+x@a.example' });
  const { protocol, pathname, searchParams } = new URL(address);
  expect(protocol).toBe('otpauth:');
  expect(decodeURIComponent(pathname)).toContain('/A & B: C:ann+x@a.example');
  expect(searchParams.get('issuer')).toBe('A & B: C');
  expect(searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('secrets have 160 bits and differ', () => {
  expect(createTotpSecret()).toHaveLength(20);
  expect(createTotpSecret()).not.toEqual(createTotpSecret());
});
