import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlainDatabase } from '#test/create-test-database.ts';
import {
  createDatabase,
  type Connection,
  type Database,
} from '#platform/database/create-database.ts';
import { refreshContacts } from '../refresh-contacts.ts';
import { countAnswers } from './count-answers.ts';
import { refreshTieDays } from './refresh-tie-days.ts';

const workspaceId = '00000000-0000-7000-8000-000000000001';
const userId = '00000000-0000-7000-8000-000000000002';
const accountId = '00000000-0000-7000-8000-000000000003';
const contactId = '00000000-0000-7000-8000-000000000004';
const ACTIVITIES = 20_000;
/** Few: the planner expects more on each of them than there is, and looks for another index to combine. */
const DAYS = 20;

/** A workspace that was filled a moment ago: the planner knows nothing of its 100 accounts. */
async function fill(db: Database) {
  const participants = JSON.stringify([
    { name: 'Ann', email: 'ann@home.example', role: 'from' },
    { name: 'Ben', email: 'ben@acme.example', role: 'to' },
  ]);
  await sql
    .raw(
      `
    insert into users (id, email, name) values ('${userId}', 'ann@home.example', 'Ann');
    insert into organizations (id, name, slug) values ('${workspaceId}', 'Org', 'org');
    insert into workspaces (id, organization_id, name, slug) values ('${workspaceId}', '${workspaceId}', 'Work', 'work');
    insert into workspace_accounts (id, workspace_id, domain, name)
      select case n when 0 then '${accountId}' else md5('account' || n) end::uuid, '${workspaceId}',
        case n when 0 then 'acme.example' else n || '.example' end, 'Account'
      from generate_series(0, 99) n;
    insert into account_activities (workspace_id, account_id, id, activity_key, captured_id, owner_id,
        type, occurred_at, day, side, title, summary, participants)
      select '${workspaceId}', case n % 100 when 0 then '${accountId}' else md5('account' || n % 100) end::uuid,
        md5('a' || n)::uuid, md5('k' || n)::uuid, md5('c' || n)::uuid, '${userId}', 'email',
        now() - n / 100 % ${DAYS} * interval '1 day', current_date - n / 100 % ${DAYS}, 'internal', '', '', '${participants}'
      from generate_series(0, ${ACTIVITIES - 1}) n;
    insert into contacts (workspace_id, account_id, id, address, person_id, is_automated, is_colleague)
      values ('${workspaceId}', '${accountId}', '${contactId}', 'ben@acme.example', '${contactId}', false, false);
    insert into tie_days (workspace_id, account_id, contact_id, user_id, day, addresses, by_us, by_them)
      select '${workspaceId}', '${accountId}', '${contactId}', '${userId}', current_date - n, 1, true, false
      from generate_series(1, 20) n;
    analyze account_activities;`,
    )
    .execute(db);
}

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const created = await createPlainDatabase();
  ({ drop } = created);
  db = createDatabase({ url: created.url, poolSize: 1, onLostConnection: () => {} });
  await fill(db);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

const today = () => new Date().toISOString().slice(0, 10);

test.each([
  [
    'days in touch',
    (tx: Connection) => refreshTieDays(tx, workspaceId, [{ accountId, day: today() }], new Date()),
  ],
  [
    'names of contacts',
    (tx: Connection) =>
      refreshContacts(
        tx,
        workspaceId,
        [{ accountId, contactId, address: 'ben@acme.example' }],
        new Date(),
      ),
  ],
  [
    'answers',
    (tx: Connection) =>
      countAnswers(tx, workspaceId, [{ accountId, personId: contactId, userId }], today()),
  ],
])('%s are read from the days of one account, not from the workspace', async (_, count) => {
  const read = await db.transaction().execute(async (tx) => {
    await count(tx);
    const { rows } = await sql<{ entries: number }>`
      select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0)::int as entries
      from pg_index where indrelid = 'account_activities'::regclass`.execute(tx);
    return rows[0]?.entries;
  });
  expect(read).toBeLessThan(500);
});
