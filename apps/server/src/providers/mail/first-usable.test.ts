import { expect, it } from 'vitest';
import { readMail } from './mime/read-mail.ts';
import { toMailActivity } from './to-mail-activity.ts';

const read = (...head: string[]) =>
  readMail(Buffer.from(['From: bob@acme.com', ...head, '', 'words'].join('\r\n')));
const day = '2026-03-02T10:00:00.000Z';
const date = 'Date: Mon, 2 Mar 2026 10:00:00 +0000';

it.each([
  [['Date:', date], day],
  [['Date: today', 'Date: 31 Nov 2026', date], day],
  [['Date: Mon, 2 Mar', '  2026 10:00:00 +0000', 'Date: 3 Mar 2026'], day],
  [[date, 'Date: 3 Mar 2026'], day],
  [[...Array.from({ length: 60 }, () => 'Date: soon'), date], undefined],
])('of %j the first readable date counts', async (head, expected) => {
  const { sentAt } = await read(...head);
  expect(sentAt && new Date(sentAt).toISOString()).toBe(expected);
});

it.each([
  [['Subject:', 'Subject: Plan'], 'Plan'],
  [['Subject: =?utf-8?Q??=', 'Subject: =?utf-8?Q?Caf=C3=A9?='], 'Café'],
  [['Subject: =?utf-8?Q?_?=', 'subject : Plan'], 'Plan'],
  [['Subject: One', 'Subject: Two'], 'One'],
])('of %j the first subject with words counts', async (head, expected) => {
  expect((await read(...head)).subject).toBe(expected);
});

it.each([
  [['Message-ID:', 'Message-ID: <a@b>'], ['<a@b>']],
  [['Message-ID: a@b', 'Message-ID: <c@d>'], ['<c@d>']],
  [['Message-ID: <1SMTPIN_ADDED_MISSING@mx.google.com>', 'Message-ID: <c@d>'], ['<c@d>']],
  [['Message-ID: <a@b>', 'Message-ID: <c@d>'], ['<a@b>']],
  [
    ['References: none', 'References: <e@f> <g@h>'],
    ['<e@f>', '<g@h>'],
  ],
  [['In-Reply-To: Your mail of Monday', 'In-Reply-To: <e@f>', 'In-Reply-To: <g@h>'], ['<e@f>']],
])('of %j the first Message-ID counts', async (head, expected) => {
  expect(toMailActivity(await read(...head), '1', new Date(day)).messageIds).toEqual(expected);
});

it('an empty or nameless From does not hide another one', async () => {
  for (const first of ['From:', 'From: Anna', 'From: <>', 'Sender: nobody']) {
    const { people } = await readMail(
      Buffer.from(
        [first, 'From: anna@acme.com', 'To:', 'To: us@us.example', '', 'words'].join('\n'),
      ),
    );
    expect(people.participants.map(({ email }) => email)).toEqual([
      'anna@acme.com',
      'us@us.example',
    ]);
  }
});
