import { limits } from '@repo/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { leaveWorkspace } from '../../workspaces/members/leave-workspace.ts';

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let bob: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  bob = await app.make.member(workspace.id, { name: 'Bob' });
});
afterAll(() => app.close());

async function makeAccount(name: string): Promise<string> {
  const { data } = await app.call('POST /api/accounts/import', {
    token: ann.token,
    body: { domains: [`${name.toLowerCase()}.example`], workspaceId: workspace.id, name },
  });
  return data.results[0]?.workspaceAccount?.id ?? '';
}
const favour = (accountIds: string[], isFavourite = true, by = ann) =>
  app.call('PUT /api/workspaces/{workspaceId}/favourites', {
    token: by.token,
    params: { workspaceId: workspace.id },
    body: { accountIds, isFavourite },
  });
const visit = (accountId: string) =>
  app.call('POST /api/accounts/{accountId}/visit', { token: ann.token, params: { accountId } });
const own = async (by = ann) => {
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/own-accounts', {
    token: by.token,
    params: { workspaceId: workspace.id },
  });
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  return { favourites: names(data.favourites), recent: names(data.recent) };
};
const ofAccount = (accountId: string) => ({ token: bob.token, params: { accountId } });

test('favourites belong to one member', async () => {
  const [beta, alpha] = [await makeAccount('Beta'), await makeAccount('Alpha')];
  await favour([beta, alpha]);
  await favour([beta]);
  expect(await own()).toEqual({ favourites: ['Alpha', 'Beta'], recent: [] });
  expect(await own(bob)).toEqual({ favourites: [], recent: [] });
  await favour([alpha], false);
  expect((await own()).favourites).toEqual(['Beta']);
});

test('the accounts that were opened last come first, and only the last ones are kept', async () => {
  const ids: string[] = [];
  for (let at = 0; at < limits.recentAccounts + 2; at += 1) ids.push(await makeAccount(`A${at}`));
  for (const id of ids) await visit(id);
  await visit(ids[5] ?? '');
  const { recent } = await own();
  expect(recent).toHaveLength(limits.recentAccounts);
  expect(recent.slice(0, 2)).toEqual(['A5', `A${limits.recentAccounts + 1}`]);
  expect(recent).not.toContain('A1');
  const { count } = await app.db
    .selectFrom('own_accounts')
    .select((one) => one.fn.countAll<number>().as('count'))
    .where('user_id', '=', ann.id)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(limits.recentAccounts);
});

test('a deleted account is no favourite until it is restored; a merged one becomes the other', async () => {
  const [alpha, beta] = [await makeAccount('Alpha'), await makeAccount('Beta')];
  await favour([alpha]);
  await app.call('DELETE /api/accounts/{accountId}', ofAccount(alpha));
  expect((await own()).favourites).toEqual([]);
  await app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
    token: bob.token,
    params: { workspaceId: workspace.id, accountId: alpha },
  });
  expect((await own()).favourites).toEqual(['Alpha']);
  await app.call('POST /api/accounts/{accountId}/merge', {
    ...ofAccount(alpha),
    body: { intoAccountId: beta },
  });
  expect((await own()).favourites).toEqual(['Beta']);
});

test('there are at most 200 favourites, and more are refused together', async () => {
  const extra = [await makeAccount('Alpha'), await makeAccount('Beta')];
  const marked = (accountIds: string[]) =>
    app.db
      .insertInto('own_accounts')
      .values(
        accountIds.map((account_id) => ({
          workspace_id: workspace.id,
          user_id: ann.id,
          account_id,
          favourite_at: new Date(),
          visited_at: null,
        })),
      )
      .execute();
  const made: string[] = [];
  for (let at = 0; at < limits.favourites - 1; at += 1) made.push(await makeAccount(`Co${at}`));
  await marked(made);
  const { status, error } = await favour(extra);
  expect(status).toBe(409);
  expect(error).toMatchObject({ code: 'LIMIT_REACHED' });
  expect(error?.message).toContain('at most 200 favourites');
  expect((await own()).favourites).toHaveLength(limits.favourites - 1);
  expect((await favour(extra.slice(0, 1))).status).toBe(200);
  const many = Array.from({ length: 5_000 }, () => crypto.randomUUID());
  expect((await favour(many)).status).toBe(400);
});

test('favourites of deleted accounts make room for others', async () => {
  await app.db
    .insertInto('own_accounts')
    .values(
      Array.from({ length: limits.favourites }, () => ({
        workspace_id: workspace.id,
        user_id: ann.id,
        account_id: crypto.randomUUID(),
        favourite_at: new Date(),
        visited_at: null,
      })),
    )
    .execute();
  expect((await favour([await makeAccount('Alpha')])).status).toBe(200);
  expect((await own()).favourites).toEqual(['Alpha']);
});

test('accounts of other workspaces cannot be marked, and leaving forgets all', async () => {
  const alpha = await makeAccount('Alpha');
  const other = await app.make.workspace();
  const cleo = await app.make.member(other.id, { name: 'Cleo' });
  expect((await favour([alpha], true, cleo)).status).toBe(404);
  await favour([alpha]);
  await app.db
    .transaction()
    .execute((tx) => leaveWorkspace(tx, { userId: ann.id, workspaceId: workspace.id }));
  await app.db
    .insertInto('memberships')
    .values({ user_id: ann.id, workspace_id: workspace.id, role: 'member' })
    .execute();
  expect((await own()).favourites).toEqual([]);
});
