import { limits } from '@repo/contract/limits';
import { type AssistantReaders, assistantReaders } from '@repo/domain/sharing/assistant-readers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import type { MadePerson } from '#test/test-makers.ts';

let app: TestApp;
let workspaceId: string;
let owner: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  owner = await app.make.person();
  await app.make.membership(workspaceId, owner.id, 'owner');
});
afterAll(() => app.close());

const choose = (assistants: AssistantReaders, token = owner.token) =>
  app.call('PUT /api/workspaces/{workspaceId}/assistants', {
    token,
    params: { workspaceId },
    body: { assistants },
  });

async function listed(token = owner.token) {
  const { data } = await app.call('GET /api/workspaces', { token });
  return data.items.find(({ id }) => id === workspaceId)?.assistants;
}

describe('PUT /api/workspaces/{workspaceId}/assistants', () => {
  test('all members can use assistants until an owner chooses', async () => {
    expect(await listed()).toBe('members');
  });

  test.each(assistantReaders)('an owner chooses %s, and members see it', async (chosen) => {
    const { status, data } = await choose(chosen);
    expect([status, data]).toEqual([200, { assistants: chosen }]);
    const member = await app.make.member(workspaceId);
    expect(await listed(member.token)).toBe(chosen);
  });

  test('members cannot choose', async () => {
    const { token } = await app.make.member(workspaceId);
    const { status, error } = await choose('none', token);
    expect([status, error?.message]).toEqual([
      403,
      'Only an owner of the workspace can change whose assistants can read it',
    ]);
    expect(await listed()).toBe('members');
  });

  test('no API key can choose, so that no assistant lets itself in', async () => {
    const { key } = await insertApiKey(app.db, owner.id);
    expect((await choose('members', key)).status).toBe(403);
  });

  test('an archived workspace has to be unarchived first', async () => {
    await app.db
      .updateTable('workspaces')
      .set({ archived_at: new Date() })
      .where('id', '=', workspaceId)
      .execute();
    const admin = await app.make.person({ is_admin: true });
    expect((await choose('none', admin.token)).status).toBe(409);
  });

  test('owners are notified of what an administrator chooses, and not of what they choose', async () => {
    const admin = await app.make.person({ is_admin: true, name: 'Ada Admin' });
    app.mails.length = 0;
    await choose('owners', admin.token);
    await choose('owners', admin.token);
    await choose('members');
    expect(app.mails.map(({ to }) => to)).toEqual([owner.email]);
    expect(app.mails[0]?.text).toContain('assistants of its owners alone');
  });

  test('a change is in the audit log, once', async () => {
    await choose('none');
    await choose('none');
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('actor_id', '=', owner.id)
      .where('action', '=', 'workspace.assistants-changed')
      .execute();
    expect(entries).toEqual([{ before: { assistants: 'members' }, after: { assistants: 'none' } }]);
  });

  test('the number of changes in a day is limited; choosing the same is no change', async () => {
    for (let at = 0; at < limits.assistantChangesPerDay; at += 1) {
      expect((await choose(at % 2 === 0 ? 'none' : 'members')).status).toBe(200);
    }
    expect((await choose('members')).status).toBe(200);
    expect((await choose('none')).status).toBe(429);
  });
});
