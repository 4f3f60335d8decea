import { expect, it } from 'vitest';
import { readMail } from './mime/read-mail.ts';
import { toMailActivity } from './to-mail-activity.ts';

const idsOf = async (...headers: string[]) => {
  const mail = ['From: bob@acme.com', 'Message-ID: <1@acme.com>', ...headers, '', 'x'].join('\r\n');
  const read = await readMail(Buffer.from(mail));
  return toMailActivity(read, 'm1', new Date('2026-03-02T10:00:00Z')).messageIds ?? [];
};

const conversation = Buffer.concat([Buffer.from([1]), Buffer.alloc(21, 7)]);
const index = (...answers: number[]) =>
  `Thread-Index: ${Buffer.concat([conversation, Buffer.from(answers)]).toString('base64')}`;
const topic = 'Thread-Topic: Offer';

it.each([
  ['an answer', [index(1, 2, 3, 4, 5), topic]],
  ['an answer to the answer', [index(1, 2, 3, 4, 5, 1, 2, 3, 4, 5), 'Thread-Topic: offer ']],
  [
    'an answer with a long index on two lines',
    [index(1, 2, 3, 4, 5).replace(/(.{40})/, '$1\r\n '), topic],
  ],
])('%s has the id of the conversation', async (_, headers) => {
  const [, id] = await idsOf(index(), topic);
  expect(id).toMatch(/^<thread-index:/);
  expect(await idsOf(...headers)).toContain(id);
});

it.each([
  ['another topic', [index(1, 2, 3, 4, 5), 'Thread-Topic: Bill']],
  ['no topic', [index(1, 2, 3, 4, 5)]],
  ['a part of an answer', [index(1, 2), topic]],
  ['another beginning', [`Thread-Index: ${Buffer.alloc(22, 9).toString('base64')}`, topic]],
  ['text in its index', ['Thread-Index: about our offer', topic]],
])('an email with %s has not', async (_, headers) => {
  const [, id = ''] = await idsOf(index(), topic);
  expect(await idsOf(...headers)).not.toContain(id);
});

it.each([
  'X-Original-Message-ID',
  'X-Google-Original-Message-ID',
  'X-Gmail-Original-Message-Id',
  'X-Microsoft-Original-Message-ID',
])('keeps the Message-ID that %s had, which answers refer to', async (header) => {
  expect(await idsOf(`${header}: <sent@acme.com>`)).toEqual(['<1@acme.com>', '<sent@acme.com>']);
});
