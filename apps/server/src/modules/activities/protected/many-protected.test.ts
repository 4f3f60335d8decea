import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { listProtected } from './list-protected.ts';
import { finishProtected, NOTHING_LEFT } from './publish-protected.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('protected activities are counted at once, also right after there were none', async () => {
  const { id: ownerId } = await app.make.person();
  // So many, and so large, that the planner would look through them for each of the few references that it expects.
  await sql`
    insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
      occurred_at, title, summary, participants)
    select ${ownerId}, 'gmail', 'ann', 'k' || n, md5(n::text)::uuid, 'email', now(), 't', repeat(md5(n::text), 50), '[]'
    from generate_series(1, 20000) n`.execute(app.db);
  await sql`vacuum analyze captured_activities, protected_refs`.execute(app.db);
  await sql`
    insert into protected_addresses (owner_id, address, level)
    values (${ownerId}, 'doc@clinic.example', -1), (${ownerId}, 'clinic.example', 0)`.execute(
    app.db,
  );
  await sql`
    insert into protected_refs (owner_id, ref, workspace_id, address, level)
    select ${ownerId}, md5(n::text)::uuid, '00000000-0000-0000-0000-000000000000', address, level
    from protected_addresses, generate_series(18001, 22000) n
    where owner_id = ${ownerId} and (n % 2 = 0 or address = 'clinic.example')`.execute(app.db);
  const begun = performance.now();
  const listed = await listProtected(app.db, ownerId);
  expect(performance.now() - begun).toBeLessThan(5_000);
  const counts = listed.map(({ address, activityCount }) => [address, activityCount]);
  expect(new Map(counts as [string, number][])).toEqual(
    new Map([
      ['doc@clinic.example', 1_000],
      ['clinic.example', 2_000],
    ]),
  );
});

test('all accounts that a protection concerns have the time of one request together', async () => {
  const { id: workspaceId } = await app.make.workspace();
  const { id: ownerId } = await app.make.member(workspaceId);
  const { rows } = await sql<{ accountId: string }>`
    with account as (
      insert into workspace_accounts (workspace_id, domain, name)
      select ${workspaceId}, 'company' || n || '.example', 'Company ' || n from generate_series(1, 3) n
      returning workspace_id, id
    )
    insert into level_changes (workspace_id, account_id, owner_id, level)
    select workspace_id, id, ${ownerId}, 0 from account
    returning account_id as "accountId"`.execute(app.db);
  const lowered = rows.map(({ accountId }) => ({ ownerId, workspaceId, accountId }));
  const countLeft = async () =>
    (await sql`select from level_changes where owner_id = ${ownerId}`.execute(app.db)).rows.length;
  await finishProtected(app.db, ownerId, { ...NOTHING_LEFT, lowered }, () => true);
  expect(await countLeft()).toBe(3);
  const times = [false, true];
  await finishProtected(app.db, ownerId, { ...NOTHING_LEFT, lowered }, () => times.shift() ?? true);
  expect(await countLeft()).toBe(2);
});
