import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { parseMail } from './mail-parser.ts';

const head = 'From: bob@acme.com\r\nSubject: Plan\r\n';
const mixed = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;
const inner = '--b\r\nContent-Type: message/rfc822\r\n';
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** An email in an email, as many times. */
const nested = (depth: number, mail: string): string =>
  depth === 0
    ? mail
    : `${head}Content-Type: multipart/mixed; boundary=n${depth}\r\n\r\n--n${depth}\r\nContent-Type: message/rfc822\r\n\r\n${nested(depth - 1, mail)}\r\n--n${depth}--\r\n`;

it.each([
  ['parts', `${mixed}${'--b\r\n\r\nx\r\n'.repeat(1_000_000)}`, 'more than 5,000 parts'],
  [
    'parts of an encoded email in it',
    `${mixed}${inner}Content-Transfer-Encoding: base64\r\n\r\n${base64(`${mixed}${'--b\r\n\r\nx\r\n'.repeat(100_000)}`)}`,
    'more than 5,000 parts',
  ],
  ['emails in it', `${mixed}${`${inner}\r\n${head}\r\nx\r\n`.repeat(3_000)}`, 'parts'],
  ['lines', `${head}\r\n${'\n'.repeat(10_000_000)}`, 'more than 2,000,000 lines'],
  [
    'headers in emails in it',
    `${mixed}${`${inner}\r\nSubject: ${'s '.repeat(5_000)}\r\n\r\nx\r\n`.repeat(1_000)}`,
    'headers are too long',
  ],
  ['headers', `${head}${'X: v\r\n'.repeat(1_000_000)}\r\n`, 'headers are too long'],
  [
    'pieces of base64',
    `${head}Content-Transfer-Encoding: base64\r\n\r\n${'QQ=='.repeat(2_000_000)}`,
    'too many pieces',
  ],
  [
    'bytes in emails in it',
    nested(4, `${head}\r\n${`${'x'.repeat(998)}\r\n`.repeat(40_000)}`),
    'too many large emails',
  ],
  [
    'levels of parts',
    `${head}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${Array.from({ length: 200 }, (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`).join('')}`,
    'more than 32 levels of parts',
  ],
])('refuses too many %s with a sentence, before it costs much', async (_, mail, reason) => {
  const bytes = Buffer.from(mail);
  const [memory, time] = [process.memoryUsage.rss(), startProcessorTime()];
  const parsed = parseMail(bytes);
  await expect(parsed).rejects.toThrow(/^The email is too complex to be read: /);
  await expect(parsed).rejects.toThrow(reason);
  expect(time()).toBeLessThan(6_000);
  expect(process.memoryUsage.rss() - memory).toBeLessThan(600 * 1024 * 1024);
});

it('cuts texts that are much longer than what is stored', async () => {
  const { text } = await parseMail(Buffer.from(`${head}\r\n${'x'.repeat(20_000_000)}`));
  expect(text).toHaveLength(8_000_000);
});

it('converts a link that is left open as fast as others', async () => {
  const html = '<a href=x'.repeat(20_000);
  const mail = `${mixed}--b\r\n\r\nHello\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--`;
  const time = startProcessorTime();
  expect((await parseMail(Buffer.from(mail))).text).toContain('Hello');
  expect(time()).toBeLessThan(1_000);
});

const plain = `${head}\r\nHello Ann\r\n`;
const both = `${head}Content-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\n\r\nHello\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>\r\n--a--\r\n`;
const attached = `${mixed}--b\r\n\r\nSee below\r\n${inner}\r\n${both}\r\n--b\r\nContent-Type: text/html\r\n\r\n<a href="https://acme.com">site</a>\r\n--b\r\nContent-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64('a')}\r\n--b--\r\n`;

it.each([
  ['a text', plain],
  ['text and HTML', both],
  ['an email with others in it and attachments', attached],
  ['emails in emails', nested(3, attached)],
  ['more emails in emails than are shown', nested(12, both)],
  ['an email in it without a text', nested(1, `${head}\r\n`)],
  ['an email in it with HTML alone', nested(2, `${head}Content-Type: text/html\r\n\r\n<p></p>`)],
])('changes nothing of %s', async (_, mail) => {
  const bytes = Buffer.from(mail);
  expect(await parseMail(bytes)).toEqual(await PostalMime.parse(bytes));
});

it('decodes no file, of which the name alone is stored', async () => {
  const part = (type: string) =>
    `--b\r\nContent-Type: ${type}; name=a\r\nContent-Disposition: attachment; filename=a\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64('content')}\r\n`;
  const types = ['application/pdf', 'IMAGE/PNG', 'application/rtf', 'text/csv'];
  const { attachments } = await parseMail(Buffer.from(`${mixed}${types.map(part).join('')}--b--`));
  const lengths = attachments.map(({ filename, content }) => [
    filename,
    Buffer.from(content as ArrayBuffer).length,
  ]);
  expect(lengths).toEqual([
    ['a', 0],
    ['a', 0],
    ['a', 7],
    ['a', 7],
  ]);
});
