import { keyOf } from '#platform/rate-limit/rate-limit-counter.ts';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
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

const names = async () => (await lab.list()).map(({ name }) => name);

test('tags are listed by name, each with a colour of its own as long as there are some', async () => {
  for (const name of ['partner', 'VIP 10', 'VIP 9', 'Churned']) await lab.create(name);
  expect(await names()).toEqual(['Churned', 'partner', 'VIP 9', 'VIP 10']);
  expect(new Set((await lab.list()).map(({ color }) => color)).size).toBe(4);
});

test.each(['<script>alert(1)</script>', '🏷️🎉👩‍🔬', 'Robert"); drop table tags;--', '名前 50%'])(
  'a tag can be called %j',
  async (name) => {
    expect((await lab.create(name)).data.tag.name).toBe(name);
    expect(await names()).toEqual([name]);
  },
);

test.each([
  ['', 'A tag needs a name.'],
  [' \u3000 ', 'A tag needs a name.'],
  ['x'.repeat(300), 'The name of a tag must be at most 40 characters.'],
  ['🏷️'.repeat(41), 'The name of a tag must be at most 40 characters.'],
  ['\u202efdp', 'The name of a tag must be one line of text.'],
])('refuses the name %j', async (name, message) => {
  const { status, error } = await lab.create(name);
  expect([status, error?.message]).toEqual([400, message]);
  const tagId = await lab.make('Kept');
  expect((await lab.update(tagId, { name })).status).toBe(400);
  expect(await names()).toEqual(['Kept']);
});

test('a name is taken in any case and width, and says by which tag', async () => {
  const { tag } = (await lab.create('  Key   account ')).data;
  expect(tag.name).toBe('Key account');
  for (const name of ['KEY ACCOUNT', 'ｋｅｙ　ａｃｃｏｕｎｔ', 'Key\u200b account']) {
    const { status, error } = await lab.create(name);
    expect(status).toBe(409);
    expect(error?.message).toBe('There is already a tag “Key account”.');
    expect(error?.details).toEqual({ tag });
  }
  expect(await names()).toEqual(['Key account']);
});

test('of two that are made at the same time, one is there', async () => {
  const statuses = await Promise.all(
    ['vip', 'VIP', 'Vip', 'ＶＩＰ'].map(async (name) => (await lab.create(name)).status),
  );
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
  expect(await lab.list()).toHaveLength(1);
});

test('a tag is renamed, also to another case, but not to the name of another', async () => {
  const tagId = await lab.make('vip');
  await lab.create('Partner');
  expect((await lab.update(tagId, { name: 'VIP' })).data.tag.name).toBe('VIP');
  const { status, error } = await lab.update(tagId, { name: 'partner' });
  expect([status, error?.message]).toEqual([409, 'There is already a tag “Partner”.']);
  await lab.update(tagId, { color: 'pink' });
  expect(await lab.list()).toContainEqual({ id: tagId, name: 'VIP', color: 'pink' });
  const refused = await app.call('PATCH /api/workspaces/{workspaceId}/tags/{tagId}', {
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId, tagId },
    body: { color: 'url(https://evil.example)' as 'pink' },
  });
  expect(refused.status).toBe(400);
});

test('a deleted tag is off all accounts, and the audit log says on how many it was', async () => {
  const [tagId, kept] = [await lab.make('VIP'), await lab.make('Kept')];
  await lab.change([lab.alpha, lab.beta].map((accountId) => ({ accountId, add: [tagId, kept] })));
  expect(await lab.list({ includeCounts: 'true' })).toMatchObject([
    { name: 'Kept', accountCount: 2 },
    { name: 'VIP', accountCount: 2 },
  ]);
  await app.call('DELETE /api/accounts/{accountId}', {
    token: lab.ann.token,
    params: { accountId: lab.beta },
  });
  expect(await lab.list({ includeCounts: 'true' })).toMatchObject([
    { accountCount: 1 },
    { accountCount: 1 },
  ]);
  expect((await lab.remove(tagId)).status).toBe(200);
  expect((await lab.remove(tagId)).status).toBe(404);
  expect((await lab.update(tagId, { name: 'Back' })).status).toBe(404);
  expect(await lab.tagged()).toEqual({ Alpha: ['Kept'], Gamma: [] });
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['before', 'scope'])
    .where('actor_id', '=', lab.ann.id)
    .where('action', '=', 'account.tag-deleted')
    .execute();
  expect(entries).toEqual([{ before: { accounts: 1 }, scope: expect.stringContaining('/') }]);
});

test('a tag is merged into another one on request: its accounts and views have that one', async () => {
  const [from, into, third] = [await lab.make('vip'), await lab.make('VIP 2'), await lab.make('3')];
  await lab.change([
    { accountId: lab.alpha, add: [from, into] },
    { accountId: lab.beta, add: [from, third] },
    { accountId: lab.gamma, add: [third] },
  ]);
  const params = { workspaceId: lab.workspaceId };
  await app.call('POST /api/workspaces/{workspaceId}/views', {
    token: lab.bob.token,
    params,
    body: { name: 'Mine', state: { filters: { tags: `${third},${from}` }, widths: {} } },
  });
  expect((await lab.update(from, { name: 'vip  2' })).status).toBe(409);
  const { data } = await lab.update(from, { name: 'vip  2', merge: true });
  expect(data.tag).toMatchObject({ id: into, name: 'VIP 2' });
  expect(await lab.tagged()).toEqual({ Alpha: ['VIP 2'], Beta: ['3', 'VIP 2'], Gamma: ['3'] });
  expect(await names()).toEqual(['3', 'VIP 2']);
  const { data: views } = await app.call('GET /api/workspaces/{workspaceId}/views', {
    token: lab.bob.token,
    params,
  });
  expect(JSON.stringify(views)).toContain(`${third},${into}`);
  // A colleague was faster.
  expect((await lab.update(from, { name: 'VIP 2', merge: true })).status).toBe(404);
});

test('with merge, a free name is only a new name', async () => {
  const tagId = await lab.make('vip');
  expect((await lab.update(tagId, { name: 'Key', merge: true })).data.tag.id).toBe(tagId);
  expect(await names()).toEqual(['Key']);
});

test('a workspace has at most 200 tags', async () => {
  await sql`
    insert into tags (workspace_id, name, folded_name, color)
    select ${lab.workspaceId}, 'Tag ' || n, 'tag ' || n, 'blue'
    from generate_series(1, ${limits.tagsPerWorkspace - 1}::integer) n`.execute(app.db);
  expect((await lab.create('The last')).status).toBe(200);
  const { status, error } = await lab.create('One more');
  expect(status).toBe(409);
  expect(error).toMatchObject({
    code: 'LIMIT_REACHED',
    message: 'This workspace has 200 tags, which is the most. Delete one first.',
    details: { limit: 200, current: 200 },
  });
  expect(await lab.list()).toHaveLength(200);
});

test('another workspace has tags of its own', async () => {
  const tagId = await lab.make('VIP');
  const other = await createTagsLab(app);
  expect((await other.create('VIP')).status).toBe(200);
  expect((await other.update(tagId, { name: 'Taken' })).status).toBe(404);
  expect((await other.remove(tagId)).status).toBe(404);
  const { data } = await other.change([{ accountId: other.alpha, add: [tagId] }]);
  expect(data.outcomes[0]?.outcome).toBe('tag-gone');
  expect((await lab.change([], other.ann)).status).toBe(400);
  expect((await lab.change([{ accountId: lab.alpha }], other.ann)).status).toBe(404);
});

test('a key that only reads accounts reads tags and makes none', async () => {
  await lab.create('VIP');
  const { key } = await insertApiKey(app.db, lab.ann.id, { scopes: ['accounts:read'] });
  const read = await app.call('GET /api/workspaces/{workspaceId}/tags', {
    token: key,
    params: { workspaceId: lab.workspaceId },
    query: {},
  });
  expect(read.data.tags).toHaveLength(1);
  expect((await lab.create('Made by a key', { token: key })).status).toBe(403);
});

test('a member cannot store changes of many accounts again and again by changing a tag', async () => {
  const [all, one] = [await lab.make('All'), await lab.make('One')];
  await sql`
    insert into rate_limit_counters (key, count, ends_at)
    values (${keyOf({ limit: { name: 'accounts of changed tags', attempts: 0, windowSeconds: 0 }, of: `${lab.workspaceId} ${lab.ann.id}` })},
      ${limits.taggedAccountsChangedPerDay - 2}, now() + interval '1 hour')`.execute(app.db);
  await lab.change([lab.alpha, lab.beta].map((accountId) => ({ accountId, add: [all] })));
  // What changes nothing, or is refused, does not count.
  expect((await lab.update(all, { name: 'All' })).status).toBe(200);
  expect((await lab.update(all, { name: 'One' })).status).toBe(409);
  expect((await lab.update(all, { name: 'Every' })).status).toBe(200);
  expect(await lab.update(all, { name: 'Each' })).toMatchObject({
    status: 429,
    error: { message: expect.stringMatching(/^Too many changes of tags with many accounts/) },
  });
  expect((await lab.update(all, { name: 'Each' }, lab.bob)).status).toBe(200);
  expect((await lab.update(one, { name: 'Two' }, lab.bob)).status).toBe(200);
});
