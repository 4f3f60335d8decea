import { expect, it, test } from 'vitest';
import { hasRealMails, readRealMails } from '#test/real-mails.ts';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import { headOfMail } from './head-of-mail.ts';
import { readMail } from './mime/read-mail.ts';
import { toMailActivity } from './to-mail-activity.ts';

const at = new Date('2026-11-30T08:00:00Z');

const written = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

const mail = written(
  'From: Bob <bob@acme.com>',
  'To: Ann <ann@example.org>',
  'Subject: Offer',
  'Message-ID: <1@acme.com>',
  'Date: Mon, 30 Nov 2026 08:00:00 +0000',
  'Content-Disposition: attachment; filename="secret-name.pdf"',
  'Content-Type: application/pdf;',
  '\tname="secret-name.pdf"',
  'Content-Description: secret-name',
  '',
  'secret text',
);

it('has nothing of a body, and no name of an attachment', async () => {
  expect(headOfMail(mail).toString()).not.toContain('secret');
  const activity = toMailActivity(await readMail(headOfMail(mail)), 'id', at, true);
  expect(activity).toMatchObject({
    title: 'Offer',
    summary: '',
    metadata: { withoutText: true },
    messageIds: ['<1@acme.com>'],
  });
  expect(JSON.stringify(activity)).not.toContain('secret');
});

it.each([
  ['an answer to an invitation', 'Content-Type: text/calendar; charset=utf-8; method=REPLY'],
  ['a program', 'Auto-Submitted: auto-replied'],
])('still tells that it is of %s', async (_, header) => {
  const head = Buffer.concat([written(header, ''), mail]);
  expect((await readMail(headOfMail(head))).isAutomatic).toBe(true);
});

/** Everything of an email that its head has. */
const withoutTextOf = (activity: ActivityToCapture) =>
  Object.fromEntries(
    Object.entries(activity).filter(
      ([name]) => !['key', 'former', 'summary', 'htmlBody', 'textBody', 'metadata'].includes(name),
    ),
  );

test.skipIf(!hasRealMails)(
  'a real email without its text is the email, apart from the text',
  { timeout: 60_000 },
  async () => {
    const mails = await readRealMails();
    let compared = 0;
    for (const { text } of mails.slice(0, 400)) {
      const bytes = Buffer.from(text, 'latin1');
      const [whole, head] = [await readMail(bytes), await readMail(headOfMail(bytes))];
      if (whole.people.participants.length === 0) continue;
      const [one, other] = [toMailActivity(whole, 'id', at), toMailActivity(head, 'id', at, true)];
      expect(withoutTextOf(other)).toEqual(withoutTextOf(one));
      expect(other).toMatchObject({
        key: one.head?.key,
        summary: '',
        metadata: { withoutText: true },
      });
      compared += 1;
    }
    expect(compared).toBeGreaterThan(200);
  },
);
