import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSecretFiles } from './secret-files.ts';

const names = ['SMTP_URL', 'ENCRYPTION_KEYS'];

function fileOf(content: string | Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'secret');
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

const read = (content: string | Buffer) =>
  readSecretFiles({ SMTP_URL_FILE: fileOf(content) }, names)['SMTP_URL'];

test.each([
  ['alone', 'a secret', 'a secret'],
  ['with a line break at its end', 'a secret\n', 'a secret'],
  ['with line breaks of Windows', 'a secret\r\n\r\n', 'a secret'],
  ['with a byte order mark', '\uFEFFa secret', 'a secret'],
  ['with spaces, which may belong to it', ' a secret ', ' a secret '],
  ['of two lines', 'one\ntwo\n', 'one\ntwo'],
  ['of other letters', 'пароль\n', 'пароль'],
])('reads a secret %s', (_, content, secret) => {
  expect(read(content)).toBe(secret);
});

test.each([
  ['is empty', ''],
  ['is empty', '\n\n'],
  ['is not text in UTF-8', Buffer.from([0xff, 0xfe, 0x41])],
  ['is not text in UTF-8', Buffer.from('a\0b')],
  ['is larger than 64 KiB', 'a'.repeat(64 * 1024 + 1)],
])('says of a file that it %s', (reason, content) => {
  expect(() => read(content)).toThrow(reason);
});

test('says of a path that there is no file', () => {
  const folder = path.dirname(fileOf('a'));
  mkdirSync(path.join(folder, 'inner'));
  const refusal = (file: string) => () => readSecretFiles({ SMTP_URL_FILE: file }, names);
  expect(refusal(path.join(folder, 'inner'))).toThrow(
    `SMTP_URL_FILE is ${path.join(folder, 'inner')}, which is a folder.`,
  );
  expect(refusal(path.join(folder, 'none'))).toThrow('does not exist');
  expect(refusal(path.join(folder, 'secret', 'in-a-file'))).toThrow('cannot be read (ENOTDIR)');
  expect(refusal('/dev/zero')).toThrow('is not a file');
});

test('says of a file that this user may not read it', ({ skip }) => {
  if (process.getuid?.() === 0) skip('The superuser may read every file.');
  const file = fileOf('a');
  chmodSync(file, 0);
  expect(() => readSecretFiles({ SMTP_URL_FILE: file }, names)).toThrow('this user may not read');
});

test('refuses a secret that is set twice, and leaves other names alone', () => {
  const file = fileOf('a');
  expect(() => readSecretFiles({ SMTP_URL_FILE: file, SMTP_URL: 'b' }, names)).toThrow(
    'SMTP_URL and SMTP_URL_FILE are both set. Set one of them.',
  );
  expect(readSecretFiles({ SMTP_URL_FILE: file, SMTP_URL: '' }, names)).toMatchObject({
    SMTP_URL: 'a',
  });
  const other = { PORT_FILE: '/none', SMTP_URL_FILE: '' };
  expect(readSecretFiles(other, names)).toEqual(other);
});
