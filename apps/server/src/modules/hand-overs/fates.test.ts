import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { continueHandOvers } from './continue-hand-overs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const lee = { name: 'Lee', email: 'lee@acme.com' };
let workspaceId: string;
let owner: MadePerson;
let ann: MadePerson;
let admin: MadePerson;

beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  owner = await app.make.person({ name: 'Olga' });
  await app.make.membership(workspaceId, owner.id, 'owner');
  ann = await app.make.person({ name: 'Ann', is_admin: true });
  await app.make.membership(workspaceId, ann.id, 'owner');
  admin = await app.make.person({ is_admin: true });
});

const finish = async () => {
  await continueHandOvers(app.context);
  await takeRemainingSteps(app.db);
};

const byAdmin = (choice: 'keep' | 'erase') =>
  app.call('POST /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: ann.id },
    body: { choice, successorId: null },
  });

const byOwner = (choice: 'keep' | 'reassign', successorId: string | null = null) =>
  app.call('POST /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
    token: owner.token,
    params: { workspaceId, userId: ann.id },
    body: { choice, successorId },
  });

const planByAdmin = async () => {
  const { data } = await app.call('GET /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: ann.id },
  });
  return data.plan;
};

test.each([
  ['an administrator', byAdmin],
  ['an owner', byOwner],
])(
  'open invitations that a leaver sent end when %s hands over, and no others',
  async (_, begin) => {
    const invite = async (by: MadePerson, to: string) => {
      const { status } = await app.call('POST /api/workspaces/{workspaceId}/members', {
        token: by.token,
        params: { workspaceId: to },
        body: { email: `${randomUUID()}@home.example`, role: 'owner' },
      });
      expect(status).toBe(200);
    };
    const other = (await app.make.workspace()).id;
    await invite(ann, workspaceId);
    await invite(owner, workspaceId);
    await invite(ann, other);
    await app.call('POST /api/admin/users/invite', {
      token: ann.token,
      body: { name: 'Second', email: `${randomUUID()}@home.example`, isAdmin: true, isTest: false },
    });
    const links = () =>
      app.db
        .selectFrom('password_resets')
        .where('initiator_id', '=', ann.id)
        .select('user_id')
        .execute();
    expect(await links()).toHaveLength(1);
    expect((await begin('keep')).status).toBe(200);
    const pending = await app.db
      .selectFrom('invitations')
      .select(['workspace_id', 'inviter_name'])
      .where('state', '=', 'pending')
      .where('workspace_id', 'in', [workspaceId, other])
      .execute();
    const kept = { workspace_id: workspaceId, inviter_name: 'Olga' };
    if (begin === byAdmin) {
      expect(pending).toEqual([kept]);
      expect(await links()).toEqual([]);
    } else {
      expect(pending).toHaveLength(2);
      expect(pending).toContainEqual(kept);
      expect(pending).toContainEqual({ workspace_id: other, inviter_name: 'Ann' });
      expect(await links()).toHaveLength(1);
    }
  },
);

test('an owner learns nothing of users who are not members', async () => {
  const stranger = await app.make.person({ name: 'Stranger McName' });
  const gone = await app.make.person({ name: 'Gone McName', is_active: false });
  const leaving = await app.make.person({ name: 'Leaving McName' });
  await app.call('POST /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: leaving.id },
    body: { choice: 'keep', successorId: null },
  });
  const errors: unknown[] = [];
  for (const id of [stranger.id, gone.id, leaving.id, randomUUID()]) {
    errors.push((await byOwner('reassign', id)).error);
  }
  expect(errors[0]).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(errors).toEqual(errors.map(() => errors[0]));
  const unknown = [];
  for (const userId of [stranger.id, randomUUID()]) {
    const params = { workspaceId, userId };
    const path = '/api/workspaces/{workspaceId}/members/{userId}/hand-over';
    const begun = await app.call(`POST ${path}`, {
      token: owner.token,
      params,
      body: { choice: 'keep', successorId: null },
    });
    const planned = await app.call(`GET ${path}`, { token: owner.token, params });
    const returned = await app.call(`DELETE ${path}`, { token: owner.token, params });
    unknown.push([begun.error, planned.error, returned.error]);
  }
  expect(unknown[0]).toEqual(unknown[1]);
});

test('an administrator is told the name of who cannot be the successor', async () => {
  const stranger = await app.make.person({ name: 'Stranger' });
  const { error } = await app.call('POST /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: ann.id },
    body: { choice: 'reassign', successorId: stranger.id },
  });
  expect(error).toMatchObject({ message: expect.stringContaining('Stranger is not a member of') });
});

test('a dry run counts by the queries that delete, and the workspaces that an owner handed over', async () => {
  await tracking(app).makeAccount(ann, workspaceId);
  await tracking(app).importOne(ann.token, 'mine.com');
  await tracking(app).capture(ann, [
    mail(1, lee, [ann.email]),
    mail(2, { name: 'Kim', email: 'kim@acme.com' }, [ann.email]),
    mail(3, { name: 'Doc', email: 'doc@mine.com' }, [ann.email]),
  ]);
  const { status } = await app.call('PUT /api/protected-addresses', {
    token: ann.token,
    body: { address: 'lee@acme.com', shares: 'nothing' },
  });
  expect(status).toBe(200);
  await byOwner('keep');
  await finish();
  const plan = await planByAdmin();
  expect(plan).toMatchObject({
    workspaceCount: 1,
    workspaces: [{ domains: 1, accounts: 1, activities: 1, isLastOwner: false }],
  });
  await byAdmin('keep');
  await app.db
    .updateTable('hand_overs')
    .set({ ends_at: new Date(0) })
    .execute();
  await finish();
  const left = await app.db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', ann.id)
    .execute();
  expect({ deleted: 3 - left.length }).toEqual({ deleted: plan.privateActivities });
  expect(left).toHaveLength(1);
});
