import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const [old, fresh] = [randomBytes(32), randomBytes(32)];
const secret = { refresh_token: 'a grant' };

test('opens what it sealed, and nothing of it can be read', () => {
  const box = createSecretBox(new Map([['old', old]]));
  const sealed = box.seal(secret, 'integration 1');
  expect(box.open(sealed, 'integration 1')).toEqual(secret);
  expect(sealed.bytes.toString('latin1')).not.toContain('grant');
  expect(box.seal(secret, 'integration 1').bytes).not.toEqual(sealed.bytes);
});

test('opens nowhere else, and nothing that was changed', () => {
  const box = createSecretBox(new Map([['old', old]]));
  const { keyId, bytes } = box.seal(secret, 'integration 1');
  expect(() => box.open({ keyId, bytes }, 'integration 2')).toThrow(/authenticate/);
  for (const position of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[position] = (changed[position] ?? 0) ^ 1;
    expect(() => box.open({ keyId, bytes: changed }, 'integration 1')).toThrow(/authenticate/);
  }
  expect(() => box.open({ keyId, bytes: bytes.subarray(0, 20) }, 'integration 1')).toThrow(
    'Invalid authentication tag length',
  );
});

test('seals with the first key and opens with those behind it', () => {
  const sealed = createSecretBox(new Map([['old', old]])).seal(secret, 'here');
  const rotated = createSecretBox(
    new Map([
      ['fresh', fresh],
      ['old', old],
    ]),
  );
  expect(rotated.open(sealed, 'here')).toEqual(secret);
  expect(rotated.seal(secret, 'here').keyId).toBe('fresh');
  const withoutOld = createSecretBox(new Map([['fresh', fresh]]));
  expect(() => withoutOld.open(sealed, 'here')).toThrow('ENCRYPTION_KEYS');
});
