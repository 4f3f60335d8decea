import { limits } from '@repo/contract/limits';
import type { ViewState } from '@repo/contract/saved-views';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';

const app = await createTestApp();
afterAll(() => app.close());

const VIEWS = '/api/workspaces/{workspaceId}/views';
const nothing: ViewState = { filters: {}, widths: {} };

/** A workspace with an owner and two members, and what each does with views. */
async function settle() {
  const workspace = await app.make.workspace();
  const [owner, ann, bob] = [
    await app.make.person(),
    await app.make.member(workspace.id),
    await app.make.member(workspace.id),
  ];
  await app.make.membership(workspace.id, owner.id, 'owner');
  const params = { workspaceId: workspace.id };
  const save = (
    { token }: MadePerson,
    given: { name?: string; isShared?: boolean; state?: object } = {},
  ) =>
    app.call(`POST ${VIEWS}`, {
      token,
      params,
      body: { name: 'Mine', state: nothing, ...given } as never,
    });
  const list = async ({ token }: MadePerson) =>
    (await app.call(`GET ${VIEWS}`, { token, params })).data;
  const namesOf = async (person: MadePerson) => (await list(person)).views.map(({ name }) => name);
  const change = ({ token }: MadePerson, viewId: string, body: object) =>
    app.call(`PATCH ${VIEWS}/{viewId}`, { token, params: { ...params, viewId }, body });
  const remove = ({ token }: MadePerson, viewId: string) =>
    app.call(`DELETE ${VIEWS}/{viewId}`, { token, params: { ...params, viewId } });
  const choose = ({ token }: MadePerson, viewId: string | null) =>
    app.call('PUT /api/workspaces/{workspaceId}/default-view', { token, params, body: { viewId } });
  const defaultOf = async ({ token }: MadePerson) =>
    (await app.call('GET /api/workspaces', { token })).data.items.find(
      ({ id }) => id === workspace.id,
    )?.defaultView;
  return { workspace, owner, ann, bob, save, list, namesOf, change, remove, choose, defaultOf };
}

test('a view returns what was saved, to its owner alone until it is shared', async () => {
  const { ann, bob, save, list, namesOf, change } = await settle();
  const state = {
    filters: { side: 'external', contributor: 'ann@acme.example' },
    sort: '-lastActivity',
    columns: ['name', 'created'],
    widths: { name: 320 },
  };
  const { data } = await save(ann, { name: '  External  ', state });
  expect(data.view).toEqual({
    id: expect.any(String),
    name: 'External',
    isShared: false,
    isOwn: true,
    canChange: true,
    isDefault: false,
    owner: { name: ann.name },
    state,
  });
  expect((await list(ann)).views).toEqual([data.view]);
  expect(await namesOf(bob)).toEqual([]);

  expect((await change(ann, data.view.id, { isShared: true })).status).toBe(200);
  expect((await list(bob)).views).toEqual([
    { ...data.view, isShared: true, isOwn: false, canChange: false },
  ]);
  await change(ann, data.view.id, { isShared: false });
  expect(await namesOf(bob)).toEqual([]);
});

test('adding, renaming and deleting a view leaves those of others as they are', async () => {
  const { ann, bob, owner, save, list, namesOf, change, remove } = await settle();
  const shared = (await save(ann, { name: 'Shared', isShared: true })).data.view;
  await save(bob, { name: 'Shared', isShared: true });
  await save(bob, { name: 'Private' });
  expect(await namesOf(ann)).toEqual(['Shared', 'Shared']);
  expect(await change(bob, shared.id, { name: 'Taken' })).toMatchObject({
    status: 403,
    error: { message: expect.stringContaining('Duplicate it') },
  });
  expect((await remove(bob, shared.id)).status).toBe(403);
  // The owner can edit a member's shared view, but cannot make it private.
  expect((await change(owner, shared.id, { name: 'Tidy' })).data.view.name).toBe('Tidy');
  expect((await change(owner, shared.id, { isShared: false })).status).toBe(403);
  expect((await remove(owner, shared.id)).status).toBe(200);
  expect(await namesOf(ann)).toEqual(['Shared']);
  expect((await list(bob)).views.map(({ isOwn }) => isOwn)).toEqual([true, true]);
});

test('one view opens by default, for each person by themselves', async () => {
  const { ann, bob, save, list, change, choose, remove, defaultOf } = await settle();
  const [one, two] = [
    (await save(ann, { name: 'One', isShared: true })).data.view,
    (await save(ann, { name: 'Two', state: { ...nothing, sort: 'name' } })).data.view,
  ];
  expect(await defaultOf(ann)).toBeNull();
  await choose(ann, one.id);
  await choose(ann, two.id);
  await choose(bob, one.id);
  expect(await defaultOf(ann)).toEqual({ id: two.id, name: 'Two', state: two.state });
  expect((await list(ann)).views.map(({ isDefault }) => isDefault)).toEqual([false, true]);
  expect((await choose(bob, two.id)).status).toBe(404);

  // It becomes private and so is no longer the default of anyone else.
  await change(ann, one.id, { isShared: false });
  expect(await defaultOf(bob)).toBeNull();
  await remove(ann, two.id);
  expect(await defaultOf(ann)).toBeNull();
  await choose(ann, one.id);
  await choose(ann, null);
  expect(await defaultOf(ann)).toBeNull();
});

test('who leaves takes private views along; shared ones stay with the workspace', async () => {
  const { workspace, owner, ann, bob, save, list, namesOf, choose } = await settle();
  await save(ann, { name: 'Private' });
  const shared = (
    await save(ann, {
      name: 'Shared',
      isShared: true,
      state: { ...nothing, filters: { contributor: ann.email, created_by: 'Ann' } },
    })
  ).data.view;
  await choose(ann, shared.id);
  expect((await list(bob)).departed).toEqual([]);
  const member = { workspaceId: workspace.id, userId: ann.id };
  const removed = await app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
    token: owner.token,
    params: member,
  });
  expect(removed.status).toBe(200);
  expect(await list(bob)).toEqual({
    views: [{ ...shared, isOwn: false, canChange: false, owner: null }],
    departed: [ann.email],
  });
  expect((await list(owner)).views[0]?.canChange).toBe(true);
  await app.make.membership(workspace.id, ann.id);
  expect(await namesOf(ann)).toEqual(['Shared']);
});

test.each<[string, object, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['a name of two lines', { name: 'a\nb' }, 'name'],
  ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }, 'name'],
  ['a column that is no name', { state: { ...nothing, columns: ['<b>'] } }, 'state.columns.0'],
  ['a width of nothing', { state: { ...nothing, widths: { name: 0 } } }, 'state.widths.name'],
  ['a filter of 300 characters', { state: filters(1, 300) }, 'state.filters.f0'],
  ['41 filters', { state: filters(41, 1) }, 'state.filters'],
  [
    'half a character',
    { state: { ...nothing, filters: { owner: '\ud800' } } },
    'state.filters.owner',
  ],
  ['a state that is too long', { state: filters(40, 200) }, 'state'],
])('refuses %s', async (_what, given, field) => {
  const { ann, save, namesOf } = await settle();
  const refused = await save(ann, given);
  expect(refused).toMatchObject({ status: 400, error: { code: 'VALIDATION_FAILED' } });
  expect(refused.error?.details).toEqual([expect.objectContaining({ field })]);
  expect(await namesOf(ann)).toEqual([]);
});

function filters(count: number, length: number): ViewState {
  const named = Array.from({ length: count }, (_, at) => [`f${at}`, 'x'.repeat(length)]);
  return { filters: Object.fromEntries(named), widths: {} };
}

test('so many views of a person and so many shared ones, also when saved at the same time', async () => {
  const { workspace, ann, bob, save, change, namesOf } = await settle();
  const fill = (person: MadePerson, isShared: boolean, count: number) =>
    sql`insert into saved_views (workspace_id, owner_id, name, is_shared, state)
      select ${workspace.id}, ${person.id}, 'View ' || number, ${isShared},
        '{"filters": {}, "widths": {}}'
      from generate_series(1, ${count}) number`.execute(app.db);
  await fill(ann, false, limits.viewsPerUser - 1);
  const answers = await Promise.all([save(ann), save(ann), save(ann)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const refused = await save(ann);
  expect(refused).toMatchObject({
    error: { code: 'LIMIT_REACHED', details: { limit: 100, current: 100 } },
  });
  expect(await namesOf(ann)).toHaveLength(limits.viewsPerUser);

  await fill(await app.make.member(workspace.id), true, limits.sharedViews);
  expect(await save(bob, { isShared: true })).toMatchObject({ error: { code: 'LIMIT_REACHED' } });
  const own = (await save(bob)).data.view;
  expect(await change(bob, own.id, { isShared: true })).toMatchObject({
    error: { code: 'LIMIT_REACHED', details: { limit: 200, current: 200 } },
  });
  expect((await change(bob, own.id, { name: 'Still mine' })).status).toBe(200);
});
