import { expect, test } from 'vitest';
import {
  createApiKey,
  hasApiKey,
  isWellFormedKey,
  looksLikeApiKey,
  maskAddress,
  maskApiKeys,
  startOfKey,
} from './api-key.ts';
import { createToken } from './token.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('keys have the form that scanners look for, and differ', () => {
  const keys = Array.from({ length: 500 }, createApiKey);
  for (const key of keys) expect(key).toMatch(/^atk_[0-9A-Za-z]{36}$/);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every(isWellFormedKey)).toBe(true);
});

test('the checksum of a published example is the same', () => {
  // The example of GitHub's and npm's keys: CRC-32 of the random part, in base 62.
  expect(isWellFormedKey('atk_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17')).toBe(true);
});

test('no key with one wrong, swapped, missing or added character passes', () => {
  const key = createApiKey();
  const wrong: string[] = [key.slice(0, -1), `${key}0`, key.toLowerCase(), ` ${key}`];
  for (let at = 4; at < key.length; at += 1) {
    for (const digit of digits) {
      if (digit !== key[at]) wrong.push(`${key.slice(0, at)}${digit}${key.slice(at + 1)}`);
    }
    const [one, other] = [key[at - 1] ?? '', key[at] ?? ''];
    if (at > 4 && one !== other)
      wrong.push(`${key.slice(0, at - 1)}${other}${one}${key.slice(at + 1)}`);
  }
  expect(wrong.filter(isWellFormedKey)).toEqual([]);
});

test('the token of a session is never taken for a key', () => {
  expect(looksLikeApiKey(`atk_${createToken().slice(4)}`)).toBe(false);
  expect(looksLikeApiKey(createApiKey())).toBe(true);
  expect(looksLikeApiKey(createApiKey().slice(0, 12))).toBe(true);
});

test('a key is found and masked in texts and addresses, however it is encoded', () => {
  const key = createApiKey();
  const encoded = [...key].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
  for (const address of [`/api/accounts?api_key=${key}`, `/api/x?a=1&b=${encoded}`, `/${key}/y`]) {
    expect(hasApiKey(address)).toBe(true);
    expect(maskAddress(address)).not.toContain(key.slice(8));
    expect(maskAddress(address)).not.toContain(encoded.slice(20, 40));
  }
  expect(hasApiKey('/api/accounts?q=atk_100%25&x=%zz')).toBe(false);
  expect(maskAddress('/a%20b')).toBe('/a%20b');
  expect(maskApiKeys(`{"a":"${key}","b":"Bearer ${key}"}`)).toBe(
    '{"a":"atk_[secret]","b":"Bearer atk_[secret]"}',
  );
  expect(startOfKey(key)).toBe(key.slice(0, 8));
});
