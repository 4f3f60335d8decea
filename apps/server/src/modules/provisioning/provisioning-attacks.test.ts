import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import {
  type Body,
  callScim,
  createProviders,
  makeOwn,
  makeWorkspace,
  type Provider,
} from './provisioning-lab.fixture.ts';
import { applyRolesJob } from './roles/apply-roles.job.ts';

let app: TestApp;
let providers: ReturnType<typeof createProviders>;
let provider: Provider;
let ann: string;
beforeAll(async () => {
  app = await createTestApp();
  providers = createProviders(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  provider = await providers();
  ann = (await makeOwn(app, provider, 'ann')).id;
});

const ROUNDS = [1, 2, 3];

const set = (path: string, value: unknown) =>
  provider.patch(`/Users/${ann}`, { op: 'replace', path, value });

async function createGroup(displayName: string, ...members: string[]): Promise<string> {
  const { body } = await provider.call('POST', '/Groups', {
    displayName,
    members: members.map((value) => ({ value })),
  });
  return String(body['id']);
}

const membersOf = async (id: string) =>
  ((await provider.get(`/Groups/${id}`)).body['members'] as Body[]).map(({ value }) => value);

const countOf = async (resource: string, filter: string) =>
  (await provider.get(`/${resource}?filter=${encodeURIComponent(filter)}`)).body['totalResults'];

const give = (groupId: string, workspaceId: string) =>
  app.call('PUT /api/admin/organizations/{id}/group-roles', {
    token: provider.admin.token,
    params: { id: provider.organization.id },
    body: { groupId, name: '', workspaceId, role: 'member' },
  });

const changerOf = (group: string) => (op: 'add' | 'remove') =>
  provider.patch(`/Groups/${group}`, { op, path: 'members', value: [{ value: ann }] });

const rowsOf = (table: 'given_roles' | 'memberships' | 'role_checks') =>
  app.db.selectFrom(table).select('workspace_id').where('user_id', '=', ann).execute();

describe('two requests at the same moment', () => {
  test('that change different attributes of a user both count', async () => {
    for (const round of ROUNDS) {
      const wanted = {
        externalId: `external ${round}`,
        name: { givenName: `Given ${round}`, familyName: `Family ${round}` },
      };
      await Promise.all([
        set('externalId', wanted.externalId),
        set('name.givenName', wanted.name.givenName),
        set('name.familyName', wanted.name.familyName),
      ]);
      expect((await provider.get(`/Users/${ann}`)).body).toMatchObject(wanted);
    }
  });

  test('a rename and a deactivation leave a user whom the provider can bring back', async () => {
    for (const round of ROUNDS) {
      await Promise.all([set('displayName', `Ann ${round}`), set('active', false)]);
      expect((await set('active', true)).status).toBe(200);
    }
  });

  test('a member who is removed while they are still being added has no role', async () => {
    const workspace = await makeWorkspace(app, provider.organization);
    const group = await createGroup('Sales');
    await give(group, workspace.id);
    const change = changerOf(group);
    let adding: ReturnType<typeof change> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', workspace.id)
        .forNoKeyUpdate()
        .execute();
      adding = change('add');
      await expect.poll(() => rowsOf('given_roles')).toHaveLength(1);
      expect((await change('remove')).status).toBe(204);
    });
    expect((await adding)?.status).toBe(204);
    expect([await rowsOf('memberships'), await rowsOf('role_checks')]).toEqual([[], []]);
  });

  test('a member who comes while their group is given a role has it', async () => {
    const workspaces = [
      await makeWorkspace(app, provider.organization),
      await makeWorkspace(app, provider.organization),
    ] as const;
    const group = await createGroup('Sales');
    await give(group, workspaces[0].id);
    let both: Promise<unknown> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', workspaces[0].id)
        .forUpdate()
        .execute();
      const adding = changerOf(group)('add');
      await waitForLocks(app.db, 1);
      const giving = give(group, workspaces[1].id);
      await Promise.race([giving, waitForLocks(app.db, 2)]);
      both = Promise.all([adding, giving]);
    });
    await both;
    expect(await rowsOf('memberships')).toHaveLength(2);
  });

  test('a refusal while someone is coming back is tried again', async () => {
    const workspace = await makeWorkspace(app, provider.organization);
    const group = await createGroup('Sales', ann);
    await give(group, workspace.id);
    const change = changerOf(group);
    await change('remove');
    await app.db
      .insertInto('hand_overs')
      .values({
        user_id: ann,
        workspace_id: null,
        choice: 'keep',
        begun_by: 'Someone',
        was_active: true,
        ends_at: new Date(Date.now() + 1_000_000),
        state: 'returning',
      })
      .execute();
    await change('add');
    expect(await rowsOf('memberships')).toEqual([]);
    await app.db
      .deleteFrom('hand_overs')
      .where('user_id', '=', ann)
      .where('workspace_id', 'is', null)
      .execute();
    await app.db
      .updateTable('role_checks')
      .set({ taken_until: new Date(0) })
      .execute();
    await applyRolesJob.run(app.context, {}, new AbortController().signal);
    expect(await rowsOf('memberships')).toHaveLength(1);
  });
});

describe('an operation without a value', () => {
  test.each(['add', 'replace'])('changes nothing of a group: %s', async (op) => {
    const id = await createGroup('Sales', ann);
    const { body } = await provider.patch(`/Groups/${id}`, { op, path: 'members' });
    expect(body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect(await membersOf(id)).toEqual([ann]);
  });

  test('changes nothing of a user', async () => {
    const { body } = await provider.patch(`/Users/${ann}`, { op: 'replace', path: 'displayName' });
    expect(body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect((await provider.get(`/Users/${ann}`)).body).toMatchObject({ displayName: 'ann' });
  });

  test('is no removal of a member who is not named', async () => {
    const id = await createGroup('Sales', ann);
    const remove = (value: unknown) =>
      provider.patch(`/Groups/${id}`, { op: 'remove', path: 'members', value });
    expect((await remove([{ id: ann }])).body).toMatchObject({ scimType: 'invalidValue' });
    expect((await remove([{ Value: ann }])).status).toBe(204);
    expect(await membersOf(id)).toEqual([]);
  });
});

test.each(['ΠΩΛΗΣΕΙΣ', 'İstanbul', 'Straße ẞ', ' Sales ', 'a\\b"c'])(
  'the name %s is found as it was given',
  async (name) => {
    await createGroup(name, ann);
    expect(await countOf('Groups', `displayName eq ${JSON.stringify(name)}`)).toBe(1);
    expect((await set('userName', name)).status).toBe(200);
    expect(await countOf('Users', `userName eq ${JSON.stringify(name)}`)).toBe(1);
  },
);

test('numbers of a page that are too small or too large are no errors', async () => {
  const huge = '9'.repeat(30);
  const queries = [
    'startIndex=0',
    'startIndex=-1',
    'startIndex=',
    'count=-5',
    'count=0',
    `startIndex=${huge}`,
    `count=${huge}`,
  ];
  for (const query of queries) {
    const { body } = await provider.get(`/Users?${query}`);
    expect([query, body['totalResults']]).toEqual([query, 1]);
  }
});

test('attributes are chosen also by their names with the schema', async () => {
  const path = `/Groups/${await createGroup('Sales', ann)}`;
  const name = 'urn:ietf:params:scim:schemas:core:2.0:Group:members';
  const without = await provider.get(`${path}?excludedAttributes=${name}`);
  expect(without.body).not.toHaveProperty('members');
  const only = await provider.get(`${path}?attributes=${name}`);
  expect(Object.keys(only.body)).toEqual(['schemas', 'id', 'members']);
});

test('the base address itself is in the form of the protocol, and needs the token', async () => {
  for (const path of ['', '/']) {
    const { status, body } = await provider.get(path);
    expect([status, body['status']]).toEqual([404, '404']);
    expect((await callScim(app, { method: 'GET', path })).status).toBe(401);
  }
});
