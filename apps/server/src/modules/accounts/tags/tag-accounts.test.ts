import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { continueAccountChanges } from '../deletion/continue-account-changes.ts';
import { createTagsLab, type TagsLab } from './tags.fixture.ts';

let app: TestApp;
let lab: TagsLab;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  lab = await createTagsLab(app);
});
afterAll(() => app.close());

const fill = async (accountId: string, count: number) => {
  await sql`
    with made as (
      insert into tags (workspace_id, name, folded_name, color)
      select ${lab.workspaceId}, 'Filler ' || n, ${accountId} || n, 'blue'
      from generate_series(1, ${count}::integer) n returning workspace_id, id
    )
    insert into account_tags (workspace_id, account_id, tag_id)
    select workspace_id, ${accountId}::uuid, id from made`.execute(app.db);
};
const remove = (accountId: string) =>
  app.call('DELETE /api/accounts/{accountId}', { token: lab.ann.token, params: { accountId } });
const merge = (accountId: string, intoAccountId: string) =>
  app.call('POST /api/accounts/{accountId}/merge', {
    token: lab.ann.token,
    params: { accountId },
    body: { intoAccountId },
  });
const outcomes = async (changes: Parameters<TagsLab['change']>[0]) =>
  (await lab.change(changes)).data.outcomes.map(({ outcome }) => outcome);

test('the answer says what changed, so that an undo leaves alone what was there', async () => {
  const [vip, partner] = [await lab.make('VIP'), await lab.make('Partner')];
  await lab.change([{ accountId: lab.beta, add: [vip] }]);
  const all = [lab.alpha, lab.beta].map((accountId) => ({ accountId, add: [vip, partner] }));
  const { data } = await lab.change(all);
  expect(data.outcomes).toEqual([
    { accountId: lab.alpha, outcome: 'changed', added: [vip, partner], removed: [] },
    { accountId: lab.beta, outcome: 'changed', added: [partner], removed: [] },
  ]);
  expect(await lab.tagged()).toEqual({
    Alpha: ['Partner', 'VIP'],
    Beta: ['Partner', 'VIP'],
    Gamma: [],
  });
  const back = data.outcomes.map(({ accountId, added }) => ({ accountId, remove: added }));
  await lab.change(back);
  expect(await lab.tagged()).toEqual({ Alpha: [], Beta: ['VIP'], Gamma: [] });
  const again = await lab.change(back);
  expect(again.data.outcomes.map(({ removed }) => removed)).toEqual([[], []]);
});

test('one account has its tags on its page, and a later change of it sees the earlier', async () => {
  const [vip, partner] = [await lab.make('VIP'), await lab.make('Partner')];
  const { accountId } = { accountId: lab.alpha };
  const changes = [
    { accountId, add: [vip, partner] },
    { accountId, remove: [vip] },
  ];
  const { data } = await lab.change(changes);
  expect(data.outcomes.map(({ added, removed }) => [added.length, removed.length])).toEqual([
    [2, 0],
    [0, 1],
  ]);
  const page = await app.call('GET /api/accounts/{accountId}', {
    token: lab.bob.token,
    params: { accountId },
  });
  expect(page.data.workspaceAccount.tags?.map(({ name }) => name)).toEqual(['Partner']);
});

test('a deleted account, one of others and a deleted tag stop nothing else', async () => {
  const [vip, gone] = [await lab.make('VIP'), await lab.make('Gone')];
  await lab.remove(gone);
  await remove(lab.alpha);
  const other = await createTagsLab(app);
  expect(
    await outcomes([
      { accountId: lab.alpha, add: [vip] },
      { accountId: other.alpha, add: [vip] },
      { accountId: lab.beta, add: [gone] },
      { accountId: lab.beta, remove: [gone] },
      { accountId: lab.gamma, add: [vip] },
    ]),
  ).toEqual(['gone', 'gone', 'tag-gone', 'changed', 'changed']);
  expect(await lab.tagged()).toEqual({ Beta: [], Gamma: ['VIP'] });
});

test('an account has at most 20 tags; taking one off makes room', async () => {
  await fill(lab.alpha, limits.tagsPerAccount);
  const vip = await lab.make('VIP');
  const [first] = (await lab.list()).filter(({ name }) => name === 'Filler 1');
  const filler = first?.id ?? '';
  expect(await outcomes([{ accountId: lab.alpha, add: [vip] }])).toEqual(['full']);
  expect(await outcomes([{ accountId: lab.alpha, add: [filler] }])).toEqual(['changed']);
  expect(await outcomes([{ accountId: lab.alpha, add: [vip], remove: [filler] }])).toEqual([
    'changed',
  ]);
  expect((await lab.tagged())['Alpha']).toHaveLength(20);
});

test('tags that two members put on at the same time are both there, up to the limit', async () => {
  await fill(lab.alpha, limits.tagsPerAccount - 2);
  const tags = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(lab.make));
  const results = await Promise.all(
    tags.map((id, at) =>
      lab.change([{ accountId: lab.alpha, add: [id] }], at % 2 ? lab.ann : lab.bob),
    ),
  );
  const found = results.map(({ data }) => data.outcomes[0]?.outcome).toSorted();
  expect(found).toEqual(['changed', 'changed', 'full', 'full', 'full']);
});

test('a tag that is deleted while it is put on is on no account', async () => {
  for (let round = 0; round < 5; round += 1) {
    const tagId = await lab.make(`Round ${round}`);
    const changes = [lab.alpha, lab.beta, lab.gamma].map((accountId) => ({
      accountId,
      add: [tagId],
    }));
    const [put, deleted] = await Promise.all([lab.change(changes), lab.remove(tagId, lab.bob)]);
    expect([put.status, deleted.status]).toEqual([200, 200]);
  }
  const left = await app.db.selectFrom('account_tags').selectAll().execute();
  expect(left.filter(({ workspace_id }) => workspace_id === lab.workspaceId)).toEqual([]);
});

test('accounts are listed with any of some tags, or without one', async () => {
  const [vip, partner] = [await lab.make('VIP'), await lab.make('Partner')];
  await lab.change([
    { accountId: lab.alpha, add: [vip, partner] },
    { accountId: lab.beta, add: [partner] },
  ]);
  const listed = async (tags: string) => Object.keys(await lab.tagged({ tags }));
  expect(await listed(vip)).toEqual(['Alpha']);
  expect(await listed(`${vip},${partner}`)).toEqual(['Alpha', 'Beta']);
  expect(await listed('none')).toEqual(['Gamma']);
  await lab.remove(vip);
  expect(await listed(vip)).toEqual([]);
  const status = async (tags: string) => {
    const params = { workspaceId: lab.workspaceId };
    const { token } = lab.ann;
    const query = { tags };
    return (await app.call('GET /api/workspaces/{workspaceId}/accounts', { token, params, query }))
      .status;
  };
  const refused = [vip.slice(1), `${vip},`, `none,${vip}`, Array(7).fill(vip).join(), "'"];
  expect(await Promise.all(refused.map(status))).toEqual(refused.map(() => 400));
});

test('a merged account gives its tags to the other one', async () => {
  const [vip, partner] = [await lab.make('VIP'), await lab.make('Partner')];
  await lab.change([
    { accountId: lab.alpha, add: [vip, partner] },
    { accountId: lab.beta, add: [partner] },
  ]);
  expect((await merge(lab.alpha, lab.beta)).status).toBe(200);
  expect(await lab.tagged()).toEqual({ Beta: ['Partner', 'VIP'], Gamma: [] });
  expect(await lab.list({ includeCounts: 'true' })).toMatchObject([
    { accountCount: 1 },
    { accountCount: 1 },
  ]);
});

test('two accounts with too many tags together are not merged', async () => {
  await fill(lab.alpha, 15);
  await fill(lab.beta, 6);
  const { status, error } = await merge(lab.alpha, lab.beta);
  expect([status, error?.message]).toEqual([
    409,
    'An account can have at most 20 tags, and these two have 21 together. Take some off first.',
  ]);
  const counts = Object.values(await lab.tagged()).map(({ length }) => length);
  expect(counts).toEqual([15, 6, 0]);
});

test('a deleted account has its tags again when it is restored, or gives them to another', async () => {
  const [vip, partner] = [await lab.make('VIP'), await lab.make('Partner')];
  await lab.change([
    { accountId: lab.alpha, add: [vip] },
    { accountId: lab.beta, add: [partner] },
  ]);
  await remove(lab.alpha);
  await remove(lab.beta);
  const ofDeleted = (accountId: string) => ({
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId, accountId },
  });
  await app.call(
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
    ofDeleted(lab.alpha),
  );
  expect(await lab.tagged()).toEqual({ Alpha: ['VIP'], Gamma: [] });
  await app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge', {
    ...ofDeleted(lab.beta),
    body: { intoAccountId: lab.gamma },
  });
  expect(await lab.tagged()).toEqual({ Alpha: ['VIP'], Gamma: ['Partner'] });
});

test('an account that is removed for good leaves no tags', async () => {
  await fill(lab.alpha, 2);
  await remove(lab.alpha);
  await sql`update deleted_accounts set deleted_at = now() - interval '31 days'
    where account_id = ${lab.alpha}`.execute(app.db);
  await continueAccountChanges(app.context);
  const left = await app.db
    .selectFrom('account_tags')
    .selectAll()
    .where('account_id', '=', lab.alpha)
    .execute();
  expect(left).toEqual([]);
});

test('the audit log has one entry for a request, and software that follows gets the accounts', async () => {
  const vip = await lab.make('VIP');
  const changes = () =>
    app.call('GET /api/workspaces/{workspaceId}/changes/accounts', {
      token: lab.ann.token,
      params: { workspaceId: lab.workspaceId },
      query: cursor === undefined ? {} : { since: cursor },
    });
  let cursor: string | undefined;
  const followed = async () => {
    const { data } = await changes();
    cursor = data.cursor;
    return data.items.map(({ entry }) => entry?.tags.map(({ name }) => name));
  };
  expect(await followed()).toEqual([[], [], []]);
  await lab.change([lab.alpha, lab.beta].map((accountId) => ({ accountId, add: [vip] })));
  await lab.change([{ accountId: lab.gamma, add: [vip] }]);
  await lab.change([{ accountId: lab.gamma, add: [vip] }]);
  expect(await followed()).toEqual([['VIP'], ['VIP'], ['VIP']]);
  await lab.update(vip, { name: 'Very important' });
  expect(await followed()).toEqual(Array.from({ length: 3 }, () => ['Very important']));
  await lab.update(vip, { color: 'pink' });
  expect(await followed()).toHaveLength(3);
  await lab.remove(vip);
  expect(await followed()).toEqual([[], [], []]);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('after')
    .where('actor_id', '=', lab.ann.id)
    .where('action', '=', 'account.tags-changed')
    .orderBy('at')
    .execute();
  expect(entries.map(({ after }) => after)).toEqual([{ accounts: 2 }, { accountId: lab.gamma }]);
});
