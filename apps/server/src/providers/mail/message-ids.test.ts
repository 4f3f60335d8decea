import { expect, it } from 'vitest';
import { firstAndLastIds, messageIdsIn } from './message-ids.ts';
import { readMail } from './mime/read-mail.ts';
import { toMailActivity } from './to-mail-activity.ts';

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `<${index}@acme.com>`);

it('keeps the first and the last ids of an overlong list', () => {
  const kept = messageIdsIn(firstAndLastIds(idsOf(20_000).join('\r\n ')));
  expect(kept).toHaveLength(400);
  expect([kept[0], kept[199], kept[200], kept[399]]).toEqual([
    '<0@acme.com>',
    '<199@acme.com>',
    '<19800@acme.com>',
    '<19999@acme.com>',
  ]);
});

it.each([undefined, '', '<1@acme.com>', idsOf(400).join(' ')])('leaves %j as it is', (header) => {
  expect(firstAndLastIds(header)).toBe(header);
});

it.each(['References', 'In-Reply-To', 'X-Google-Original-Message-ID'])(
  'does not pass on tens of thousands of ids in %s',
  async (name) => {
    const many = idsOf(20_000).join('\r\n ');
    const head = `From: bob@acme.com\r\nMessage-ID: <own@acme.com>\r\n${name}: ${many}\r\n`;
    const mail = await readMail(Buffer.from(`${head}\r\nHello\r\n`));
    const { messageIds = [] } = toMailActivity(mail, 'm1', new Date());
    expect(messageIds.length).toBeLessThanOrEqual(401);
    expect(messageIds).toContain('<0@acme.com>');
  },
);
