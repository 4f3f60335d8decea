import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { isOnCluster } from '#test/create-test-database.ts';
import { RESPOND_AFTER_MS } from '#platform/http/respond-after.ts';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { continueAccountChangesJob } from '../accounts/continue-account-changes.job.ts';
import { continueHandOvers } from '../hand-overs/continue-hand-overs.ts';
import { writeListedAccounts } from './write-listed-accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await registerJobs([continueAccountChangesJob], app.context);
});
afterAll(() => app.close());

/** More than three transactions take. */
const COUNT = 1_700;

async function makeOwner(workspaceId: string, name: string) {
  const person = await app.make.person({ name });
  await app.make.membership(workspaceId, person.id, 'owner');
  return person;
}

/** Ann owns all accounts of a workspace that Ben owns. */
async function makeOwned() {
  const { id: workspaceId } = await app.make.workspace();
  const ann = await app.make.member(workspaceId, { name: 'Ann' });
  const ben = await makeOwner(workspaceId, 'Ben');
  const { rows } = await sql<{ id: string }>`
    insert into workspace_accounts (workspace_id, domain, name, account_owner_id)
    select ${workspaceId}, 'company' || n || '.example', 'Company ' || n, ${ann.id}
    from generate_series(1, ${COUNT}::integer) n returning id`.execute(app.db);
  const ids = rows.map(({ id }) => id);
  await sql`update workspaces set account_count = ${COUNT} where id = ${workspaceId}`.execute(
    app.db,
  );
  await app.db.transaction().execute((tx) => writeListedAccounts(tx, workspaceId, ids));
  const admin = await app.make.person({ is_admin: true });
  return { workspaceId, ann, ben, admin, ids };
}
type World = Awaited<ReturnType<typeof makeOwned>>;

const remove = ({ workspaceId, ann, ben }: World) =>
  app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
    token: ben.token,
    params: { workspaceId, userId: ann.id },
  });
const reassign = ({ ann, ben, admin }: World) =>
  app.call('POST /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: ann.id },
    body: { choice: 'reassign', successorId: ben.id },
  });

/** Calls with a clock by which the time of a request is over after its first step. */
async function inOneStep<T>(work: () => Promise<T>): Promise<T> {
  let now = 0;
  const clock = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => (now += 2 * RESPOND_AFTER_MS));
  return work().finally(() => clock.mockRestore());
}

/** What Ben reads of the owners, wherever the API names them. */
async function readOwners({ workspaceId, ann, ben, ids }: World) {
  const { token } = ben;
  const params = { workspaceId };
  const count = async (owner: string) =>
    (
      await app.call('GET /api/workspaces/{workspaceId}/accounts', {
        token,
        params,
        query: { limit: '1', owner },
      })
    ).data.page?.total;
  const { data: list } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token,
    params,
    query: { limit: '100', includeOwners: 'true', sort: 'owner', order: 'DESC' },
  });
  const { data: account } = await app.call('GET /api/accounts/{accountId}', {
    token,
    params: { accountId: ids.at(-1) ?? '' },
  });
  const { data: people } = await app.call('GET /api/workspaces/{workspaceId}/accounts/people', {
    token,
    params,
  });
  const { data: changes } = await app.call('GET /api/workspaces/{workspaceId}/changes/accounts', {
    token,
    params,
    query: { limit: '100' },
  });
  return {
    ofAnn: await count(ann.email),
    ofBen: await count(ben.email),
    ofNone: await count('none'),
    listed: [...new Set(list.accounts.map(({ owner }) => owner?.name ?? null))],
    page: account.workspaceAccount.owner?.name ?? null,
    people: people.owners?.map(({ name }) => name),
    followed: [...new Set(changes.items.map(({ entry }) => entry?.ownerId ?? null))],
  };
}

const ownedByNone = {
  ofAnn: 0,
  ofBen: 0,
  ofNone: COUNT,
  listed: [null],
  page: null,
  people: [],
  followed: [null],
};
const bens = (ben: { id: string }) => ({
  ofAnn: 0,
  ofBen: COUNT,
  ofNone: 0,
  listed: ['Ben'],
  page: 'Ben',
  people: ['Ben'],
  followed: [ben.id],
});

async function countStored({ workspaceId, ann }: World): Promise<number> {
  const { rows } = await sql`
    select from workspace_accounts
    where workspace_id = ${workspaceId} and account_owner_id = ${ann.id}`.execute(app.db);
  return rows.length;
}

/** The most accounts that one transaction has changed. */
async function countAtOnce({ workspaceId }: World): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select max(rows)::integer as rows from (
      select count(*) as rows from workspace_accounts
      where workspace_id = ${workspaceId} group by xmin::text
      union all
      select count(*) from listed_accounts
      where workspace_id = ${workspaceId} group by xmin::text) of_transactions`.execute(app.db);
  return rows[0]?.rows ?? 0;
}

describe('someone who owns many accounts', () => {
  test('is removed: no one reads them as the owner, and a job stores that', async () => {
    const world = await makeOwned();
    expect(await readOwners(world)).toMatchObject({ ofAnn: COUNT, page: 'Ann', people: ['Ann'] });
    expect((await inOneStep(() => remove(world))).status).toBe(200);
    expect(await countStored(world)).toBe(COUNT - 500);
    expect(await readOwners(world)).toEqual(ownedByNone);
    await app.jobs.run();
    expect(await countStored(world)).toBe(0);
    expect(await readOwners(world)).toEqual(ownedByNone);
  });

  test('is handed over: everyone reads the successor, and a job stores that', async () => {
    const world = await makeOwned();
    expect((await inOneStep(() => reassign(world))).status).toBe(200);
    expect(await countStored(world)).toBe(COUNT - 500);
    expect(await readOwners(world)).toEqual(bens(world.ben));
    await app.jobs.run();
    expect(await countStored(world)).toBe(0);
    expect(await readOwners(world)).toEqual(bens(world.ben));
  });

  // A cluster has a counter of transactions on each node.
  test.skipIf(isOnCluster()).each([
    ['a removal', remove],
    ['a hand-over', reassign],
  ])('%s holds a bounded number of accounts at a time', async (_name, leave) => {
    const world = await makeOwned();
    await sql`vacuum full workspace_accounts, listed_accounts`.execute(app.db);
    expect((await leave(world)).status).toBe(200);
    await app.jobs.run();
    expect(await countStored(world)).toBe(0);
    expect(await countAtOnce(world)).toBeLessThanOrEqual(500);
  });

  test('is no one’s owner any more at the end of 30 days, in bounded transactions', async () => {
    const world = await makeOwned();
    await app.call('POST /api/admin/users/{id}/hand-over', {
      token: world.admin.token,
      params: { id: world.ann.id },
      body: { choice: 'keep' },
    });
    expect(await readOwners(world)).toMatchObject({ ofAnn: COUNT });
    await app.db
      .updateTable('hand_overs')
      .set({ ends_at: new Date(0) })
      .where('user_id', '=', world.ann.id)
      .execute();
    await continueHandOvers(app.context);
    expect(await countStored(world)).toBe(0);
    expect(await readOwners(world)).toEqual(ownedByNone);
    const { rows } = await sql`select from owner_releases`.execute(app.db);
    expect(rows).toEqual([]);
    if (!isOnCluster()) expect(await countAtOnce(world)).toBeLessThanOrEqual(1_000);
  });
});

describe('while the accounts of someone who left are given up', () => {
  test('they come back, and own nothing until the end', async () => {
    const world = await makeOwned();
    const { workspaceId, ann, ben, ids } = world;
    await inOneStep(() => remove(world));
    await app.make.membership(workspaceId, ann.id);
    const accountId = ids[0] ?? '';
    const give = () =>
      app.call('PUT /api/accounts/{accountId}/owner', {
        token: ben.token,
        params: { accountId },
        body: { userId: ann.id, replaces: null },
      });
    expect(await give()).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    const { data } = await app.call('PUT /api/workspaces/{workspaceId}/accounts/owners', {
      token: ben.token,
      params: { workspaceId },
      body: { changes: [{ accountId, userId: ann.id, replaces: null }] },
    });
    expect(data.outcomes).toMatchObject([{ outcome: 'not-a-member', before: null }]);
    await app.jobs.run();
    expect((await give()).status).toBe(200);
    expect(await readOwners(world)).toMatchObject({ ofAnn: 1, ofNone: COUNT - 1 });
  });

  test('the successor leaves as well', async () => {
    const world = await makeOwned();
    const { workspaceId, ben, admin } = world;
    const cleo = await makeOwner(workspaceId, 'Cleo');
    await inOneStep(() => reassign(world));
    await inOneStep(() =>
      app.call('POST /api/admin/users/{id}/hand-over', {
        token: admin.token,
        params: { id: ben.id },
        body: { choice: 'reassign', successorId: cleo.id },
      }),
    );
    const asCleo = { ...world, ben: cleo };
    const all = { ofAnn: 0, ofBen: COUNT, page: 'Cleo', people: ['Cleo'], followed: [cleo.id] };
    expect(await readOwners(asCleo)).toMatchObject(all);
    await app.jobs.run();
    expect(await readOwners(asCleo)).toMatchObject(all);
  });

  test('one of the accounts is merged, and its owner follows as well', async () => {
    const world = await makeOwned();
    const { workspaceId, ben, ids } = world;
    const { rows: made } = await sql<{ id: string }>`
      insert into workspace_accounts (workspace_id, domain, name)
      values (${workspaceId}, 'kept.example', 'Kept') returning id`.execute(app.db);
    const intoAccountId = made[0]?.id ?? '';
    await inOneStep(() => reassign(world));
    const { rows: left } = await sql<{ id: string }>`
      select id from workspace_accounts
      where workspace_id = ${workspaceId} and account_owner_id = ${world.ann.id} limit 1`.execute(
      app.db,
    );
    const params = { accountId: left[0]?.id ?? ids[0] ?? '' };
    const merged = await app.call('POST /api/accounts/{accountId}/merge', {
      token: ben.token,
      params,
      body: { intoAccountId },
    });
    expect(merged.status).toBe(200);
    const ownerOfKept = async () =>
      (
        await app.call('GET /api/accounts/{accountId}', {
          token: ben.token,
          params: { accountId: intoAccountId },
        })
      ).data.workspaceAccount.owner?.name;
    expect(await ownerOfKept()).toBe('Ben');
    await app.jobs.run();
    expect(await ownerOfKept()).toBe('Ben');
    expect(await countStored(world)).toBe(0);
  });

  test('an account that someone holds holds back no other, and is looked for again', async () => {
    const world = await makeOwned();
    const { workspaceId, ids } = world;
    await app.db.transaction().execute(async (other) => {
      await sql`
        select from workspace_accounts
        where workspace_id = ${workspaceId} and id = ${ids[0]} for update`.execute(other);
      expect((await remove(world)).status).toBe(200);
      expect(await countStored(world)).toBe(1);
    });
    await app.jobs.run();
    expect(await countStored(world)).toBe(0);
  });
});
