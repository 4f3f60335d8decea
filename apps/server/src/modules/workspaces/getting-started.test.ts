import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { tracking } from '../domains/tracking.fixture.ts';

const app = await createTestApp();
afterAll(() => app.close());
const { settle, importOne } = tracking(app);

const path = 'GET /api/workspaces/{workspaceId}/getting-started';
const read = async (token: string, workspaceId: string) =>
  (await app.call(path, { token, params: { workspaceId } })).data;

test('counts what the person tracks and shares, and who else is there', async () => {
  const { token, person, workspace } = await settle();
  const elsewhere = await app.make.workspace();
  await app.make.membership(elsewhere.id, person.id);
  const nothing = { trackedDomains: 0, sharedDomains: 0, colleagues: 0 };
  expect(await read(token, workspace.id)).toEqual(nothing);

  const colleague = await app.make.member(workspace.id);
  await importOne(colleague.token, 'globex.com', workspace.id);
  await importOne(token, 'initech.com');
  await importOne(token, 'acme.com', workspace.id);
  await importOne(token, 'umbrella.com', elsewhere.id);
  expect(await read(token, workspace.id)).toEqual({
    trackedDomains: 3,
    sharedDomains: 1,
    colleagues: 1,
  });
});

test('an invitation counts as a colleague until it ends', async () => {
  const { workspace } = await settle();
  const owner = await app.make.person();
  await app.make.membership(workspace.id, owner.id, 'owner');
  await app.call('POST /api/workspaces/{workspaceId}/members', {
    token: owner.token,
    params: { workspaceId: workspace.id },
    body: { email: 'new@company.example' },
  });
  expect(await read(owner.token, workspace.id)).toMatchObject({ colleagues: 2 });
  await app.db
    .updateTable('invitations')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('workspace_id', '=', workspace.id)
    .execute();
  expect(await read(owner.token, workspace.id)).toMatchObject({ colleagues: 1 });
});

test('is offered until it is dismissed, to each member by themselves', async () => {
  const { token, workspace } = await settle();
  const colleague = await app.make.member(workspace.id);
  const offered = async (of: string) =>
    (await app.call('GET /api/workspaces', { token: of })).data.items[0]?.gettingStarted;
  expect(await offered(token)).toBe(true);
  for (let times = 0; times < 2; times += 1) {
    const { status } = await app.call('DELETE /api/workspaces/{workspaceId}/getting-started', {
      token,
      params: { workspaceId: workspace.id },
    });
    expect(status).toBe(200);
  }
  expect(await offered(token)).toBe(false);
  expect(await offered(colleague.token)).toBe(true);
});
