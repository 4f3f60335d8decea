import { expect, test } from 'vitest';
import { createFileLab, mboxMail } from '#test/create-file-lab.ts';

test('mails with one Message-ID and another day or text are counted as they are imported', async () => {
  const lab = await createFileLab();
  const ann = await lab.make.person();
  await lab.trackAll(ann, 'acme.com');
  lab.startReading();
  const one = { Subject: 'Report', 'Message-ID': '<report@acme.com>' };
  const mails = [
    mboxMail(one),
    mboxMail({ ...one, Date: 'Tue, 03 Mar 2026 10:00:00 +0000' }),
    mboxMail(one, 'Another text.'),
    // Copies of the first: under another label, and with what an mbox file notes.
    mboxMail({ ...one, 'X-Gmail-Labels': 'Work' }),
    mboxMail({ ...one, 'X-Mozilla-Status': '0001' }, 'Hello. \n'),
  ];
  const checked = await lab.upload(ann, mails.join(''));
  expect(checked).toMatchObject({ found: 3, concerned: 3, domains: [{ emails: 3 }] });
  expect(await lab.importFile(ann, checked.id)).toMatchObject({ imported: 3 });
  expect(await lab.capturedOf(ann)).toHaveLength(3);
});
