import { addDays } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { MadePerson } from '#test/test-makers.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { listContacts } from '../../relationships/read-contacts.ts';
import { addMember } from '../../workspaces/add-member.ts';
import { daysAgo, lee, mail, inPeopleWorkspace, today } from './people.fixture.ts';

const lab = inPeopleWorkspace();

const capture = (person: MadePerson, ...activities: ActivityToCapture[]) =>
  tracking(lab.app).capture(person, activities);
const personOf = async (address: string) =>
  (
    await lab.app.db
      .selectFrom('contacts')
      .select('person_id')
      .where('workspace_id', '=', lab.workspaceId)
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
  ).person_id;
const merge = async (into: string, other: string) =>
  lab.app.call('POST /api/workspaces/{workspaceId}/people/{personId}/merge', {
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId, personId: await personOf(into) },
    body: { otherId: await personOf(other) },
  });
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test('the pages of a person with many days have every activity once, the newest first', async () => {
  await lab.app.call('POST /api/accounts/import', {
    token: lab.ann.token,
    body: { domains: ['beta.com'], workspaceId: lab.workspaceId, name: 'Beta' },
  });
  // Days with one and days with several; some in both accounts, and one long before all others.
  const days = [...range(40), 40, 40, 40, 40, 40, 41, 400];
  await capture(
    lab.ann,
    ...days.map((day, index) =>
      mail(day + 1, lab.ann, ['lee@acme.com', ...(index % 4 === 0 ? ['lee@beta.com'] : [])], {
        title: `Mail ${index}`,
        occurredAt: new Date(daysAgo(day + 1).getTime() - index * 1_000),
      }),
    ),
  );
  await capture(
    lab.ben,
    mail(3, lee, [lab.ben.email], { title: 'To Ben', occurredAt: daysAgo(3, 14) }),
  );
  await merge('lee@acme.com', 'lee@beta.com');
  const personId = await personOf('lee@acme.com');
  const readAll = async (limit: string, colleague?: string) => {
    const titles: string[] = [];
    let before: string | undefined;
    do {
      const { data } = await lab.app.call(
        'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
        {
          token: lab.ben.token,
          params: { workspaceId: lab.workspaceId, personId },
          query: { limit, ...(before && { before }), ...(colleague && { colleague }) },
        },
      );
      titles.push(...data.activities.map(({ title }) => title));
      before = data.before;
    } while (before !== undefined);
    return titles;
  };
  const ofAnn = days.map((_, index) => `Mail ${index}`);
  const all = ofAnn.toSpliced(3, 0, 'To Ben');
  for (const limit of ['1', '5', '25', '50']) expect(await readAll(limit)).toEqual(all);
  expect(await readAll('25', lab.ann.email)).toEqual(ofAnn);
  expect(await readAll('25', lab.ben.email)).toEqual(['To Ben']);
});

test('a thread of thousands of emails is read once, and not for each of them', async () => {
  const mails = range(3_000).map((index) =>
    mail(1 + (index % 100), lab.ann, ['lee@acme.com'], {
      messageIds: [`<mail-${index}>`, '<first>'],
      occurredAt: new Date(daysAgo(1 + (index % 100)).getTime() + index * 1_000),
    }),
  );
  for (const part of range(6)) await capture(lab.ann, ...mails.slice(part * 500, part * 500 + 500));
  await capture(lab.ann, mail(50, lee, [lab.ann.email], { messageIds: ['<answer>', '<first>'] }));
  const { people } = await lab.app.db.transaction().execute(async (tx) => {
    // Takes some 50 ms; when it took time by the square of the mails, it was 10 s.
    await sql`set local statement_timeout = '5s'`.execute(tx);
    return listContacts(
      tx,
      { workspaceId: lab.workspaceId, accountId: lab.accountId },
      { limit: 25, offset: 0, hidden: false },
    );
  });
  const [{ directMails, answeredMails } = {}] = people[0]?.colleagues ?? [];
  expect(directMails).toBe(3_000);
  // Those of the fifty days before the answer.
  expect(answeredMails).toBe(1_500);
});

test('every colleague has the answers that they got', async () => {
  await capture(lab.ann, ...range(7).map((day) => mail(day + 1, lab.ann, ['lee@acme.com'])));
  await capture(
    lab.ben,
    ...range(5).map((day) =>
      mail(day + 2, lab.ben, ['lee@acme.com'], { messageIds: [`<of-ben-${day}>`] }),
    ),
    mail(1, lee, [lab.ben.email], { messageIds: ['<to-ben>', '<of-ben-0>'] }),
  );
  const { data } = await lab.app.call('GET /api/workspaces/{workspaceId}/people/{personId}', {
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId, personId: await personOf('lee@acme.com') },
  });
  expect(data.person.accounts[0]?.contact.colleagues).toMatchObject([
    { name: 'Ann', directMails: 7, answeredMails: 0 },
    { name: 'Ben', directMails: 5, answeredMails: 1 },
  ]);
});

test('an address that became that of a colleague no longer counts for the person', async () => {
  const joining = await lab.app.make.person({ email: 'lee2@acme.com' });
  await capture(
    lab.ann,
    ...range(6).map((day) => mail(50 + day, lab.ann, ['lee@acme.com'])),
    mail(1, lab.ann, ['lee2@acme.com']),
  );
  await merge('lee@acme.com', 'lee2@acme.com');
  await lab.app.db
    .transaction()
    .execute((tx) =>
      addMember(tx, { workspaceId: lab.workspaceId, userId: joining.id, role: 'member' }),
    );
  const { data } = await lab.app.call('GET /api/accounts/{accountId}/people', {
    token: lab.ann.token,
    params: { accountId: lab.accountId },
    query: { goingQuiet: 'true' },
  });
  expect(data.people).toMatchObject([
    {
      addresses: ['lee2@acme.com', 'lee@acme.com'],
      lastDay: addDays(today, -50),
      days: 6,
      daysBefore: 6,
      isGoingQuiet: true,
      colleagues: [{ days: 6, directMails: 6 }],
    },
  ]);
});
