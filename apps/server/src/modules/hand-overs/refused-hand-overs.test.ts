import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { continueHandOvers } from './continue-hand-overs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let workspaceId: string;
let admin: MadePerson;
let ann: MadePerson;
let ben: MadePerson;
beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  admin = await app.make.person({ is_admin: true, name: 'Ada' });
  ann = await app.make.member(workspaceId, { name: 'Ann' });
  ben = await app.make.member(workspaceId, { name: 'Ben' });
});

type Body = { choice: 'keep' | 'reassign' | 'redact' | 'erase'; successorId?: string };

const handOver = (of: MadePerson, body: Body = { choice: 'keep' }, by = admin) =>
  app.call('POST /api/admin/users/{id}/hand-over', {
    token: by.token,
    params: { id: of.id },
    body,
  });
const bringBack = (of: MadePerson) =>
  app.call('DELETE /api/admin/users/{id}/hand-over', { token: admin.token, params: { id: of.id } });
const messageOf = (answer: { error?: { message: string } } | undefined) =>
  answer?.error?.message ?? '';

test('of two administrators at once one hands over, and the other is told who did', async () => {
  const other = await app.make.person({ is_admin: true, name: 'Abe' });
  const answers = await Promise.all([
    handOver(ann, { choice: 'keep' }),
    handOver(ann, { choice: 'erase' }, other),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(messageOf(answers.find(({ status }) => status === 409))).toMatch(
    /Ann is leaving already: A(da|be) began it\./,
  );
});

test('a successor who is leaving, inactive or not there is refused, and nothing changes', async () => {
  await handOver(ben);
  const refused = await handOver(ann, { choice: 'reassign', successorId: ben.id });
  expect(refused.status).toBe(409);
  expect(messageOf(refused)).toContain('Ben is leaving as well');
  const self = await handOver(ann, { choice: 'reassign', successorId: ann.id });
  expect(self.status).toBe(400);
  const absent = await handOver(ann, { choice: 'reassign', successorId: workspaceId });
  expect(absent.status).toBe(400);
  const needless = await handOver(ann, { choice: 'keep', successorId: admin.id });
  expect(needless.status).toBe(400);
  const { status } = await app.call('GET /api/auth/me', { token: ann.token });
  expect(status).toBe(200);
});

test('administrators cannot hand over themselves, and another one can', async () => {
  await app.db.updateTable('users').set({ is_admin: false }).where('id', '<>', admin.id).execute();
  expect((await handOver(admin)).status).toBe(403);
  await app.db.updateTable('users').set({ is_admin: true }).where('id', '=', ben.id).execute();
  expect((await handOver(admin, { choice: 'keep' }, ben)).status).toBe(200);
});

test('reactivating a leaving user brings them back with their workspaces', async () => {
  await handOver(ann, { choice: 'erase' });
  const { status } = await app.call('PUT /api/admin/users/{id}', {
    token: admin.token,
    params: { id: ann.id },
    body: { name: 'Ann', isAdmin: false, isTest: false, isActive: true },
  });
  expect(status).toBe(200);
  const { rows } = await sql`
    select role from memberships where user_id = ${ann.id} and workspace_id = ${workspaceId}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ role: 'member' }]);
  await continueHandOvers(app.context);
  expect((await bringBack(ann)).status).toBe(404);
});

test('once the end has begun no one comes back, and the log has all of it', async () => {
  await handOver(ann, { choice: 'erase' });
  await app.db
    .updateTable('hand_overs')
    .set({ ends_at: new Date(0), state: 'ending' })
    .where('user_id', '=', ann.id)
    .execute();
  expect((await bringBack(ann)).status).toBe(409);
  await continueHandOvers(app.context);
  expect((await bringBack(ann)).status).toBe(404);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'person_name'])
    .where('person_id', '=', ann.id)
    .orderBy('at')
    .execute();
  expect(entries).toEqual([
    { action: 'user.leaving', actor_name: 'Ada', person_name: 'Erased user' },
    { action: 'user.left', actor_name: 'Server', person_name: 'Erased user' },
  ]);
});

test('who joins again is a member, and no longer leaving', async () => {
  const owner = await app.make.person({ name: 'Olga' });
  await app.make.membership(workspaceId, owner.id, 'owner');
  const params = { workspaceId, userId: ann.id };
  await app.call('POST /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
    token: owner.token,
    params,
    body: { choice: 'keep' },
  });
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/hand-overs', {
    token: owner.token,
    params,
  });
  expect(data.items.map(({ user }) => user.name)).toEqual(['Ann']);
  const { status } = await app.call('POST /api/workspaces/{workspaceId}/members', {
    token: admin.token,
    params,
    body: { email: ann.email },
  });
  expect(status).toBe(200);
  const back = await app.call('GET /api/workspaces/{workspaceId}/hand-overs', {
    token: owner.token,
    params,
  });
  const members = await app.call('GET /api/workspaces/{workspaceId}/members', {
    token: owner.token,
    params,
    query: {},
  });
  const isMember = members.data.items.some(({ userId }) => userId === ann.id);
  expect(isMember ? back.data.items : []).toEqual([]);
});
