import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { enqueueRestoredShares } from './enqueue-restored-shares.ts';
import { mailRestoredShares } from './mail-restored-shares.ts';

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  ({ accountId } = await tracking(app).makeAccount(ann, workspace.id));
  await tracking(app).capture(ann, [sampleMail()]);
});
afterAll(() => app.close());

const remove = () =>
  app.call('DELETE /api/accounts/{accountId}', { token: ann.token, params: { accountId } });
const restore = () =>
  app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
    token: ann.token,
    params: { workspaceId: workspace.id, accountId },
  });

describe('who shares with an account that a colleague restores', () => {
  let bob: MadePerson;
  const mailed = async () => {
    const before = app.mails.length;
    await mailRestoredShares(app.context, { userId: ann.id });
    return app.mails.slice(before);
  };
  beforeEach(async () => {
    bob = await app.make.member(workspace.id, { name: 'Bob' });
    await remove();
    await tracking(app).importOne(bob.token, 'globex.com', workspace.id);
  });
  const restoreAsBob = () =>
    app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
      token: bob.token,
      params: { workspaceId: workspace.id, accountId },
    });

  test('is notified by email, and the colleague at once', async () => {
    expect((await restoreAsBob()).data).toEqual({ sharedAgain: { members: 1, domains: 1 } });
    await enqueueRestoredShares(app.context);
    expect(app.jobs.recorded).toContainEqual(
      expect.objectContaining({ kind: 'mail-restored-shares', data: { userId: ann.id } }),
    );
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: ann.email });
    expect(mail?.subject).toBe(`acme.com is shared again with ${workspace.name}`);
    expect(mail?.text).toContain(`- acme.com with Acme in ${workspace.name}, restored by Bob`);
    expect(await mailed()).toEqual([]);
  });

  test('is notified of nothing that they no longer share or may no longer see', async () => {
    await restoreAsBob();
    const [domain] = await tracking(app).trackedBy(ann.token);
    await app.call('DELETE /api/accounts/domains/unshare', {
      token: ann.token,
      body: { domainId: domain?.id ?? '', workspaceId: workspace.id },
    });
    expect(await mailed()).toEqual([]);
  });

  /** Whether an email to Ann is enqueued. */
  const isEnqueued = async () => {
    app.jobs.recorded.length = 0;
    await enqueueRestoredShares(app.context);
    return app.jobs.recorded.some(({ data }) => (data as { userId: string }).userId === ann.id);
  };

  test('is notified of nothing in a workspace that is archived, until it is in use again', async () => {
    await restoreAsBob();
    const archive = (at: Date | null) =>
      app.db
        .updateTable('workspaces')
        .set({ archived_at: at })
        .where('id', '=', workspace.id)
        .execute();
    await archive(new Date());
    expect([await isEnqueued(), await mailed()]).toEqual([false, []]);
    await archive(null);
    expect(await isEnqueued()).toBe(true);
    expect(await mailed()).toHaveLength(1);
    expect([await isEnqueued(), await mailed()]).toEqual([false, []]);
  });

  test('is notified of the others at once where one of several workspaces is archived', async () => {
    const archived = await app.make.workspace();
    for (const { id } of [ann, bob]) await app.make.membership(archived.id, id);
    const { data } = await tracking(app).importOne(ann.token, 'initech.com', archived.id);
    const other = data.results[0]?.workspaceAccount?.id ?? '';
    await restoreAsBob();
    await sql`
      insert into restored_shares (owner_id, account_id, workspace_id)
      values (${ann.id}, ${other}, ${archived.id})`.execute(app.db);
    await sql`update workspaces set archived_at = now() where id = ${archived.id}`.execute(app.db);
    const [mail] = await mailed();
    expect(mail?.text).not.toContain('initech.com');
    await sql`update workspaces set archived_at = null where id = ${archived.id}`.execute(app.db);
    const [later] = await mailed();
    expect(later?.text).toContain('initech.com');
    expect(later?.text).not.toContain('acme.com');
  });

  test('is notified when they are active again', async () => {
    await restoreAsBob();
    const activate = (isActive: boolean) =>
      app.db.updateTable('users').set({ is_active: isActive }).where('id', '=', ann.id).execute();
    await activate(false);
    expect([await isEnqueued(), await mailed()]).toEqual([false, []]);
    await activate(true);
    expect(await isEnqueued()).toBe(true);
    expect(await mailed()).toHaveLength(1);
  });

  test('is notified later where the mail server refuses', async () => {
    await restoreAsBob();
    const refusing = { send: () => Promise.reject(new Error('refused')) };
    await expect(
      mailRestoredShares({ ...app.context, mailer: refusing }, { userId: ann.id }),
    ).rejects.toThrow('refused');
    expect(await mailed()).toHaveLength(1);
  });

  test('is notified after a kill while the email was sent, and of what was restored meanwhile', async () => {
    await restoreAsBob();
    const isSending = Promise.withResolvers<void>();
    const killed = {
      send: () => {
        isSending.resolve();
        return new Promise<never>(() => {});
      },
    };
    void mailRestoredShares({ ...app.context, mailer: killed }, { userId: ann.id });
    await isSending.promise;
    let sent = 0;
    const restoredMeanwhile = {
      send: async () => {
        sent += 1;
        await sql`update restored_shares set restored_at = now() where owner_id = ${ann.id}`.execute(
          app.db,
        );
      },
    };
    await mailRestoredShares({ ...app.context, mailer: restoredMeanwhile }, { userId: ann.id });
    expect(sent).toBe(1);
    expect(await mailed()).toHaveLength(1);
    expect(await mailed()).toEqual([]);
  });

  test('is not notified where it is themselves', async () => {
    expect((await restore()).data).toEqual({ sharedAgain: { members: 1, domains: 1 } });
    expect(await mailed()).toEqual([]);
  });
});
