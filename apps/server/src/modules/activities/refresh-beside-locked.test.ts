import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { writeListedAccounts } from '../listed-accounts/write-listed-accounts.ts';
import { refreshDueRelationships } from '../relationships/refresh-due-relationships.ts';
import { refreshDueAccounts } from './refresh-due-accounts.ts';

let app: TestApp;
/** The one with the lower id: its accounts are met first. */
let locked: string;
let other: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  const ids = [(await app.make.workspace()).id, (await app.make.workspace()).id].sort();
  [locked = '', other = ''] = ids;
});
afterAll(() => app.close());

async function makeAccounts(workspaceId: string, count: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into workspace_accounts (workspace_id, name, domain)
    select ${workspaceId}, 'Account ' || n, n || '.example' from generate_series(1, ${count}) n
    returning id`.execute(app.db);
  await sql`
    insert into account_relationships (workspace_id, account_id, days_in_touch_until)
    select workspace_id, id, 'infinity' from workspace_accounts
    where workspace_id = ${workspaceId}`.execute(app.db);
  await writeListedAccounts(
    app.db,
    workspaceId,
    rows.map(({ id }) => id),
  );
}

const kinds = [
  {
    what: 'activities that have begun',
    // More than one batch of the job.
    count: 501,
    table: 'workspace_accounts',
    outdate: sql`next_activity_at = now() - interval '1 minute'`,
    isOutdated: sql`next_activity_at <= now()`,
    refresh: () => refreshDueAccounts(app.db),
  },
  {
    what: 'days that the grid shows',
    count: 501,
    table: 'listed_accounts',
    outdate: sql`recent_until = '2026-01-01'`,
    isOutdated: sql`recent_until <= '2026-01-01'`,
    refresh: () => refreshDueAccounts(app.db),
  },
  {
    what: 'days in touch',
    count: 501,
    table: 'account_relationships',
    outdate: sql`days_in_touch_until = '2026-01-01'`,
    isOutdated: sql`days_in_touch_until <= '2026-01-01'`,
    refresh: () => refreshDueRelationships(app.db),
  },
  {
    what: 'contacts of activities that have begun',
    count: 51,
    table: 'account_relationships',
    outdate: sql`due_at = now() - interval '1 minute'`,
    isOutdated: sql`due_at <= now()`,
    refresh: () => refreshDueRelationships(app.db),
  },
];

describe.each(kinds)('$what', ({ count, table, outdate, isOutdated, refresh }) => {
  const outdated = async (workspaceId: string) => {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${isOutdated}`.execute(app.db);
    return rows[0]?.found;
  };
  const outdateAll = (workspaceId: string, change: RawBuilder<unknown>) =>
    sql`update ${sql.table(table)} set ${change} where workspace_id = ${workspaceId}`.execute(
      app.db,
    );

  test('are refreshed beside a workspace whose accounts are locked', async () => {
    await makeAccounts(locked, count);
    await makeAccounts(other, 2);
    for (const workspaceId of [locked, other]) await outdateAll(workspaceId, outdate);
    // Without an order, rows are met as they are on the disk: those of the lower id first.
    await sql`cluster account_relationships using account_relationships_days_until`.execute(app.db);
    await app.db.transaction().execute(async (tx) => {
      for (const held of ['workspace_accounts', 'account_relationships']) {
        await sql`
          select from ${sql.table(held)} where workspace_id = ${locked} for no key update`.execute(
          tx,
        );
      }
      await refresh();
      expect([await outdated(locked), await outdated(other)]).toEqual([count, 0]);
    });
    await refresh();
    expect(await outdated(locked)).toBe(0);
  });
});
