import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { continueHandOvers } from './continue-hand-overs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const lee = { name: 'Lee', email: 'lee@acme.com' };
let workspaceId: string;
let accountId: string;
let owner: MadePerson;
let ann: MadePerson;
let ben: MadePerson;
let admin: MadePerson;

/** Ann and Ben share Acme; Ann alone shares Other, and keeps Mine for herself. */
beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  owner = await app.make.person({ name: 'Olga' });
  await app.make.membership(workspaceId, owner.id, 'owner');
  ann = await app.make.member(workspaceId, { name: `Ann ${randomUUID()}` });
  ben = await app.make.member(workspaceId, { name: 'Ben' });
  admin = await app.make.person({ is_admin: true });
  ({ accountId } = await tracking(app).makeAccount(ann, workspaceId));
  const { data } = await tracking(app).importOne(ben.token, 'acme.com');
  await app.call('POST /api/accounts/domains/share', {
    token: ben.token,
    body: { domainId: data.results[0]?.domain.id ?? '', workspaceId },
  });
  await tracking(app).importOne(ann.token, 'other.com', workspaceId);
  await tracking(app).importOne(ann.token, 'mine.com');
  await tracking(app).capture(ann, [
    mail(1, lee, [ann.email]),
    mail(3, ann, ['kim@acme.com']),
    mail(2, { name: 'Oz', email: 'oz@other.com' }, [ann.email]),
    mail(2, { name: 'Doc', email: 'doc@mine.com' }, [ann.email]),
  ]);
  await tracking(app).capture(ben, [mail(4, lee, [ben.email])]);
});

const published = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select account_id, activity_key, owner_id, title, participants, level from account_activities
    where workspace_id = ${workspaceId} order by account_id, activity_key`.execute(app.db);
  const people = await sql`
    select account_id, address, is_shown from contacts where workspace_id = ${workspaceId}
    order by 1, 2`.execute(app.db);
  const listed = await sql`
    select account_id, contributor_count, account_owner_name, creator_name, last_activity_at
    from listed_accounts where workspace_id = ${workspaceId} order by 1`.execute(app.db);
  return { rows, people: people.rows, listed: listed.rows };
};

const finish = async () => {
  await continueHandOvers(app.context);
  await takeRemainingSteps(app.db);
};
const expectRebuilt = async () => {
  await finish();
  const before = await published();
  const accounts = await app.db
    .selectFrom('workspace_accounts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  for (const { id } of accounts) {
    await app.db
      .transaction()
      .execute((tx) => rebuildPublished(tx, { workspaceId, accountId: id }));
  }
  expect(await published()).toEqual(before);
  return before;
};

const passGrace = async () => {
  await app.db
    .updateTable('hand_overs')
    .set({ ends_at: new Date(0) })
    .execute();
  await finish();
};

const byAdmin = (choice: string, successorId: string | null = null) =>
  app.call('POST /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: ann.id },
    body: { choice, successorId } as never,
  });
const byOwner = (choice: string, successorId: string | null = null) =>
  app.call('POST /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
    token: owner.token,
    params: { workspaceId, userId: ann.id },
    body: { choice, successorId } as never,
  });
const titlesOf = async () =>
  (await published()).rows.filter(({ owner_id }) => owner_id === ann.id).map(({ title }) => title);
const capturedOf = async () => {
  const { rows } = await sql<{ title: string; body: string | null }>`
    select title, text_body as body from captured_activities where owner_id = ${ann.id}
    order by id`.execute(app.db);
  return rows;
};

test('a dry run counts, and changes nothing', async () => {
  const before = await published();
  const { data } = await app.call('GET /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: ann.id },
  });
  expect(data.handOver).toBeNull();
  expect(data.plan).toMatchObject({
    workspaceCount: 1,
    privateActivities: 1,
    workspaces: [
      { domains: 2, accounts: 2, onlyTheirs: 1, activities: 3, contacts: 2, isLastOwner: false },
    ],
  });
  expect(data.plan.successors.map(({ name }) => name)).toEqual(['Ben', 'Olga']);
  expect(await published()).toEqual(before);
});

test.each([
  ['an administrator', byAdmin],
  ['an owner', byOwner],
])('%s keeps what was shared, also after the grace', async (_, begin) => {
  const before = await published();
  expect((await begin('keep')).status).toBe(200);
  expect(await published()).toEqual(before);
  await passGrace();
  expect(await expectRebuilt()).toEqual(before);
});

test('credentials end at once, private captures after the grace', async () => {
  await byAdmin('keep');
  const { status } = await app.call('GET /api/auth/me', { token: ann.token });
  expect(status).toBe(401);
  expect(await capturedOf()).toHaveLength(4);
  await passGrace();
  expect(await capturedOf()).toHaveLength(3);
  const { rows } = await sql`select from hand_overs where user_id = ${ann.id}`.execute(app.db);
  expect(rows).toEqual([]);
});

test('an owner redacts: days stay, subjects go', async () => {
  await byOwner('redact');
  await finish();
  expect(await titlesOf()).toEqual(['', '', '']);
  await passGrace();
  await expectRebuilt();
  expect(await titlesOf()).toEqual(['', '', '']);
  expect(await capturedOf()).toHaveLength(4);
});

test('after the grace a redacted user has no subject and no text left', async () => {
  await byAdmin('redact');
  await passGrace();
  expect(await capturedOf()).toEqual(Array.from({ length: 3 }, () => ({ title: '', body: null })));
  await expectRebuilt();
});

test('an owner erases what was shared, and not what the user captured', async () => {
  await byOwner('erase');
  expect(await titlesOf()).toEqual([]);
  await passGrace();
  await expectRebuilt();
  expect(await capturedOf()).toHaveLength(4);
});

test('nothing of an erased user is left in any table', async () => {
  await byAdmin('erase');
  await passGrace();
  await expectRebuilt();
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace and relname not like 'kysely%'`.execute(app.db);
  const found = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} each
      where each::text like ${`%${ann.email}%`} or each::text like ${`%${ann.name}%`} limit 1`.execute(
      app.db,
    );
    if (rows.length > 0) found.push(name);
  }
  expect(found).toEqual([]);
});

test.each([
  ['an administrator', 'redact'],
  ['an administrator', 'erase'],
  ['an owner', 'reassign'],
  ['an owner', 'redact'],
  ['an owner', 'erase'],
])(
  'whom %s brings back after %s has shares, workspaces and levels as before',
  async (who, choice) => {
    const before = await published();
    const isByOwner = who === 'an owner';
    await (isByOwner ? byOwner : byAdmin)(choice, choice === 'reassign' ? ben.id : null);
    const { status } = isByOwner
      ? await app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
          token: owner.token,
          params: { workspaceId, userId: ann.id },
        })
      : await app.call('DELETE /api/admin/users/{id}/hand-over', {
          token: admin.token,
          params: { id: ann.id },
        });
    expect(status).toBe(200);
    expect(await expectRebuilt()).toEqual(before);
    const { rows } = await sql`select from hand_overs where user_id = ${ann.id}`.execute(app.db);
    expect(rows).toEqual([]);
  },
);

test('a successor owns the accounts, and reads nothing more', async () => {
  await app.db
    .updateTable('workspace_accounts')
    .set({ account_owner_id: ann.id })
    .where('id', '=', accountId)
    .execute();
  await byOwner('reassign', ben.id);
  const { data } = await app.call('GET /api/accounts', {
    token: ben.token,
    query: { type: 'domains' },
  });
  expect(data.domains.map(({ domain }) => domain)).toEqual(['acme.com']);
  const { rows } = await sql`
    select from workspace_accounts where id = ${accountId} and account_owner_id = ${ben.id}`.execute(
    app.db,
  );
  expect(rows).toHaveLength(1);
});

test('who left one workspace reads nothing there, and adds nothing new', async () => {
  await byOwner('keep');
  const { status } = await app.call('GET /api/workspaces/{workspaceId}/members', {
    token: ann.token,
    params: { workspaceId },
    query: {},
  });
  expect(status).toBe(404);
  const before = await published();
  await tracking(app).capture(ann, [mail(0, lee, [ann.email]), sampleMail()]);
  expect(await expectRebuilt()).toEqual(before);
});
