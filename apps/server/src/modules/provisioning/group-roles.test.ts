import type { Role } from '@repo/contract/fields';
import { limits } from '@repo/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import {
  createProviders,
  makeOwn,
  makeWorkspace,
  type Provider,
} from './provisioning-lab.fixture.ts';
import { applyRolesJob } from './roles/apply-roles.job.ts';

let app: TestApp;
let providers: ReturnType<typeof createProviders>;
let provider: Provider;
let workspace: Made & { owner: MadePerson };
let ann: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  providers = createProviders(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  provider = await providers();
  workspace = await makeWorkspace(app, provider.organization);
  ann = await makeOwn(app, provider, 'ann');
});

const roleOf = async (userId: string, workspaceId = workspace.id) =>
  (
    await app.db
      .selectFrom('memberships')
      .select('role')
      .where('user_id', '=', userId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst()
  )?.role;

async function createGroup(name: string, ...members: { id: string }[]): Promise<string> {
  const { body } = await provider.call('POST', '/Groups', {
    displayName: name,
    members: members.map(({ id }) => ({ value: id })),
  });
  return String(body['id']);
}

const give = (
  groupId: string | null,
  role: Role = 'member',
  { name = '', workspaceId = workspace.id } = {},
) =>
  app.call('PUT /api/admin/organizations/{id}/group-roles', {
    token: provider.admin.token,
    params: { id: provider.organization.id },
    body: { groupId, name, workspaceId, role },
  });

const end = (groupRoleId: string) =>
  app.call('DELETE /api/admin/organizations/{id}/group-roles/{groupRoleId}', {
    token: provider.admin.token,
    params: { id: provider.organization.id, groupRoleId },
  });

const change = (groupId: string, op: 'add' | 'remove', { id }: { id: string }) =>
  provider.patch(`/Groups/${groupId}`, { op, path: 'members', value: [{ value: id }] });

const runJob = () => applyRolesJob.run(app.context, {}, new AbortController().signal);

/** What the page of provisioning lists as not done. */
const problems = async () =>
  (await provider.read()).requests.flatMap(({ problem }) => problem ?? []);

describe('a group of the provider', () => {
  test('gives its role at once to its members, those who come, and takes it from those who go', async () => {
    const group = await createGroup('Sales', ann);
    const { data } = await give(group);
    expect(data.groupRoles).toMatchObject({
      roles: [{ groupId: group, name: 'Sales', workspace: { id: workspace.id }, role: 'member' }],
      groups: [{ id: group, name: 'Sales', members: 1 }],
      waiting: 0,
    });
    expect(await roleOf(ann.id)).toBe('member');
    const bob = await makeOwn(app, provider, 'bob');
    expect((await change(group, 'add', bob)).status).toBe(204);
    expect(await roleOf(bob.id)).toBe('member');
    await change(group, 'remove', bob);
    expect(await roleOf(bob.id)).toBeUndefined();
    await change(group, 'add', bob);
    expect(await roleOf(bob.id)).toBe('member');
    const actions = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_name as by'])
      .where('person_id', '=', bob.id)
      .orderBy('id')
      .execute();
    const by = `Provisioning of ${provider.organization.name}`;
    expect(actions.map((one) => [one.action, one.by])).toEqual([
      ['member.added', by],
      ['member.leaving', by],
      ['member.brought-back', by],
    ]);
  });

  test('changes the role of its members, and its deletion ends it', async () => {
    const group = await createGroup('Sales', ann);
    await give(group);
    await give(group, 'owner');
    expect(await roleOf(ann.id)).toBe('owner');
    await give(group, 'member');
    expect(await roleOf(ann.id)).toBe('member');
    expect((await provider.call('DELETE', `/Groups/${group}`)).status).toBe(204);
    expect(await roleOf(ann.id)).toBeUndefined();
  });

  test('takes nothing that someone has by hand', async () => {
    await app.make.membership(workspace.id, ann.id);
    const group = await createGroup('Sales', ann);
    const { data } = await give(group);
    await end(data.groupRoles.roles[0]?.id ?? '');
    expect(await roleOf(ann.id)).toBe('member');
    // More than by hand, and back.
    await give(group, 'owner');
    expect(await roleOf(ann.id)).toBe('owner');
    await change(group, 'remove', ann);
    expect(await roleOf(ann.id)).toBe('member');
  });

  test('the highest role of several groups counts', async () => {
    const sales = await createGroup('Sales', ann);
    const heads = await createGroup('Heads', ann);
    await give(sales, 'member');
    await give(heads, 'owner');
    expect(await roleOf(ann.id)).toBe('owner');
    await change(heads, 'remove', ann);
    expect(await roleOf(ann.id)).toBe('member');
  });
});

describe('what a group does not take away', () => {
  test('the last owner of a workspace, said in words', async () => {
    const group = await createGroup('Heads', ann);
    await give(group, 'owner');
    await app.make.membership(workspace.id, (await app.make.person()).id);
    await app.db.deleteFrom('memberships').where('user_id', '=', workspace.owner.id).execute();
    expect((await change(group, 'remove', ann)).status).toBe(204);
    expect(await roleOf(ann.id)).toBe('owner');
    expect(await problems()).toEqual([
      `${workspace.name}: The workspace needs an owner. Make another member an owner first.`,
    ]);
  });

  test('the administrator who keeps a password, said in words', async () => {
    const group = await createGroup('Sales', ann);
    await give(group);
    await app.db
      .insertInto('sso_connections')
      .values({
        organization_id: provider.organization.id,
        issuer: 'https://provider.example',
        client_id: 'client',
        secret: Buffer.from('sealed'),
        secret_key_id: 'key',
        is_required: true,
        break_glass_user_id: ann.id,
      })
      .execute();
    await change(group, 'remove', ann);
    expect(await roleOf(ann.id)).toBe('member');
    expect(await problems()).toEqual([
      expect.stringContaining('is the administrator who keeps a password'),
    ]);
  });
});

test('a user who is not active gets the role when they are again', async () => {
  const group = await createGroup('Sales');
  await give(group);
  await provider.patch(`/Users/${ann.id}`, { op: 'replace', path: 'active', value: false });
  await change(group, 'add', ann);
  expect(await applyRolesJob.hasWork?.(app.db)).toBe(false);
  expect(await roleOf(ann.id)).toBeUndefined();
  await provider.patch(`/Users/${ann.id}`, { op: 'replace', path: 'active', value: true });
  expect(await applyRolesJob.hasWork?.(app.db)).toBe(true);
  await runJob();
  expect(await roleOf(ann.id)).toBe('member');
});

test('a check that another process works on is left to it, for a minute', async () => {
  const group = await createGroup('Sales', ann);
  await give(group);
  const note = (takenUntil: Date) =>
    app.db
      .insertInto('role_checks')
      .values({ user_id: ann.id, workspace_id: workspace.id, taken_until: takenUntil })
      .execute();
  await app.db.deleteFrom('memberships').where('user_id', '=', ann.id).execute();
  await note(new Date(Date.now() + 60_000));
  await runJob();
  expect(await roleOf(ann.id)).toBeUndefined();
  await app.db
    .updateTable('role_checks')
    .set({ taken_until: new Date(0) })
    .execute();
  await runJob();
  expect(await roleOf(ann.id)).toBe('member');
});

test('two requests at the same moment give a role once', async () => {
  const group = await createGroup('Sales');
  await give(group);
  await Promise.all([change(group, 'add', ann), change(group, 'add', ann), runJob()]);
  expect(await roleOf(ann.id)).toBe('member');
  expect(await problems()).toEqual([]);
});

test('three processes at the same moment apply each check once', async () => {
  const users = [ann, await makeOwn(app, provider, 'bob'), await makeOwn(app, provider, 'cy')];
  const group = await createGroup('Sales', ...users);
  await app.db
    .insertInto('group_roles')
    .values({
      organization_id: provider.organization.id,
      group_id: group,
      claimed_name: null,
      workspace_id: workspace.id,
      role: 'member',
    })
    .execute();
  await app.db
    .insertInto('role_checks')
    .values(users.map(({ id }) => ({ user_id: id, workspace_id: workspace.id })))
    .execute();
  await Promise.all([runJob(), runJob(), runJob()]);
  for (const { id } of users) expect(await roleOf(id)).toBe('member');
  expect(await problems()).toEqual([]);
});

test('groups and workspaces of other organizations are not found', async () => {
  const others = await providers();
  const theirWorkspace = await makeWorkspace(app, others.organization);
  const theirGroup = await others.call('POST', '/Groups', { displayName: 'Theirs' });
  const group = await createGroup('Sales', ann);
  const answers = [
    await give(group, 'owner', { workspaceId: theirWorkspace.id }),
    await give(String(theirGroup.body['id'])),
    await give(null),
    await give(group, 'member', { name: 'also a name' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 400]);
  await app.db
    .insertInto('group_roles')
    .values(
      Array.from({ length: limits.groupRoles }, (_, number) => ({
        organization_id: provider.organization.id,
        group_id: null,
        claimed_name: `group ${number}`,
        workspace_id: workspace.id,
        role: 'member' as const,
      })),
    )
    .execute();
  expect((await give(group)).status).toBe(409);
  expect(await roleOf(ann.id)).toBeUndefined();
});
