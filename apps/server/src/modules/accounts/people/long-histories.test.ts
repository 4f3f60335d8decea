import { addDays } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import type { MadePerson } from '../../../../test/test-makers.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { listContacts } from '../../relationships/read-contacts.ts';
import { addMember } from '../../workspaces/add-member.ts';
import { daysAgo, lee, mail, makePeopleWorkspace, today } from './people.fixture.ts';

let app: TestApp;
let ann: MadePerson;
let ben: MadePerson;
let workspaceId: string;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ ann, ben, workspaceId, accountId } = await makePeopleWorkspace(app));
});

const capture = (person: MadePerson, ...activities: ActivityToCapture[]) =>
  tracking(app).capture(person, activities);
const personOf = async (address: string) =>
  (
    await app.db
      .selectFrom('contacts')
      .select('person_id')
      .where('workspace_id', '=', workspaceId)
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
  ).person_id;
const merge = async (into: string, other: string) =>
  app.call('POST /api/workspaces/{workspaceId}/people/{personId}/merge', {
    token: ann.token,
    params: { workspaceId, personId: await personOf(into) },
    body: { otherId: await personOf(other) },
  });
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test('the pages of a person with many days have every activity once, the newest first', async () => {
  await app.call('POST /api/accounts/import', {
    token: ann.token,
    body: { domains: ['beta.com'], workspaceId, name: 'Beta' },
  });
  // Days with one and days with several; some in both accounts, and one long before all others.
  const days = [...range(40), 40, 40, 40, 40, 40, 41, 400];
  await capture(
    ann,
    ...days.map((day, index) =>
      mail(day + 1, ann, ['lee@acme.com', ...(index % 4 === 0 ? ['lee@beta.com'] : [])], {
        title: `Mail ${index}`,
        occurredAt: new Date(daysAgo(day + 1).getTime() - index * 1_000),
      }),
    ),
  );
  await capture(ben, mail(3, lee, [ben.email], { title: 'To Ben', occurredAt: daysAgo(3, 14) }));
  await merge('lee@acme.com', 'lee@beta.com');
  const personId = await personOf('lee@acme.com');
  const readAll = async (limit: string, colleague?: string) => {
    const titles: string[] = [];
    let before: string | undefined;
    do {
      const { data } = await app.call(
        'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
        {
          token: ben.token,
          params: { workspaceId, personId },
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
  expect(await readAll('25', ann.email)).toEqual(ofAnn);
  expect(await readAll('25', ben.email)).toEqual(['To Ben']);
});

test('a thread of thousands of mails is read once, and not for each of them', async () => {
  const mails = range(3_000).map((index) =>
    mail(1 + (index % 100), ann, ['lee@acme.com'], {
      messageIds: [`<mail-${index}>`, '<first>'],
      occurredAt: new Date(daysAgo(1 + (index % 100)).getTime() + index * 1_000),
    }),
  );
  for (const part of range(6)) await capture(ann, ...mails.slice(part * 500, part * 500 + 500));
  await capture(ann, mail(50, lee, [ann.email], { messageIds: ['<answer>', '<first>'] }));
  const { people } = await app.db.transaction().execute(async (tx) => {
    // Takes some 50 ms; when it took time by the square of the mails, it was 10 s.
    await sql`set local statement_timeout = '5s'`.execute(tx);
    return listContacts(tx, { workspaceId, accountId }, { limit: 25, offset: 0, hidden: false });
  });
  const [{ directMails, answeredMails } = {}] = people[0]?.colleagues ?? [];
  expect(directMails).toBe(3_000);
  // Those of the fifty days before the answer.
  expect(answeredMails).toBe(1_500);
});

test('every colleague has the answers that they got', async () => {
  await capture(ann, ...range(7).map((day) => mail(day + 1, ann, ['lee@acme.com'])));
  await capture(
    ben,
    ...range(5).map((day) =>
      mail(day + 2, ben, ['lee@acme.com'], { messageIds: [`<of-ben-${day}>`] }),
    ),
    mail(1, lee, [ben.email], { messageIds: ['<to-ben>', '<of-ben-0>'] }),
  );
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/people/{personId}', {
    token: ann.token,
    params: { workspaceId, personId: await personOf('lee@acme.com') },
  });
  expect(data.person.accounts[0]?.contact.colleagues).toMatchObject([
    { name: 'Ann', directMails: 7, answeredMails: 0 },
    { name: 'Ben', directMails: 5, answeredMails: 1 },
  ]);
});

test('an address that became that of a colleague no longer counts for the person', async () => {
  const joining = await app.make.person({ email: 'lee2@acme.com' });
  await capture(
    ann,
    ...range(6).map((day) => mail(50 + day, ann, ['lee@acme.com'])),
    mail(1, ann, ['lee2@acme.com']),
  );
  await merge('lee@acme.com', 'lee2@acme.com');
  await app.db
    .transaction()
    .execute((tx) => addMember(tx, { workspaceId, userId: joining.id, role: 'member' }));
  const { data } = await app.call('GET /api/accounts/{accountId}/people', {
    token: ann.token,
    params: { accountId },
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
