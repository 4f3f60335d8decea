import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { continueHandOvers } from '../hand-overs/continue-hand-overs.ts';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { RESPOND_AFTER_MS } from '#platform/http/respond-after.ts';
import { refreshNamesJob } from './refresh-names.job.ts';
import { takeNamesStep } from './refresh-names.ts';
import { writeListedAccounts } from './write-listed-accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await registerJobs([refreshNamesJob], app.context);
});
afterAll(() => app.close());

/** Ann created, owns, or contributes to so many accounts. */
async function makeAccounts(count: number) {
  const { id: workspaceId } = await app.make.workspace();
  const ann = await app.make.member(workspaceId, { name: 'Ann' });
  const { rows } = await sql<{ id: string }>`
    insert into workspace_accounts (workspace_id, domain, name, created_by, account_owner_id)
    select ${workspaceId}, 'company' || n || '.example', 'Company ' || n,
      case when n % 3 = 0 then ${ann.id}::uuid end, case when n % 3 = 1 then ${ann.id}::uuid end
    from generate_series(1, ${count}::integer) n returning id`.execute(app.db);
  await sql`
    insert into account_contributors (workspace_id, account_id, user_id)
    select workspace_id, id, ${ann.id} from workspace_accounts
    where workspace_id = ${workspaceId} and created_by is null and account_owner_id is null`.execute(
    app.db,
  );
  const ids = rows.map(({ id }) => id);
  await app.db.transaction().execute((tx) => writeListedAccounts(tx, workspaceId, ids));
  return { workspaceId, ann };
}

/** How many accounts show a name, by where they do. */
async function countNamed(workspaceId: string, name: string) {
  const { rows } = await sql`
    select count(*) filter (where listed.creator_name = ${name})::integer as created,
      count(*) filter (where listed.account_owner_name = ${name})::integer as owned,
      count(*) filter (where account.contributors @> ${JSON.stringify([{ user: { name } }])}
        and listed.search like ${`%${name.toLowerCase()}%`})::integer as contributed
    from listed_accounts listed
    join workspace_accounts account
      on account.workspace_id = listed.workspace_id and account.id = listed.account_id
    where listed.workspace_id = ${workspaceId}`.execute(app.db);
  return rows[0];
}

const rename = ({ token }: MadePerson, name: string) =>
  app.call('PUT /api/auth/me', { token, body: { name } });

test('a new name is in every account before the response where these are few', async () => {
  const { workspaceId, ann } = await makeAccounts(9);
  expect((await rename(ann, 'Anna')).status).toBe(200);
  expect(await countNamed(workspaceId, 'Anna')).toEqual({ created: 3, owned: 3, contributed: 3 });
});

test('of many accounts a job names the rest, also after a process that was killed', async () => {
  const { workspaceId, ann } = await makeAccounts(3_030);
  const all = { created: 1_010, owned: 1_010, contributed: 1_010 };
  expect(await countNamed(workspaceId, 'Ann')).toEqual(all);
  // The time is over after the first step.
  let now = 0;
  const clock = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => (now += 2 * RESPOND_AFTER_MS));
  expect((await rename(ann, 'Anna')).status).toBe(200);
  clock.mockRestore();
  expect(await countNamed(workspaceId, 'Anna')).toEqual({
    created: 1_000,
    owned: 0,
    contributed: 0,
  });
  await app.jobs.run();
  expect(await countNamed(workspaceId, 'Anna')).toEqual(all);
  expect(await app.db.transaction().execute((tx) => takeNamesStep(tx, ann.id))).toBe(true);
});

test('an erased user is named as such in every account', async () => {
  const { workspaceId, ann } = await makeAccounts(9);
  // They have no activities, so there is nothing to withdraw.
  await app.db.deleteFrom('account_contributors').where('user_id', '=', ann.id).execute();
  const admin = await app.make.person({ is_admin: true });
  await app.call('POST /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: ann.id },
    body: { choice: 'erase' },
  });
  await app.db
    .updateTable('hand_overs')
    .set({ ends_at: new Date(0) })
    .execute();
  await continueHandOvers(app.context);
  expect(await countNamed(workspaceId, 'Ann')).toMatchObject({ created: 0, owned: 0 });
  expect(await countNamed(workspaceId, 'Erased user')).toMatchObject({ created: 3 });
});
