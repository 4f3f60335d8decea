import { expect, test } from 'vitest';
import { requirePassword } from './require-password.ts';

const EMAIL = 'ada.lovelace@example.com';
const SHORT = 'Password must be at least 6 characters';
const COMMON = /one of the most common/;
const ADDRESS = 'The password contains your email address. Choose another.';

test.each([
  ['too short', '12345', SHORT],
  ['too short in code points', '👩👩👩👩👩', SHORT],
  ['common', '123456', COMMON],
  ['common in other letters', 'PassWord', COMMON],
  ['common in wide letters, which are hashed as narrow ones', 'ｐａｓｓｗｏｒｄ', COMMON],
  ['common with figures', 'letmein1', COMMON],
  ['the address', 'Ada.Lovelace@Example.com', ADDRESS],
  ['the address with more around it', 'my ada.lovelace@example.com!', ADDRESS],
  ['the name of the address', 'ADA.LOVELACE 1815', ADDRESS],
])('a password that is %s is refused', async (_, password, message) => {
  await expect(requirePassword(password, EMAIL)).rejects.toThrow(message);
});

test.each([
  ['other words', 'analytical engine', EMAIL],
  ['a common word among others', 'password of the engine', EMAIL],
  ['the domain alone, which colleagues share', 'example.com engine', EMAIL],
  ['a name so short that other words contain it', 'understanding', 'and@example.com'],
  ['an address that is not known yet', 'ada.lovelace 1815', undefined],
])('a password with %s is taken', async (_, password, email) => {
  await expect(requirePassword(password, email)).resolves.toBeUndefined();
});
