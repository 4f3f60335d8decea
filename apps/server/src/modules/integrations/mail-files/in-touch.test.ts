import { expect, test } from 'vitest';
import { createFileLab, mboxMail } from '#test/create-file-lab.ts';
import { tracking } from '../../domains/tracking.fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An email of some days ago, also by the line that separates it. */
function mail(days: number, headers: Record<string, string>): string {
  const date = new Date(Date.now() - days * DAY_MS).toUTCString();
  const [weekday = '', day = '', month = '', year = '', clock = ''] = date.split(' ');
  const separator = `From - ${weekday.slice(0, 3)} ${month} ${day} ${clock} ${year}`;
  return mboxMail({ ...headers, Date: date }).replace(/^From .*/, separator);
}

test('imported emails count as being in touch, by each address of the one who imported them', async () => {
  const lab = await createFileLab();
  const { person, workspace } = await tracking(lab).settle();
  const { accountId } = await tracking(lab).makeAccount(person, workspace.id);
  await lab.db
    .insertInto('integrations')
    .values({ owner_id: person.id, provider: 'gmail', source: 'Second@home.example' })
    .execute();
  const lee = 'Lee <lee@acme.com>';
  const asked = '<asked@home.example>';
  const content = [
    mail(4, { From: person.email.toUpperCase(), To: lee, 'Message-ID': asked }),
    mail(3, { From: lee, To: person.email, 'In-Reply-To': asked }),
    mail(2, { From: 'second@home.example', To: lee }),
    // Reached the user through a list.
    mail(2, { From: 'Kim <kim@acme.com>', To: 'team@home.example' }),
  ].join('');
  lab.startReading();
  await lab.importFile(person, (await lab.upload(person, content)).id);
  const { data } = await lab.call('GET /api/accounts/{accountId}/people', {
    token: person.token,
    params: { accountId },
    query: {},
  });
  expect(data.people).toMatchObject([
    {
      addresses: ['lee@acme.com'],
      days: 3,
      colleagues: [{ email: person.email, days: 3, directMails: 2, answeredMails: 1 }],
    },
  ]);
});
