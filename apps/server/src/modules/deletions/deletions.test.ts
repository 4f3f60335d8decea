import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { leavingWorld, type LeavingWorld } from '../hand-overs/leaving-world.fixture.ts';

let app: TestApp;
let world: LeavingWorld;
beforeAll(async () => {
  app = await createTestApp({ config: { webUrl: 'https://app.example', productName: '' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await leavingWorld(app);
  app.mails.length = 0;
});

const own = (person: MadePerson, body: { isImmediate?: boolean; currentPassword?: string } = {}) =>
  app.call('POST /api/auth/deletion', {
    token: person.token,
    body: { email: person.email, currentPassword: knownPassword, ...body },
  });
const byOwner = (owner: MadePerson, { id, email }: MadePerson, workspaceId: string) =>
  app.call('POST /api/workspaces/{workspaceId}/members/{userId}/deletion', {
    token: owner.token,
    params: { workspaceId, userId: id },
    body: { email },
  });
const byAdmin = ({ id, email }: MadePerson) =>
  app.call('POST /api/admin/users/{id}/deletion', {
    token: world.admin.token,
    params: { id },
    body: { email },
  });
const mailOf = ({ email }: MadePerson) => app.mails.find(({ to }) => to === email);
const signIn = (email: string, password: string) =>
  app.call('POST /api/auth/login', { body: { email, password }, from: '198.51.100.1' });
const userOf = ({ id }: MadePerson) =>
  app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const actionsOn = async ({ id }: MadePerson) => {
  const rows = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'after'])
    .where('person_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action, actor_id, after }) => ({ action, actor_id, after }));
};

test('users who delete themselves are gone at once, and come back by the link in the mail', async () => {
  const { ann, finish } = world;
  const before = await world.read();
  expect(before).not.toEqual([]);
  const { data } = await own(ann);
  expect(data.deletesAccount).toBe(true);
  expect(Date.parse(data.endsAt ?? '') - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  expect(await world.read()).toEqual([]);
  expect((await app.call('GET /api/auth/me', { token: ann.token })).status).toBe(401);
  expect((await signIn(ann.email, knownPassword)).status).toBe(401);
  expect(await actionsOn(ann)).toMatchObject([
    { action: 'user.deleted', actor_id: ann.id, after: { by: 'user', workspaces: 1 } },
  ]);
  const token = /reset-password\?token=(\S+)/.exec(mailOf(ann)?.text ?? '')?.[1] ?? '';
  const check = () => app.call('POST /api/auth/reset-password/check', { body: { token } });
  expect((await check()).data).toEqual({ isUsable: true });
  const reset = () =>
    app.call('POST /api/auth/reset-password', { body: { token, password: 'another one' } });
  expect((await reset()).status).toBe(200);
  await finish();
  expect((await signIn(ann.email, 'another one')).status).toBe(200);
  expect(await world.read()).toEqual(before);
  expect(await world.roles()).toEqual(['member']);
  expect((await check()).data).toEqual({ isUsable: false });
  expect((await reset()).status).toBe(400);
});

test('the link no longer works after an administrator brought them back, nor after the end', async () => {
  const { ann } = world;
  await own(ann);
  const token = /reset-password\?token=(\S+)/.exec(mailOf(ann)?.text ?? '')?.[1] ?? '';
  const reset = () =>
    app.call('POST /api/auth/reset-password', { body: { token, password: 'another one' } });
  await world.backByAdmin();
  expect((await reset()).status).toBe(400);
  await world.finish();
  expect((await userOf(ann)).is_active).toBe(true);
  await byAdmin(ann);
  await world.passGrace();
  expect((await reset()).status).toBe(400);
});

test('at once, if they choose so: there is no way back', async () => {
  const { ann } = world;
  const { data } = await own(ann, { isImmediate: true });
  expect(data).toEqual({ deletesAccount: true, endsAt: null });
  expect(mailOf(ann)?.text).toContain('You cannot come back');
  expect(mailOf(ann)?.text).not.toContain('token');
  await world.finish();
  expect(await userOf(ann)).toMatchObject({ name: 'Erased user', is_active: false });
  const captured = await app.db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', ann.id)
    .execute();
  expect(captured).toEqual([]);
});

test('nothing begins without the own email and the password', async () => {
  const { ann } = world;
  const wrongEmail = await app.call('POST /api/auth/deletion', {
    token: ann.token,
    body: { email: 'someone@else.example', currentPassword: knownPassword },
  });
  expect(wrongEmail.error?.message).toBe(`Type ${ann.email} to confirm`);
  const wrong = await own(ann, { currentPassword: 'wrong' });
  expect(wrong.error?.message).toBe('The current password is not correct');
  const none = await own(ann, { currentPassword: '' });
  expect(none.error?.message).toBe('Current password is required');
  expect((await userOf(ann)).is_active).toBe(true);
  expect(app.mails).toEqual([]);
});

test('who is needed is refused, with what to do next', async () => {
  const { owner, admin } = world;
  expect((await own(owner)).error).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^You are the only owner of .+ Make another member an owner/),
  });
  await app.db.updateTable('users').set({ is_admin: false }).where('id', '<>', admin.id).execute();
  expect((await own(admin)).error).toMatchObject({
    code: 'CONFLICT',
    message:
      'You are the only administrator of this server. Make someone else an administrator first.',
  });
  const { data } = await app.call('GET /api/auth/deletion', { token: admin.token });
  expect(data.plan).toMatchObject({ isLastAdministrator: true, workspaceCount: 0 });
});

test('an administrator deletes a user, who is told and can be brought back', async () => {
  const { ann, admin } = world;
  const { data } = await app.call('GET /api/admin/users/{id}/deletion', {
    token: admin.token,
    params: { id: ann.id },
  });
  expect(data.plan).toMatchObject({
    deletesAccount: true,
    workspaceCount: 1,
    privateActivities: 1,
  });
  expect(data.plan.workspaces[0]).toMatchObject({ domains: 2, activities: 3 });
  const before = await world.read();
  await byAdmin(ann);
  expect(await world.read()).toEqual([]);
  expect(mailOf(ann)?.text).toContain('an administrator of the server can bring you back');
  await world.backByAdmin();
  await world.finish();
  expect(await world.read()).toEqual(before);
  expect((await actionsOn(ann)).map(({ action }) => action)).toEqual([
    'user.deleted',
    'user.brought-back',
  ]);
});

test('an owner deletes a member in the workspaces of the organization that they own, and no account with a mailbox', async () => {
  const { ann, owner, workspaceId } = world;
  const { organization_id } = await app.db
    .selectFrom('workspaces')
    .select('organization_id')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const sibling = async () => {
    const { id } = await app.make.workspace();
    await app.db.updateTable('workspaces').set({ organization_id }).where('id', '=', id).execute();
    await app.make.membership(id, ann.id);
    return id;
  };
  const owned = await sibling();
  const other = await sibling();
  await app.make.membership(owned, owner.id, 'owner');
  const outside = (await app.make.workspace()).id;
  await app.make.membership(outside, ann.id);
  await app.make.membership(outside, owner.id, 'owner');
  const { data } = await byOwner(owner, ann, workspaceId);
  expect(data.deletesAccount).toBe(false);
  expect(await world.read()).toEqual([]);
  const left = await app.db
    .selectFrom('memberships')
    .select('workspace_id')
    .where('user_id', '=', ann.id)
    .execute();
  expect(left.map(({ workspace_id }) => workspace_id).toSorted()).toEqual(
    [other, outside].toSorted(),
  );
  expect((await app.call('GET /api/auth/me', { token: ann.token })).status).toBe(200);
  expect(mailOf(ann)?.text).toContain('Your account stays');
  expect((await actionsOn(ann)).map(({ action }) => action)).toEqual([
    'member.deleted',
    'member.deleted',
  ]);
});

test('who has nothing else is deleted with the account, and no one of another workspace is', async () => {
  const { owner, workspaceId } = world;
  const bare = await app.make.member(workspaceId, { name: 'Bare' });
  const elsewhere = await app.make.member(workspaceId, { name: 'Elsewhere' });
  await app.make.membership((await app.make.workspace()).id, elsewhere.id);
  const administrator = await app.make.member(workspaceId, { is_admin: true });
  const ends = async (person: MadePerson) =>
    (await byOwner(owner, person, workspaceId)).data.deletesAccount;
  expect([await ends(bare), await ends(elsewhere), await ends(administrator)]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await userOf(bare)).is_active).toBe(false);
  expect((await userOf(administrator)).is_active).toBe(true);
  expect((await app.call('GET /api/auth/me', { token: bare.token })).status).toBe(401);
});

test('a member deletes no one, and an owner neither themselves nor a stranger', async () => {
  const { ann, owner, workspaceId } = world;
  const stranger = await app.make.person();
  const statusOf = async (caller: MadePerson, person: MadePerson) =>
    (await byOwner(caller, person, workspaceId)).status;
  expect(await statusOf(ann, owner)).toBe(403);
  expect(await statusOf(owner, owner)).toBe(403);
  expect(await statusOf(owner, stranger)).toBe(404);
  expect((await byAdmin(world.admin)).error?.message).toBe('Delete your own account in Settings.');
});
