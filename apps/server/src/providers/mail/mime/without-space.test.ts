import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';
import { withoutSpace } from './without-space.ts';

const plain = (text: string) => Buffer.from(text.replaceAll(/\s+/g, ''));

test('is what the expression leaves, of any text', () => {
  const every = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).join('');
  expect(withoutSpace(every).equals(plain(every))).toBe(true);
  const ascii = every.slice(0, 0x80);
  expect(withoutSpace(ascii).equals(plain(ascii))).toBe(true);
});

// Every captured email has its hash stored: another one would make the next copy a second email.
test.each([
  [
    'plain',
    'Content-Type: text/plain; charset=utf-8',
    'Hello  world,\r\n>From here\tto there.\r\n',
  ],
  [
    'of two bytes',
    'Content-Type: text/plain; charset=utf-8',
    'Grüße\u00a0aus Köln \u3000 こんにちは\r\n',
  ],
])('the hash of a body stays as it was: %s', async (_, header, body) => {
  const { bodyHash, text = '' } = await readMail(
    Buffer.from(
      `From: ann@acme.com\r\n${header}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body}`,
    ),
  );
  const hash = createHash('sha256');
  hash.update(`${text.replaceAll(/(?<!>)>+(?=From )/g, '').replaceAll(/\s+/g, '')}\n`);
  hash.update('\n');
  expect(bodyHash).toBe(hash.digest('base64url'));
});
