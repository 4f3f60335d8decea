import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';

type Change = { accountId: string; userId: string | null; replaces?: string | null };

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let bob: MadePerson;
let ids: string[];
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  bob = await app.make.member(workspace.id, { name: 'Bob' });
  ids = [];
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    const { data } = await app.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: [`${name.toLowerCase()}.example`], workspaceId: workspace.id, name },
    });
    ids.push(data.results[0]?.workspaceAccount?.id ?? '');
  }
});
afterAll(() => app.close());

const change = (changes: Change[], by = ann) =>
  app.call('PUT /api/workspaces/{workspaceId}/accounts/owners', {
    token: by.token,
    params: { workspaceId: workspace.id },
    body: { changes },
  });
const all = (userId: string | null) => ids.map((accountId) => ({ accountId, userId }));
const outcomesOf = async (changes: Change[]) =>
  (await change(changes)).data.outcomes.map(({ outcome }) => outcome);
const owners = async () => {
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token: bob.token,
    params: { workspaceId: workspace.id },
    query: { limit: '10', includeOwners: 'true', sort: 'name', order: 'ASC' },
  });
  return data.accounts.map(({ owner }) => owner?.name);
};

test('several accounts get an owner, and each its earlier one again', async () => {
  await change([{ accountId: ids[1] ?? '', userId: ann.id }]);
  const { data } = await change(all(bob.id));
  expect(data.outcomes).toEqual(
    ids.map((accountId, at) => ({
      accountId,
      outcome: 'changed',
      before: at === 1 ? ann.id : null,
    })),
  );
  expect(await owners()).toEqual(['Bob', 'Bob', 'Bob']);
  const back = data.outcomes.map(({ accountId, before }) => ({
    accountId,
    userId: before,
    replaces: bob.id,
  }));
  expect(await outcomesOf(back)).toEqual(['changed', 'changed', 'changed']);
  expect(await owners()).toEqual([undefined, 'Ann', undefined]);
});

test('a deleted account and one of another workspace are gone, the others are changed', async () => {
  await app.call('DELETE /api/accounts/{accountId}', {
    token: bob.token,
    params: { accountId: ids[0] ?? '' },
  });
  const other = await app.make.workspace();
  const cleo = await app.make.member(other.id, { name: 'Cleo' });
  const { data } = await app.call('POST /api/accounts/import', {
    token: cleo.token,
    body: { domains: ['delta.example'], workspaceId: other.id, name: 'Delta' },
  });
  const theirs = data.results[0]?.workspaceAccount?.id ?? '';
  expect(await outcomesOf([...all(bob.id), { accountId: theirs, userId: bob.id }])).toEqual([
    'gone',
    'changed',
    'changed',
    'gone',
  ]);
  expect(await owners()).toEqual(['Bob', 'Bob']);
});

test('an owner that someone else has chosen since is kept', async () => {
  await change(all(bob.id));
  await change([{ accountId: ids[2] ?? '', userId: ann.id }]);
  const back = ids.map((accountId) => ({ accountId, userId: null, replaces: bob.id }));
  expect(await outcomesOf(back)).toEqual(['changed', 'changed', 'replaced']);
  expect(await owners()).toEqual([undefined, undefined, 'Ann']);
});

test('someone who is no active member owns nothing', async () => {
  const idle = await app.make.member(workspace.id, { name: 'Idle', is_active: false });
  const outsider = await app.make.person();
  const [first, second] = ids;
  expect(
    await outcomesOf([
      { accountId: first ?? '', userId: idle.id },
      { accountId: second ?? '', userId: outsider.id },
    ]),
  ).toEqual(['not-a-member', 'not-a-member']);
  expect(await owners()).toEqual([undefined, undefined, undefined]);
  expect((await change(all(null), outsider)).status).toBe(404);
});

test('the audit log has one entry for each new owner', async () => {
  const [first = '', second = '', third = ''] = ids;
  await change([
    { accountId: first, userId: ann.id },
    { accountId: second, userId: bob.id },
    { accountId: third, userId: bob.id },
  ]);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['after', 'scope'])
    .where('actor_id', '=', ann.id)
    .where('action', '=', 'account.owner-changed')
    .execute();
  expect(entries.map(({ after }) => after)).toEqual([
    { ownerId: ann.id, accounts: 1 },
    { ownerId: bob.id, accounts: 2 },
  ]);
  expect(entries[0]?.scope).toContain('/');
  await change(all(bob.id));
  const again = await change(all(bob.id));
  expect(again.data.outcomes.every(({ outcome }) => outcome === 'changed')).toBe(true);
});

test('a request changes at most 200 accounts', async () => {
  const many = Array.from({ length: 201 }, () => ({ accountId: ids[0] ?? '', userId: null }));
  expect((await change(many)).status).toBe(400);
  expect((await change([])).status).toBe(400);
});
