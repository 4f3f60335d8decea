import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Connection } from './create-database.ts';
import { findOutdated, type OutdatedRows, type WorkspaceDay } from './find-outdated.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** From which on the rows are outdated. */
const DAY = '2026-06-10';
const at = (instant: string) => new Date(instant);

async function makeWorkspace(timeZone: string | null): Promise<string> {
  const { id } = await app.make.workspace();
  if (timeZone !== null) {
    await app.db
      .insertInto('workspace_time_zones')
      .values({ workspace_id: id, time_zone: timeZone })
      .execute();
  }
  return id;
}

/** Accounts with rows that are outdated from the day on. */
async function makeAccounts(workspaceId: string, count: number): Promise<void> {
  await sql`
    insert into workspace_accounts (workspace_id, name, domain)
    select ${workspaceId}, 'Account ' || n, n || '.example'
    from generate_series(1, ${count}) n`.execute(app.db);
  await sql`
    insert into account_relationships (workspace_id, account_id, days_in_touch_until)
    select workspace_id, id, ${DAY}::date from workspace_accounts
    where workspace_id = ${workspaceId}`.execute(app.db);
  await sql`
    insert into listed_accounts (workspace_id, account_id, name, creator_name, account_owner_name,
      created_at, contributor_count, search, recent_until)
    select workspace_id, id, name, '', '', created_at, 0, '', ${DAY}::date from workspace_accounts
    where workspace_id = ${workspaceId}`.execute(app.db);
}

/** What is found, and how many rows of the table were read for it. */
async function find(rows: OutdatedRows, now: Date) {
  return app.db.transaction().execute(async (tx) => {
    const before = await readSoFar(tx, rows.table);
    const found: WorkspaceDay[] = [];
    for await (const one of findOutdated(tx, rows, now)) found.push(one);
    return { found, read: (await readSoFar(tx, rows.table)) - before };
  });
}

async function readSoFar(tx: Connection, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as count
    from pg_stat_xact_user_tables where relname = ${table}`.execute(tx);
  return rows[0]?.count ?? 0;
}

const tables = [
  { table: 'listed_accounts', from: 'recent_until' },
  { table: 'account_relationships', from: 'days_in_touch_until' },
] as const;

describe.each(tables)('$table', (rows) => {
  beforeEach(async () => {
    await sql`truncate workspace_accounts, listed_accounts, account_relationships cascade`.execute(
      app.db,
    );
  });

  test.each([
    { few: 'Pacific/Kiritimati', begins: at('2026-06-09T10:00Z'), many: null },
    { few: null, begins: at('2026-06-10T04:00Z'), many: 'America/Los_Angeles' },
  ])('of $few are found when its day begins, and no others are read', async (zones) => {
    const few = await makeWorkspace(zones.few);
    await makeAccounts(few, 2);
    await makeAccounts(await makeWorkspace(zones.many), 3_000);
    await sql`vacuum analyze`.execute(app.db);
    expect(await find(rows, new Date(zones.begins.getTime() - 1))).toMatchObject({ found: [] });
    const { found, read } = await find(rows, zones.begins);
    expect(found).toEqual([{ workspaceId: few, today: DAY }]);
    expect(read).toBeLessThan(100);
  });

  test('of all time zones are found', async () => {
    const ids = [
      await makeWorkspace(null),
      await makeWorkspace('America/Los_Angeles'),
      await makeWorkspace('Pacific/Kiritimati'),
    ];
    for (const id of ids) await makeAccounts(id, 1);
    const { found } = await find(rows, at('2026-06-10T07:00Z'));
    expect(found.map(({ workspaceId }) => workspaceId).sort()).toEqual(ids.sort());
  });
});
