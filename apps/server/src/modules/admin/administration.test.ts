import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';

let app: TestApp;
let admin: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.make.person({ name: 'Ada Admin', is_admin: true });
});
afterAll(() => app.close());

const changeOrganization = (id: string, body: { name?: string; slug?: string }) =>
  app.call('PATCH /api/admin/organizations/{id}', { token: admin.token, params: { id }, body });
const changeWorkspace = (id: string, body: { name?: string; slug?: string }) =>
  app.call('PATCH /api/admin/workspaces/{id}', { token: admin.token, params: { id }, body });
const ownerOf = async (workspaceId: string) => {
  const person = await app.make.person();
  await app.make.membership(workspaceId, person.id, 'owner');
  return person;
};
const logged = async (action: string) =>
  (
    await app.call('GET /api/admin/audit', { token: admin.token, query: { limit: 100 } })
  ).data.items.filter((entry) => entry.action === action);

test('a name changes without the slug, a slug only where it is given, and both are logged', async () => {
  const { id, slug } = await app.make.organization();
  const other = await app.make.organization();
  expect((await changeOrganization(id, { name: ' New Name ' })).data.organization).toMatchObject({
    name: 'New Name',
    slug,
  });
  const taken = await changeOrganization(id, { slug: other.slug });
  expect(taken).toMatchObject({ status: 409, error: { details: [{ field: 'slug' }] } });
  expect((await changeOrganization(id, { slug: 'admin' })).status).toBe(400);
  expect((await changeOrganization(id, { name: '' })).status).toBe(400);
  expect((await changeOrganization(id, { slug: 'moved-away' })).data.organization.slug).toBe(
    'moved-away',
  );
  // A request that changes nothing creates no entry.
  await changeOrganization(id, { name: 'New Name', slug: 'moved-away' });
  expect(await logged('organization.changed')).toMatchObject([
    { before: { slug }, after: { slug: 'moved-away' }, actor: { name: 'Ada Admin' } },
    { after: { name: 'New Name' } },
  ]);
});

test('a workspace keeps its slug within its organization, and a taken one is refused', async () => {
  const organization = await app.make.organization();
  const one = await app.make.workspace({ organization_id: organization.id });
  const two = await app.make.workspace({ organization_id: organization.id });
  expect((await changeWorkspace(one.id, { slug: two.slug })).status).toBe(409);
  expect((await changeWorkspace(one.id, { name: 'Sales' })).data.workspace).toMatchObject({
    name: 'Sales',
    slug: one.slug,
  });
  expect(await logged('workspace.changed')).toMatchObject([{ after: { name: 'Sales' } }]);
});

const transfer = (workspaceId: string, from: MadePerson, to: { id: string }) =>
  app.call('POST /api/workspaces/{workspaceId}/owner', {
    token: from.token,
    params: { workspaceId },
    body: { userId: to.id },
  });
const ownersOf = async (workspaceId: string) =>
  (
    await app.db
      .selectFrom('memberships')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .where('role', '=', 'owner')
      .execute()
  ).map(({ user_id: id }) => id);

test('an owner makes another member the owner and becomes a member', async () => {
  const workspace = await app.make.workspace();
  const owner = await ownerOf(workspace.id);
  const member = await app.make.member(workspace.id);
  const outsider = await app.make.person();
  expect((await transfer(workspace.id, member, owner)).status).toBe(403);
  expect((await transfer(workspace.id, outsider, outsider)).status).toBe(404);
  expect((await transfer(workspace.id, admin, member)).status).toBe(403);
  expect((await transfer(workspace.id, owner, outsider)).status).toBe(404);
  expect((await transfer(workspace.id, owner, owner)).status).toBe(409);
  const inactive = await app.make.member(workspace.id, { is_active: false });
  expect(await transfer(workspace.id, owner, inactive)).toMatchObject({
    status: 409,
    error: { message: `${inactive.name} cannot sign in any more. Choose another member.` },
  });
  const invited = await app.make.member(workspace.id, { password_hash: null });
  expect((await transfer(workspace.id, owner, invited)).status).toBe(409);
  expect(await ownersOf(workspace.id)).toEqual([owner.id]);
  expect((await transfer(workspace.id, owner, member)).status).toBe(200);
  expect(await ownersOf(workspace.id)).toEqual([member.id]);
  expect(await logged('workspace.ownership-transferred')).toMatchObject([
    { person: { id: member.id }, before: { owner: owner.name }, after: { owner: member.name } },
  ]);
});

test('owners who transfer at the same time leave an owner, whatever the order', async () => {
  for (let round = 0; round < 5; round += 1) {
    const workspace = await app.make.workspace();
    const one = await ownerOf(workspace.id);
    const two = await ownerOf(workspace.id);
    const third = await app.make.member(workspace.id);
    await Promise.all([
      transfer(workspace.id, one, two),
      transfer(workspace.id, two, one),
      transfer(workspace.id, one, third),
    ]);
    expect((await ownersOf(workspace.id)).length).toBeGreaterThan(0);
    // One owner who transfers twice at once gives it to one of them.
    const [last] = await ownersOf(workspace.id);
    const owner = [one, two, third].find(({ id }) => id === last) ?? one;
    const others = [one, two, third].filter(({ id }) => id !== owner.id);
    await app.db
      .updateTable('memberships')
      .set({ role: 'member' })
      .where('workspace_id', '=', workspace.id)
      .where('user_id', '<>', owner.id)
      .execute();
    const results = await Promise.all(others.map((other) => transfer(workspace.id, owner, other)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await ownersOf(workspace.id)).toHaveLength(1);
  }
});

test('connections that need attention are listed with the longest silence first, without content', async () => {
  const connect = async (name: string, values: object, active = true) => {
    const person = await app.make.person({ name, is_active: active });
    await app.db
      .insertInto('integrations')
      .values({
        owner_id: person.id,
        provider: 'gmail',
        source: 'secret-mailbox@example.org',
        credentials: Buffer.from('sealed'),
        last_error: 'secret words of the provider',
        ...values,
      })
      .execute();
    return person;
  };
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  await connect('Fine', { last_synced_at: ago(0) });
  await connect('Once', { failures: 2, last_synced_at: ago(9) });
  await connect('Gone', { needs_reauth: true, last_synced_at: ago(9) }, false);
  await connect('Disconnected', { credentials: null, needs_reauth: true });
  const failing = await connect('Failing', { failures: 3, last_synced_at: ago(2) });
  const reauth = await connect('Reconnect', { needs_reauth: true, last_synced_at: ago(5) });
  const list = (query: { search?: string; limit?: number; page?: number } = {}) =>
    app.call('GET /api/admin/connections', { token: admin.token, query });
  const { data } = await list();
  expect(data.items.map(({ person, state }) => [person.name, state])).toEqual([
    ['Reconnect', 'reconnect'],
    ['Failing', 'failing'],
  ]);
  expect(JSON.stringify(data)).not.toContain('secret');
  expect((await list({ search: failing.email })).data.items).toHaveLength(1);
  const second = (await list({ limit: 1, page: 2 })).data;
  expect(second).toMatchObject({ pagination: { total: 2, totalPages: 2 } });
  expect(second.items[0]?.person.id).toBe(failing.id);
  expect(data.items[0]?.person.email).toBe(reauth.email);
});

test('the audit log is exported as CSV in parts, in whole or of one person, harmless to spreadsheets', async () => {
  await sql`insert into audit_entries (action, actor_name, person_name, at)
    select 'member.added', 'Mass', '=HYPERLINK("x' || number || '")',
      now() - interval '100 days' - number * interval '1 microsecond'
    from generate_series(1, 2500) number`.execute(app.db);
  const download = async (query = '') => {
    const answer = await app.app.inject({
      url: `/api/admin/audit/export${query}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    return answer.body.trimEnd().split('\r\n');
  };
  const { total } = (await app.call('GET /api/admin/audit', { token: admin.token })).data
    .pagination;
  const lines = await download();
  expect(lines).toHaveLength(total + 1);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.at(-1)).toContain(`"'=HYPERLINK(""x2500"")"`);
  expect(await download(`?person=${admin.id}`)).not.toEqual([]);
  expect((await download('?search=Mass')).length).toBe(2_501);
  const member = await app.make.person();
  const refused = await app.app.inject({
    url: '/api/admin/audit/export',
    headers: { authorization: `Bearer ${member.token}` },
  });
  expect(refused.statusCode).toBe(403);
});
