import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { mail, makePeopleWorkspace } from '../../accounts/people/people.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { leaveWorkspace } from './leave-workspace.ts';

/*
 * What a member saves while they are removed: either it is saved first and goes with the membership, or it finds no
 * member. Each order is made by a lock that the test has, not by time.
 */

let app: TestApp;
let lab: Awaited<ReturnType<typeof makePeopleWorkspace>>;
let admin: MadePerson;
let viewId: string;
let activityId: string;
let people: string[];
beforeAll(async () => {
  app = await createTestApp();
  lab = await makePeopleWorkspace(app);
  admin = await app.make.person({ is_admin: true });
  const { ann, workspaceId } = lab;
  await tracking(app).capture(ann, [
    mail(1, { name: 'Lee', email: 'lee@acme.com' }, [ann.email]),
    mail(2, { name: 'Kim', email: 'kim@acme.com' }, [ann.email]),
  ]);
  const { data } = await app.call('POST /api/workspaces/{workspaceId}/views', {
    token: ann.token,
    params: { workspaceId },
    body: { name: 'Shared', isShared: true, state },
  });
  viewId = data.view.id;
  const mails = await app.db.selectFrom('account_activities').select('id').execute();
  activityId = mails[0]?.id ?? '';
  const contacts = await app.db
    .selectFrom('contacts')
    .select('person_id')
    .where('address', 'like', '%@acme.com')
    .execute();
  people = contacts.map(({ person_id }) => person_id);
});
afterAll(() => app.close());

const today = businessDayOf(new Date());
const state = { filters: {}, widths: {} };
const ofWorkspace = () => ({ token: lab.ben.token, params: { workspaceId: lab.workspaceId } });
const ofAccount = () => ({ token: lab.ben.token, params: { accountId: lab.accountId } });
const ofPerson = () => ({
  token: lab.ben.token,
  params: { workspaceId: lab.workspaceId, personId: people[0] ?? '' },
});

type Save = () => Promise<{ status: number }>;

/** What is theirs alone, by the table that stores it. */
const own: [string, string, Save][] = [
  ...[true, false].map((isShared): [string, string, Save] => [
    isShared ? 'a shared view' : 'a private view',
    'saved_views',
    () =>
      app.call('POST /api/workspaces/{workspaceId}/views', {
        ...ofWorkspace(),
        body: { name: 'Own', isShared, state },
      }),
  ]),
  [
    'the default view',
    'default_views',
    () =>
      app.call('PUT /api/workspaces/{workspaceId}/default-view', {
        ...ofWorkspace(),
        body: { viewId },
      }),
  ],
  [
    'a favourite',
    'own_accounts',
    () =>
      app.call('PUT /api/workspaces/{workspaceId}/favourites', {
        ...ofWorkspace(),
        body: { accountIds: [lab.accountId], isFavourite: true },
      }),
  ],
  [
    'a visit of an account',
    'own_accounts',
    () => app.call('POST /api/accounts/{accountId}/visit', ofAccount()),
  ],
  [
    'a reminder',
    'today_marks',
    () =>
      app.call('PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}', {
        token: lab.ben.token,
        params: { workspaceId: lab.workspaceId, activityId },
        body: { remindOn: addDays(today, 1) },
      }),
  ],
  [
    'a visit of Today',
    'today_visits',
    () => app.call('POST /api/workspaces/{workspaceId}/today/visit', ofWorkspace()),
  ],
];

/** What the workspace keeps, with their name. */
const decisions: [string, Save][] = [
  [
    'the end of the first steps',
    () => app.call('DELETE /api/workspaces/{workspaceId}/getting-started', ofWorkspace()),
  ],
  [
    'that an account is not quiet',
    () =>
      app.call('PUT /api/accounts/{accountId}/quiet-dismissal', {
        ...ofAccount(),
        body: { until: today },
      }),
  ],
  [
    'that a person is not quiet',
    () =>
      app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal', {
        ...ofPerson(),
        body: { until: today },
      }),
  ],
  [
    'that a person is hidden',
    () =>
      app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/visibility', {
        ...ofPerson(),
        body: { isHidden: true },
      }),
  ],
  [
    'that two people are one',
    () =>
      app.call('POST /api/workspaces/{workspaceId}/people/{personId}/merge', {
        ...ofPerson(),
        body: { otherId: people[1] ?? '' },
      }),
  ],
];

const remove = () =>
  app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
    token: admin.token,
    params: { workspaceId: lab.workspaceId, userId: lab.ben.id },
  });
beforeEach(async () => {
  await app.db
    .insertInto('memberships')
    .values({ workspace_id: lab.workspaceId, user_id: lab.ben.id, role: 'member' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});

/**
 * The tables that still have something of Ben in the workspace, whatever tables there are. What he published is
 * withdrawn by requests of their own.
 */
async function left(): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select own.table_name as "table", own.column_name as "column"
    from information_schema.columns own
    join information_schema.columns workspace using (table_schema, table_name)
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and workspace.column_name = 'workspace_id' and own.data_type = 'uuid'
      and table_name <> 'publish_requests' and own.column_name ~ '^(user|owner|account_owner)_id$|_by$'`.execute(
    app.db,
  );
  const found = [];
  for (const { table, column } of columns) {
    const { rows } = await sql`
      select from ${sql.table(table)}
      where workspace_id = ${lab.workspaceId} and ${sql.ref(column)} = ${lab.ben.id}`.execute(
      app.db,
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

test.each([...own.map(([name, , save]) => [name, save] as const), ...decisions])(
  '%s that waits for a removal finds no member',
  async (_name, save) => {
    const { saving } = await app.db.transaction().execute(async (tx) => {
      await leaveWorkspace(tx, { userId: lab.ben.id, workspaceId: lab.workspaceId });
      const saving = save();
      await Promise.race([saving, waitForLocks(app.db, 1)]);
      return { saving };
    });
    expect((await saving).status).toBe(404);
    expect(await left()).toEqual([]);
  },
);

test.each(own)('%s that is saved first goes with the membership', async (_name, table, save) => {
  const { saving, removing } = await app.db.transaction().execute(async (tx) => {
    // It waits when it has found the member, and before it has stored anything.
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
    const saving = save();
    await waitForLocks(app.db, 1);
    const removing = remove();
    await waitForLocks(app.db, 2);
    return { saving, removing };
  });
  expect([(await saving).status, (await removing).status]).toEqual([200, 200]);
  expect(await left()).toEqual([]);
});

test('a removal leaves nothing but decisions of the workspace', async () => {
  for (const [, , save] of own) expect((await save()).status).toBe(200);
  for (const [, save] of decisions) expect((await save()).status).toBe(200);
  expect((await remove()).status).toBe(200);
  const keptByWorkspace = /^(account_relationships|contacts)\./;
  expect((await left()).filter((name) => !keptByWorkspace.test(name))).toEqual([]);
});
