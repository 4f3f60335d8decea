import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { checkSettings } from './check-settings.ts';
import { refreshDueAccounts } from '#modules/activities/refresh-due-accounts.ts';
import { refreshDueRelationships } from '#modules/relationships/refresh-due-relationships.ts';
import { createTimeZoneReport } from '#platform/database/unusable-time-zones.ts';

let app: TestApp;
/** Workspaces by time zone; each has an account for which everything is due. */
let workspaces: { timeZone: string; id: string }[];
beforeAll(async () => {
  app = await createTestApp();
  workspaces = [];
  // The first is known to neither, the second to PostgreSQL alone. Their ids come before that of the last.
  for (const timeZone of ['Mars/Base', 'Factory', 'europe/berlin']) {
    const { id } = await app.make.workspace();
    workspaces.push({ timeZone, id });
    await sql`insert into workspace_time_zones values (${id}, ${timeZone})`.execute(app.db);
    await makeDue(id);
  }
});
afterAll(() => app.close());

async function makeDue(workspaceId: string): Promise<void> {
  await sql`
    insert into workspace_accounts (workspace_id, name, domain, next_activity_at)
    values (${workspaceId}, 'Acme', 'acme.example', now())`.execute(app.db);
  await sql`
    insert into account_relationships (workspace_id, account_id, days_in_touch_until, due_at)
    select workspace_id, id, '2020-01-01', now() from workspace_accounts
    where workspace_id = ${workspaceId}`.execute(app.db);
  await sql`
    insert into listed_accounts (workspace_id, account_id, name, creator_name, account_owner_name,
      created_at, contributor_count, search, recent_until)
    select workspace_id, id, name, '', '', created_at, 0, '', '2020-01-01' from workspace_accounts
    where workspace_id = ${workspaceId}`.execute(app.db);
}

/** The time zones of the workspaces in which something is still due. */
async function dueIn(table: string, due: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct workspace_id as id from ${sql.table(table)}
    where ${sql.ref(due)} <= now()`.execute(app.db);
  const ids = rows.map(({ id }) => id);
  return workspaces.flatMap(({ timeZone, id }) => (ids.includes(id) ? [timeZone] : []));
}

const unusable = ['Mars/Base', 'Factory'];

test('the accounts of all other workspaces are refreshed', async () => {
  await refreshDueAccounts(app.db);
  expect(await dueIn('workspace_accounts', 'next_activity_at')).toEqual(unusable);
  expect(await dueIn('listed_accounts', 'recent_until')).toEqual(unusable);
});

test('the relationships of all other workspaces are refreshed', async () => {
  await refreshDueRelationships(app.db);
  expect(await dueIn('account_relationships', 'due_at')).toEqual(unusable);
  expect(await dueIn('account_relationships', 'days_in_touch_until')).toEqual(unusable);
});

test('each is logged once, and doctor names it', async () => {
  const logged: string[] = [];
  const log = { error: (_: unknown, message: string) => void logged.push(message) };
  const report = createTimeZoneReport();
  await report(app.db, log as never);
  await report(app.db, log as never);
  expect(logged.map((line) => /"(.*)"/.exec(line)?.[1])).toEqual(['Factory', 'Mars/Base']);
  const findings = await checkSettings(app.context);
  const found = findings.filter(({ subject }) => subject === 'Time zone of a workspace');
  expect(found.map(({ state }) => state)).toEqual(['bad', 'bad']);
  expect(found.map(({ says }) => says)).toEqual(logged);
  expect(logged[1]).toContain(workspaces[0]?.id);
});
