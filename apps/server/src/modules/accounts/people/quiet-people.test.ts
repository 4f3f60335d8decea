import { addDays } from '@repo/domain/time/business-day';
import { expect, test } from 'vitest';
import type { MadePerson } from '#test/test-makers.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { hidePerson, mergePeople } from '../../relationships/change-contacts.ts';
import { dismissQuietPerson } from '../../relationships/dismiss-quiet.ts';
import { mail, inPeopleWorkspace, today } from './people.fixture.ts';

const lab = inPeopleWorkspace();

const capture = (person: MadePerson, ...activities: ActivityToCapture[]) =>
  tracking(lab.app).capture(person, activities);
/** Emails of Ann on the day of the last contact, and on days before. */
const mailsUntil = (address: string, lastDay: number, count = 6) =>
  Array.from({ length: count }, (_, index) => mail(lastDay + 2 * index, lab.ann, [address]));
const read = async (query: Record<string, string> = {}) =>
  (
    await lab.app.call('GET /api/workspaces/{workspaceId}/quiet-people', {
      token: lab.ben.token,
      params: { workspaceId: lab.workspaceId },
      query,
    })
  ).data;
const addresses = async () => (await read()).people.map(({ contact }) => contact.addresses[0]);
const decide = async (address: string) => {
  const { person_id: personId } = await lab.app.db
    .selectFrom('contacts')
    .select('person_id')
    .where('workspace_id', '=', lab.workspaceId)
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  return { workspaceId: lab.workspaceId, personId, userId: lab.ann.id };
};

test('the people of all accounts of a workspace who are going quiet, the latest first', async () => {
  await lab.app.call('POST /api/accounts/import', {
    token: lab.ann.token,
    body: { domains: ['beta.com'], workspaceId: lab.workspaceId, name: 'Beta' },
  });
  await capture(
    lab.ann,
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
    account: { id: lab.accountId },
    contact: { lastDay: addDays(today, -50), daysBefore: 6, isGoingQuiet: true },
  });
  const second = await read({ limit: '1', offset: '1' });
  expect(second.total).toBe(3);
  expect(second.people.map(({ contact }) => contact.addresses)).toEqual([['lee@acme.com']]);
  await capture(lab.ann, mail(0, lab.ann, ['lee@acme.com']));
  expect(await addresses()).toEqual(['pat@beta.com', 'old@acme.com']);
  await lab.app.db
    .updateTable('workspace_accounts')
    .set({ deleted_at: new Date() })
    .where('id', '=', lab.accountId)
    .execute();
  expect(await addresses()).toEqual(['pat@beta.com']);
});

test('a person who was hidden, merged or dismissed is not listed, until that is reverted', async () => {
  await capture(
    lab.ann,
    ...mailsUntil('lee@acme.com', 50),
    // Together they are in touch on six days; apart they are not.
    ...mailsUntil('kim@acme.com', 60, 3),
    ...mailsUntil('kim2@acme.com', 66, 3),
  );
  expect(await addresses()).toEqual(['lee@acme.com']);
  const lee = await decide('lee@acme.com');
  await hidePerson(lab.app.db, { ...lee, isHidden: true });
  expect(await addresses()).toEqual([]);
  await hidePerson(lab.app.db, { ...lee, isHidden: null });
  const kim = await decide('kim@acme.com');
  const other = await decide('kim2@acme.com');
  await mergePeople(lab.app.db, { ...other, intoPersonId: kim.personId });
  expect(await addresses()).toEqual(['lee@acme.com', 'kim2@acme.com']);
  await dismissQuietPerson(lab.app.db, { ...kim, until: today });
  expect(await addresses()).toEqual(['lee@acme.com']);
  await dismissQuietPerson(lab.app.db, { ...kim, until: addDays(today, -1) });
  expect(await addresses()).toHaveLength(2);
});
