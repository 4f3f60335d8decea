import { addDays } from '@repo/domain/time/business-day';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import type { MadePerson } from '../../../../test/test-makers.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { hidePerson, mergePeople } from '../../relationships/change-contacts.ts';
import { dismissQuietPerson } from '../../relationships/dismiss-quiet.ts';
import { mail, makePeopleWorkspace, today } from './people.fixture.ts';

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
/** Emails of Ann on the day of the last contact, and on days before. */
const mailsUntil = (address: string, lastDay: number, count = 6) =>
  Array.from({ length: count }, (_, index) => mail(lastDay + 2 * index, ann, [address]));
const read = async (query: Record<string, string> = {}) =>
  (
    await app.call('GET /api/workspaces/{workspaceId}/quiet-people', {
      token: ben.token,
      params: { workspaceId },
      query,
    })
  ).data;
const addresses = async () => (await read()).people.map(({ contact }) => contact.addresses[0]);
const decide = async (address: string) => {
  const { person_id: personId } = await app.db
    .selectFrom('contacts')
    .select('person_id')
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  return { workspaceId, personId, userId: ann.id };
};

test('the people of all accounts of a workspace who are going quiet, the latest first', async () => {
  await app.call('POST /api/accounts/import', {
    token: ann.token,
    body: { domains: ['beta.com'], workspaceId, name: 'Beta' },
  });
  await capture(
    ann,
    ...mailsUntil('lee@acme.com', 50),
    ...mailsUntil('pat@beta.com', 42),
    ...mailsUntil('old@acme.com', 182, 7),
    // Not long enough ago, too long ago, and too seldom.
    ...mailsUntil('busy@acme.com', 41),
    ...mailsUntil('gone@acme.com', 183),
    ...mailsUntil('rare@acme.com', 50, 5),
  );
  const { people, total } = await read();
  expect(total).toBe(3);
  expect(people.map(({ account, contact }) => [account.name, contact.addresses])).toEqual([
    ['Beta', ['pat@beta.com']],
    ['Acme', ['lee@acme.com']],
    ['Acme', ['old@acme.com']],
  ]);
  expect(people[1]).toMatchObject({
    account: { id: accountId },
    contact: { lastDay: addDays(today, -50), daysBefore: 6, isGoingQuiet: true },
  });
  const second = await read({ limit: '1', offset: '1' });
  expect(second.total).toBe(3);
  expect(second.people.map(({ contact }) => contact.addresses)).toEqual([['lee@acme.com']]);
  await capture(ann, mail(0, ann, ['lee@acme.com']));
  expect(await addresses()).toEqual(['pat@beta.com', 'old@acme.com']);
  await app.db
    .updateTable('workspace_accounts')
    .set({ deleted_at: new Date() })
    .where('id', '=', accountId)
    .execute();
  expect(await addresses()).toEqual(['pat@beta.com']);
});

test('a person who was hidden, merged or dismissed is not listed, until that is reverted', async () => {
  await capture(
    ann,
    ...mailsUntil('lee@acme.com', 50),
    // Together they are in touch on six days; apart they are not.
    ...mailsUntil('kim@acme.com', 60, 3),
    ...mailsUntil('kim2@acme.com', 66, 3),
  );
  expect(await addresses()).toEqual(['lee@acme.com']);
  const lee = await decide('lee@acme.com');
  await hidePerson(app.db, { ...lee, isHidden: true });
  expect(await addresses()).toEqual([]);
  await hidePerson(app.db, { ...lee, isHidden: null });
  const kim = await decide('kim@acme.com');
  const other = await decide('kim2@acme.com');
  await mergePeople(app.db, { ...other, intoPersonId: kim.personId });
  expect(await addresses()).toEqual(['lee@acme.com', 'kim2@acme.com']);
  await dismissQuietPerson(app.db, { ...kim, until: today });
  expect(await addresses()).toEqual(['lee@acme.com']);
  await dismissQuietPerson(app.db, { ...kim, until: addDays(today, -1) });
  expect(await addresses()).toHaveLength(2);
});
