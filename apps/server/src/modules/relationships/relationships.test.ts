import { labelOf, strengthOn } from '@repo/domain/relationships/strength';
import { businessDayOf, startOfBusinessDay, addDays } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import type { ActivityToCapture } from '../activities/activity-to-capture.ts';
import { sampleMail, sampleMeeting } from '../activities/sample-mail.fixture.ts';
import { leaveWorkspace } from '../workspaces/members/leave-workspace.ts';
import { setShareLevels } from '../domains/set-share-level.ts';
import { shareDomain } from '#modules/domains/sharing/share-domain.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { unshareDomain } from '#modules/domains/sharing/unshare-domain.ts';
import { addMember } from '../workspaces/add-member.ts';
import { hidePerson, mergePeople, separateAddress } from './change-contacts.ts';
import { actualRelationships } from './expected-relationships.fixture.ts';
import { refreshOwnAddress } from './refresh-own-address.ts';
import { refreshDueRelationships } from './refresh-due-relationships.ts';

let app: TestApp;
let me: MadePerson;
let workspaceId: string;
let accountId: string;
let domainId: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const made = await tracking(app).settle();
  me = made.person;
  workspaceId = made.workspace.id;
  ({ accountId, domainId } = await tracking(app).makeAccount(me, workspaceId));
});

const today = businessDayOf(new Date());
/** At noon in UTC, which is the same day in New York; today a moment ago. */
const daysAgo = (days: number) =>
  days === 0 ? new Date(Date.now() - 1) : new Date(`${addDays(today, -days)}T17:00:00Z`);

/** A mail of mine to some addresses. */
const mailTo = (days: number, addresses: string[], given: Partial<ActivityToCapture> = {}) =>
  sampleMail({
    occurredAt: daysAgo(days),
    participants: [
      { name: 'Me', email: me.email, role: 'from' },
      ...addresses.map((email) => ({ name: '', email, role: 'to' as const })),
    ],
    ...given,
  });
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => `other${index}@home.net`);
const capture = (...activities: ActivityToCapture[]) => tracking(app).capture(me, activities);
const read = () => actualRelationships(app.db, accountId);
const personOf = async (address: string) =>
  (
    await app.db
      .selectFrom('contacts')
      .select('person_id')
      .where('account_id', '=', accountId)
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
  ).person_id;

test('the strength of a pair is that of the definition', async () => {
  await capture(
    mailTo(0, ['ann@acme.com']),
    mailTo(7, ['ann@acme.com']),
    mailTo(7, ['ann@acme.com', ...others(3)]),
    mailTo(42, ['ann@acme.com', ...others(1)]),
  );
  const { key } = await app.db
    .selectFrom('ties')
    .select('key')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(strengthOn(key, today)).toBeCloseTo(2.1409, 4);
  expect(labelOf(strengthOn(key, today))).toBe('regular');
});

test('mass mailings and emails through a list connect no one', async () => {
  const fromAnn = { name: 'Ann', email: 'ann@acme.com', role: 'from' } as const;
  await capture(
    mailTo(1, ['ann@acme.com', ...others(20)]),
    sampleMail({ participants: [fromAnn, { name: '', email: 'team@home.net', role: 'to' }] }),
  );
  expect(await read()).toMatchObject({ days: [], contacts: [], ties: [] });
  await capture(mailTo(1, ['ann@acme.com', ...others(19)]));
  expect(await read()).toMatchObject({ contacts: ['ann@acme.com'] });
});

test('a contact is named as it names itself', async () => {
  await capture(
    sampleMail({
      occurredAt: daysAgo(5),
      participants: [
        { name: 'Ann Lee', email: 'ann@acme.com', role: 'from' },
        { name: '', email: me.email, role: 'to' },
      ],
    }),
    mailTo(1, ['ann@acme.com']),
  );
  const named = app.db.selectFrom('contacts').select('name').where('account_id', '=', accountId);
  expect(await named.execute()).toEqual([{ name: 'Ann Lee' }]);
});

test('a meeting that lies ahead counts once it has begun', async () => {
  const start = startOfBusinessDay(addDays(today, 2));
  await capture(sampleMeeting({ occurredAt: start }), mailTo(3, ['ann@acme.com']));
  const before = await read();
  expect(before.days).toHaveLength(1);
  expect(before.summary.nextMeeting).toEqual(start);
  // A capture in between must not make the meeting be forgotten.
  await capture(mailTo(4, ['ann@acme.com']));
  await refreshDueRelationships(app.db, start);
  const after = await read();
  expect(after.days).toHaveLength(3);
  expect(after.summary).toMatchObject({ nextMeeting: null, lastDay: addDays(today, 2) });
});

test('accounts from before are filled in, a part at a time', async () => {
  await capture(
    ...Array.from({ length: 90 }, (_, index) =>
      mailTo(index, ['ann@acme.com', `p${index}@acme.com`]),
    ),
  );
  const expected = await read();
  expect(expected.contacts).toHaveLength(91);
  for (const table of ['contacts', 'tie_days', 'ties', 'account_relationships'] as const) {
    await app.db.deleteFrom(table).where('account_id', '=', accountId).execute();
  }
  await refreshDueRelationships(app.db, new Date(), 20);
  expect(await read()).toEqual(expected);
});

test.each(['0001-01-02T12:00:00Z', '1601-01-01T12:00:00Z', '1896-06-30T12:00:00Z'])(
  'an email of %s is counted, however long ago that is',
  async (date) => {
    await capture(mailTo(0, ['ann@acme.com'], { occurredAt: new Date(date) }));
    const { ties } = await read();
    expect(ties).toHaveLength(1);
    const { status, data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: me.token,
      params: { workspaceId },
      query: { limit: 10, sort: 'strength', order: 'DESC', includeRelationships: 'true' },
    });
    expect(status).toBe(200);
    expect(data.accounts).toMatchObject([{ relationship: { label: 'dormant' } }]);
  },
);

test('an account that cannot be counted holds back no other', async () => {
  const { data } = await tracking(app).importOne(me.token, 'globex.com', workspaceId);
  const other = { accountId: data.results[0]?.workspaceAccount?.id ?? '' };
  await capture(mailTo(1, ['ann@acme.com']));
  await tracking(app).capture(me, [mailTo(1, ['zoe@globex.com'])]);
  await sql`update account_relationships set due_at = '-infinity'`.execute(app.db);
  await sql`delete from ties where account_id in (${accountId}, ${other.accountId})`.execute(
    app.db,
  );
  const [refused] = [accountId, other.accountId].sort();
  await sql`
    alter table ties add constraint refused check (account_id <> ${sql.lit(refused)})`.execute(
    app.db,
  );
  onTestFinished(async () => {
    await sql`alter table ties drop constraint if exists refused`.execute(app.db);
  });
  await expect(refreshDueRelationships(app.db)).rejects.toThrow('refused');
  const { rows } = await sql`select distinct account_id from ties
    where account_id in (${accountId}, ${other.accountId})`.execute(app.db);
  expect(rows).toHaveLength(1);
});

test('what is no longer shared is as if it had never been, also in another workspace', async () => {
  const nothing = await read();
  await capture(mailTo(1, ['ann@acme.com']), mailTo(50, ['bob@acme.com']));
  const shared = await read();
  await unshareDomain(app.db, { userId: me.id, domainId, workspaceId });
  expect(await read()).toEqual(nothing);
  await shareDomain(app.db, { userId: me.id, domainId, workspaceId });
  expect(await read()).toEqual(shared);
  const other = await app.make.workspace();
  await app.make.membership(other.id, me.id);
  // Importing the domain there moves the share (docs/decisions/import-moves-a-share.md).
  const moved = await tracking(app).makeAccount(me, other.id);
  expect(await read()).toEqual(nothing);
  expect(await actualRelationships(app.db, moved.accountId)).toEqual(shared);
});

test('a contact who becomes a colleague is none, and is one again after leaving', async () => {
  const joining = await app.make.person({ email: 'ann@acme.com' });
  await capture(mailTo(1, ['ann@acme.com']), mailTo(2, ['bob@acme.com']));
  const before = await read();
  await app.db
    .transaction()
    .execute((tx) => addMember(tx, { workspaceId, userId: joining.id, role: 'member' }));
  const after = await read();
  expect(after.ties).toHaveLength(1);
  expect(after.summary.lastDay).toBe(addDays(today, -2));
  await capture(mailTo(0, ['ann@acme.com']));
  expect((await read()).ties).toHaveLength(1);
  await app.db
    .transaction()
    .execute((tx) => leaveWorkspace(tx, { userId: joining.id, workspaceId }));
  expect((await read()).ties).toHaveLength(before.ties.length);
});

test('automated addresses count only where a member shows them', async () => {
  await capture(mailTo(1, ['newsletter@acme.com']), mailTo(2, ['ann@acme.com']));
  expect((await read()).ties).toHaveLength(1);
  const personId = await personOf('newsletter@acme.com');
  await hidePerson(app.db, { workspaceId, userId: me.id, personId, isHidden: false });
  expect((await read()).ties).toHaveLength(2);
  const ann = await personOf('ann@acme.com');
  await hidePerson(app.db, { workspaceId, userId: me.id, personId: ann, isHidden: true });
  const hidden = await read();
  expect(hidden.ties).toHaveLength(1);
  expect(hidden.summary.lastDay).toBe(addDays(today, -1));
  await hidePerson(app.db, { workspaceId, userId: me.id, personId: ann, isHidden: null });
  expect((await read()).ties).toHaveLength(2);
});

test('addresses of one person count once on a day, and can be separated again', async () => {
  await capture(
    mailTo(1, ['ann@acme.com', ...others(3)]),
    mailTo(1, ['lee@acme.com', ...others(1)]),
    mailTo(9, ['lee@acme.com']),
  );
  const before = await read();
  const [ann, lee] = [await personOf('ann@acme.com'), await personOf('lee@acme.com')];
  await mergePeople(app.db, { workspaceId, userId: me.id, personId: lee, intoPersonId: ann });
  const [tie, ...rest] = await app.db
    .selectFrom('ties')
    .select(['person_id', 'key'])
    .where('account_id', '=', accountId)
    .execute();
  expect(rest).toEqual([]);
  expect(strengthOn(tie?.key ?? 0, today)).toBeCloseTo(0.5 * 0.5 ** (1 / 42) + 0.5 ** (9 / 42), 9);
  await separateAddress(app.db, { workspaceId, personId: ann, address: 'lee@acme.com' });
  expect(await read()).toEqual(before);
});

test('a person stays one when the address that it was named after is separated', async () => {
  await capture(
    mailTo(1, ['ann@acme.com']),
    mailTo(2, ['lee@acme.com']),
    mailTo(3, ['lee2@acme.com']),
  );
  const before = await read();
  const ann = await personOf('ann@acme.com');
  const merge = async (address: string) =>
    mergePeople(app.db, {
      workspaceId,
      userId: me.id,
      personId: await personOf(address),
      intoPersonId: ann,
    });
  await merge('lee@acme.com');
  await merge('lee2@acme.com');
  const othersId = await separateAddress(app.db, {
    workspaceId,
    personId: ann,
    address: 'ann@acme.com',
  });
  expect(await personOf('ann@acme.com')).toBe(ann);
  expect(await personOf('lee@acme.com')).toBe(othersId);
  expect(await personOf('lee2@acme.com')).toBe(othersId);
  expect(othersId).not.toBe(ann);
  const two = { workspaceId, personId: othersId, address: 'lee2@acme.com' };
  expect(await separateAddress(app.db, two)).toBe(await personOf('lee@acme.com'));
  expect(await read()).toEqual(before);
});

test('what was decided about an address counts in accounts that come later', async () => {
  await capture(mailTo(1, ['ann@lab.acme.com']), mailTo(2, ['lee@acme.com']));
  const [personId, lee] = [await personOf('ann@lab.acme.com'), await personOf('lee@acme.com')];
  await mergePeople(app.db, { workspaceId, userId: me.id, personId, intoPersonId: lee });
  await hidePerson(app.db, { workspaceId, userId: me.id, personId: lee, isHidden: true });
  await app.call('POST /api/accounts/import', {
    token: me.token,
    body: { domains: ['lab.acme.com'], workspaceId, name: 'Lab' },
  });
  await capture(mailTo(0, ['ann@lab.acme.com']));
  const contacts = await app.db
    .selectFrom('contacts')
    .select(['person_id', 'is_shown', 'hidden_by'])
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', 'ann@lab.acme.com')
    .execute();
  expect(contacts.length).toBeGreaterThan(1);
  for (const contact of contacts) {
    expect(contact).toEqual({ person_id: lee, is_shown: false, hidden_by: me.id });
  }
});

test('a person has at most 50 addresses', async () => {
  const addresses = Array.from({ length: 51 }, (_, index) => `ann${index}@acme.com`);
  await capture(...addresses.map((address, index) => mailTo(index, [address])));
  const intoPersonId = await personOf('ann0@acme.com');
  for (const address of addresses.slice(1, 50)) {
    await mergePeople(app.db, {
      workspaceId,
      userId: me.id,
      personId: await personOf(address),
      intoPersonId,
    });
  }
  expect((await read()).ties).toHaveLength(2);
  const personId = await personOf('ann50@acme.com');
  await expect(
    mergePeople(app.db, { workspaceId, userId: me.id, personId, intoPersonId }),
  ).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
  });
  await expect(
    mergePeople(app.db, { workspaceId, userId: me.id, personId: intoPersonId, intoPersonId }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('days at the level activity count for the account and name no one', async () => {
  await capture(mailTo(3, ['ann@acme.com']), mailTo(1, ['ben@acme.com', 'noreply@acme.com']));
  const before = await read();
  await setShareLevels(app.db, { userId: me.id, domainIds: [domainId], level: 'activity' });
  const withheld = await read();
  expect(withheld.contacts).toEqual([]);
  expect(withheld.days.map((day) => day.split(' ')[0])).toEqual(['', '']);
  expect(withheld.ties).toHaveLength(1);
  const { key, lastDay, recent } = before.summary;
  expect(withheld.summary).toMatchObject({ key, lastDay, recent });
  await setShareLevels(app.db, { userId: me.id, domainIds: [domainId], level: 'full' });
  expect(await read()).toEqual(before);
});

test('the stored key of many days is that of the domain', async () => {
  await capture(...Array.from({ length: 200 }, (_, index) => mailTo(7 * index, ['ann@acme.com'])));
  const { rows } = await sql<{ key: number }>`
    select key from account_relationships where account_id = ${accountId}`.execute(app.db);
  expect(strengthOn(rows[0]?.key ?? 0, today)).toBeCloseTo(9.166, 3);
});

test('another mailbox of mine is no contact, also one that is connected later', async () => {
  const connect = (source: string) =>
    app.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('integrations')
        .values({ owner_id: me.id, provider: 'imap', source })
        .execute();
      await refreshOwnAddress(tx, me.id, source);
    });
  await connect('Me.First@acme.com');
  await capture(mailTo(1, ['me.first@acme.com', 'me.second@acme.com', 'ann@acme.com']));
  expect(await read()).toMatchObject({ contacts: ['ann@acme.com', 'me.second@acme.com'] });
  await connect('me.second@acme.com');
  await refreshDueRelationships(app.db);
  expect(await read()).toMatchObject({ contacts: ['ann@acme.com'] });
});

/** A mail of one address to others, whose mailbox is mine. */
const mailFrom = (sender: string, to: string[], cc: string[] = [], days = 1) =>
  sampleMail({
    occurredAt: daysAgo(days),
    participants: [
      { name: '', email: sender, role: 'from' },
      ...to.map((email) => ({ name: '', email, role: 'to' as const })),
      ...cc.map((email) => ({ name: '', email, role: 'cc' as const })),
    ],
  });

const ann = 'ann@acme.com';
const mailOfBoth = () => {
  const mail = mailFrom(me.email, [me.email]);
  return {
    ...mail,
    participants: [...mail.participants, { name: '', email: ann, role: 'from' as const }],
  };
};
const sides: [string, () => ActivityToCapture, 'us' | 'them'][] = [
  ['my mail with me in Cc', () => mailFrom(me.email, [ann], [me.email]), 'us'],
  ['my mail to me with them in Cc', () => mailFrom(me.email, [me.email], [ann]), 'us'],
  ['my mail to a list of theirs and me', () => mailFrom(me.email, [ann, me.email]), 'us'],
  ['a mail of both of us to me', () => mailOfBoth(), 'them'],
  ['their mail with them in Cc', () => mailFrom(ann, [me.email], [ann]), 'them'],
  ['their mail to themselves with me in Cc', () => mailFrom(ann, [ann], [me.email]), 'them'],
];

test.each(sides)('%s is contact by one side', async (_, mail, side) => {
  await capture(mail());
  const day = addDays(today, -1);
  expect((await read()).summary).toMatchObject({
    byUs: side === 'us' ? day : null,
    byThem: side === 'them' ? day : null,
  });
});

test('automatic mail is shown and is no contact', async () => {
  const reply = { ...mailFrom(ann, [me.email]), isAutomatic: true };
  await capture(mailFrom(me.email, [ann], [], 3), reply);
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: me.token,
    params: { accountId },
    query: { range: '12W' },
  });
  expect(data.activities).toHaveLength(2);
  const without = await read();
  expect(without.days).toHaveLength(1);
  expect(without.summary).toMatchObject({ lastDay: addDays(today, -3), byThem: null });
  // Read again by the nightly comparison, which finds out that a person wrote it, or that no person did.
  await capture({ ...reply, isAutomatic: false });
  expect((await read()).summary).toMatchObject({ byThem: addDays(today, -1) });
  await capture(reply);
  expect(await read()).toEqual(without);
});
