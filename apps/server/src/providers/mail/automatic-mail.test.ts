import { expect, test } from 'vitest';
import { readMail } from './mime/read-mail.ts';
import { toMailActivity } from './to-mail-activity.ts';

const isAutomatic = async (head: string, body = 'I am away.') =>
  toMailActivity(
    await readMail(Buffer.from(`From: Bob <bob@acme.com>\r\n${head}\r\n\r\n${body}\r\n`)),
    'm1',
    new Date(),
  ).isAutomatic === true;

const answer = (method: string) =>
  [
    '--b',
    'Content-Type: text/plain',
    '',
    'Accepted',
    '--b',
    calendar(method),
    '',
    'BEGIN:VCALENDAR',
    '--b--',
  ].join('\r\n');
const calendar = (method: string) =>
  `Content-Type: text/calendar; charset=utf-8;\r\n method=${method}`;
const parts = 'Content-Type: multipart/alternative; boundary=b';

test.each([
  ['Auto-Submitted: auto-replied', undefined, true],
  ['auto-submitted:\r\n auto-generated', undefined, true],
  ['Return-Path: <>', undefined, true],
  [calendar('REPLY'), 'BEGIN:VCALENDAR', true],
  [parts, answer('REPLY'), true],
  [parts, answer('REQUEST'), false],
  ['Return-Path: <bob@acme.com>', undefined, false],
  ['X-Auto-Response-Suppress: All', undefined, false],
])('of an email with %s', async (head, body, expected) => {
  expect(await isAutomatic(head, body)).toBe(expected);
});
