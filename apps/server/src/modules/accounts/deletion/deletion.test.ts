import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { sampleMail } from '../../activities/sample-mail.fixture.ts';
import { addAccountDomain } from '../add-account-domain.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { storeRevocation } from '#modules/domains/sharing/unshare-domain.ts';
import { continueAccountChanges } from './continue-account-changes.ts';
import { leaveWorkspace } from '../../workspaces/members/leave-workspace.ts';
import { deleteAccount } from './delete-account.ts';
import { finishDeletion } from './finish-deletion.ts';
import { lockOwner } from '../../activities/lock-owner.ts';

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let accountId: string;
let activityId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  ({ accountId } = await tracking(app).makeAccount(ann, workspace.id));
  await tracking(app).capture(ann, [
    sampleMail({ participants: [{ name: 'Bob', email: 'bob@acme.com', role: 'from' }] }),
  ]);
  const { id } = await app.db
    .selectFrom('account_activities')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  activityId = id;
});
afterAll(() => app.close());

const listed = async () =>
  (await tracking(app).accountsOf(ann.token, workspace.id)).map(({ name }) => name);
const ofAccount = () => ({ token: ann.token, params: { accountId } });
const remove = () => app.call('DELETE /api/accounts/{accountId}', ofAccount());
const deleted = async () => {
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/deleted-accounts', {
    token: ann.token,
    params: { workspaceId: workspace.id },
  });
  return data.accounts;
};
const restore = () =>
  app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
    token: ann.token,
    params: { workspaceId: workspace.id, accountId },
  });
const audited = async () =>
  app.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('actor_id', '=', ann.id)
    .orderBy('at')
    .execute();

/** The statuses of all endpoints that return the account. */
const seen = async () => {
  const responses = await Promise.all([
    app.call('GET /api/accounts/{accountId}', ofAccount()),
    app.call('GET /api/accounts/{accountId}/timeline', { ...ofAccount(), query: {} }),
    app.call('GET /api/accounts/{accountId}/people', { ...ofAccount(), query: {} }),
    app.call('GET /api/activities/{activityId}', { token: ann.token, params: { activityId } }),
  ]);
  return responses.map(({ status }) => status);
};

test('renaming changes the name in the list, in the account and in the audit log', async () => {
  const rename = (name: string) =>
    app.call('PATCH /api/accounts/{accountId}', { ...ofAccount(), body: { name } });
  expect((await rename('  Acme Labs ')).status).toBe(200);
  expect(await listed()).toEqual(['Acme Labs']);
  expect((await rename('Acme Labs')).status).toBe(200);
  // Half of a character cannot be stored, and is no name.
  expect((await rename('\ud800')).status).toBe(400);
  expect(await audited()).toEqual([
    { action: 'account.renamed', before: null, after: { accountId } },
  ]);
  expect((await rename(' \u2800 ')).error?.code).toBe('VALIDATION_FAILED');
  expect((await rename('x'.repeat(201))).error?.code).toBe('VALIDATION_FAILED');
  expect(await listed()).toEqual(['Acme Labs']);
});

test('a deleted account is seen nowhere, its domain is free and what was captured stays', async () => {
  expect(await seen()).toEqual([200, 200, 200, 200]);
  expect((await remove()).status).toBe(200);
  expect(await seen()).toEqual([404, 404, 404, 404]);
  expect(await listed()).toEqual([]);
  const [domain] = await tracking(app).trackedBy(ann.token);
  expect(domain).toMatchObject({ domain: 'acme.com', workspaceShares: [] });
  const captured = await app.db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', ann.id)
    .execute();
  expect(captured).toHaveLength(1);
  const { status } = await tracking(app).importOne(ann.token, 'acme.com', workspace.id);
  expect(status).toBe(200);
  expect((await remove()).status).toBe(404);
});

test('the account is hidden before anything is withdrawn, and the job does the rest', async () => {
  await deleteAccount(app.db, { id: ann.id, name: ann.name }, accountId);
  expect(await seen()).toEqual([404, 404, 404, 404]);
  expect(await listed()).toEqual([]);
  const again = await tracking(app).importOne(ann.token, 'acme.com', workspace.id);
  expect(again.error?.message).toBe(
    'The account for acme.com is being deleted. Try again in a minute.',
  );
  await continueAccountChanges(app.context);
  expect((await tracking(app).importOne(ann.token, 'acme.com', workspace.id)).status).toBe(200);
});

test('restoring brings back the account with its address, its shares and what they publish', async () => {
  await remove();
  expect(await deleted()).toMatchObject([
    { id: accountId, name: 'Acme', domain: 'acme.com', deletedBy: { name: 'Ann' }, shares: 1 },
  ]);
  expect((await restore()).status).toBe(200);
  expect(await seen()).toEqual([200, 200, 200, 200]);
  expect(await listed()).toEqual(['Acme']);
  const [domain] = await tracking(app).trackedBy(ann.token);
  expect(domain?.workspaceShares).toHaveLength(1);
  expect(await deleted()).toEqual([]);
  expect((await restore()).status).toBe(404);
  expect((await audited()).map(({ action }) => action)).toEqual([
    'account.deleted',
    'account.restored',
  ]);
});

test('a process that comes late to a deletion leaves the shares of the restored account', async () => {
  const { workspaceId } = await deleteAccount(app.db, { id: ann.id, name: ann.name }, accountId);
  let late: Promise<boolean> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await lockOwner(tx, ann.id);
    late = finishDeletion(app.db, { workspaceId, accountId });
    await vi.waitFor(async () => expect(await hasWaiting()).toBe(true));
    // As after another process finished, and a member restored the account.
    await sql`update workspace_accounts set deleted_at = null where id = ${accountId}`.execute(tx);
    await sql`delete from deleted_accounts where account_id = ${accountId}`.execute(tx);
  });
  expect(await late).toBe(true);
  const shares = await app.db
    .selectFrom('domain_shares')
    .select('owner_id')
    .where('account_id', '=', accountId)
    .execute();
  expect(shares).toEqual([{ owner_id: ann.id }]);
});

/** Whether a statement of this database waits for a lock. */
async function hasWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
  return rows.length > 0;
}

test('a share of one who left or shares the domain elsewhere is not begun again', async () => {
  const bob = await app.make.member(workspace.id, { name: 'Bob' });
  const other = await app.make.workspace();
  await app.make.membership(other.id, ann.id);
  const share = (person: MadePerson, domainId: string, workspaceId: string) =>
    app.call('POST /api/accounts/domains/share', {
      token: person.token,
      body: { domainId, workspaceId },
    });
  const { data } = await tracking(app).importOne(bob.token, 'acme.com');
  await share(bob, data.results[0]?.domain.id ?? '', workspace.id);
  await remove();
  await tracking(app).importOne(ann.token, 'acme.com', other.id);
  await app.db.deleteFrom('memberships').where('user_id', '=', bob.id).execute();
  expect((await restore()).status).toBe(200);
  const shares = await app.db
    .selectFrom('domain_shares')
    .select('workspace_id')
    .where('account_id', '=', accountId)
    .execute();
  expect(shares).toEqual([]);
});

test('restoring waits for no other withdrawal of those who shared', async () => {
  const { data } = await tracking(app).importOne(ann.token, 'globex.com', workspace.id);
  const domainId = data.results[0]?.domain.id ?? '';
  await remove();
  // Its process ended before the first step.
  await storeRevocation(app.db, { userId: ann.id, domainId, workspaceId: workspace.id });
  expect((await restore()).status).toBe(200);
  expect(await listed()).toEqual(['Acme', 'Acme']);
  const left = await app.db
    .selectFrom('publish_requests')
    .select('kind')
    .where('owner_id', '=', ann.id)
    .execute();
  expect(left).toEqual([{ kind: 'withdrawal' }]);
});

test('restoring shares nothing of one who left since and came back', async () => {
  const boss = await app.make.person({ name: 'Boss' });
  await app.make.membership(workspace.id, boss.id, 'owner');
  await remove();
  const left = await app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
    token: boss.token,
    params: { workspaceId: workspace.id, userId: ann.id },
  });
  expect(left.status).toBe(200);
  await app.make.membership(workspace.id, ann.id);
  const restored = await app.call(
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
    { token: boss.token, params: { workspaceId: workspace.id, accountId } },
  );
  expect(restored.status).toBe(200);
  const shares = await app.db
    .selectFrom('domain_shares')
    .select('owner_id')
    .where('account_id', '=', accountId)
    .execute();
  expect(shares).toEqual([]);
});

test('restoring onto a newer account of the domain says which one is in the way', async () => {
  await remove();
  await tracking(app).importOne(ann.token, 'acme.com', workspace.id);
  const { status, error } = await restore();
  expect(status).toBe(409);
  expect(error?.message).toContain('a newer account for acme.com, “Acme”');
  expect(await deleted()).toHaveLength(1);
});

test('after 30 days nothing is left to restore', async () => {
  await remove();
  const days = (count: number) =>
    app.db
      .updateTable('deleted_accounts')
      .set({ deleted_at: new Date(Date.now() - count * 86_400_000) })
      .where('account_id', '=', accountId)
      .execute();
  await days(29.9);
  await continueAccountChanges(app.context);
  expect(await deleted()).toHaveLength(1);
  await days(30.1);
  expect(await deleted()).toEqual([]);
  expect((await restore()).status).toBe(404);
  await continueAccountChanges(app.context);
  const rows = await app.db
    .selectFrom('deleted_accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .execute();
  expect(rows).toEqual([]);
});

test('an account that cannot be finished is logged and does not stop the others', async () => {
  const made = async (domain: string) => {
    const { data } = await tracking(app).importOne(ann.token, domain, workspace.id);
    return data.results[0]?.workspaceAccount?.id ?? '';
  };
  const [second, refreshed] = [await made('second.example'), await made('third.example')];
  const member = { id: ann.id, name: ann.name };
  for (const id of [accountId, second]) await deleteAccount(app.db, member, id);
  await addAccountDomain(app.db, member, { accountId: refreshed, domain: 'fourth.example' });
  const old = crypto.randomUUID();
  await app.db
    .insertInto('deleted_accounts')
    .values({
      account_id: old,
      workspace_id: workspace.id,
      domain: 'old.example',
      name: 'Old',
      created_at: new Date(0),
      deleted_at: new Date(0),
    })
    .execute();
  await sql`
    create function fail() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
    app.db,
  );
  await sql`
    create trigger fails before delete on workspace_accounts for each row
    when (old.id = ${sql.lit(accountId)}) execute function fail()`.execute(app.db);
  const logged = vi.spyOn(app.context.log, 'error');
  onTestFinished(async () => {
    logged.mockRestore();
    await sql`drop function fail cascade`.execute(app.db);
  });
  await continueAccountChanges(app.context);
  expect(logged.mock.calls).toMatchObject([
    [{ accountId, err: { message: 'broken' } }, expect.any(String)],
  ]);
  const { rows } = await sql`
    select id from workspace_accounts where id in (${accountId}, ${second})
    union all select account_id from account_refreshes
    union all select account_id from deleted_accounts where account_id = ${old}`.execute(app.db);
  expect(rows).toEqual([{ id: accountId }]);
});

test('a workspace with as many deleted accounts as it can have refuses another', async () => {
  await app.db
    .insertInto('deleted_accounts')
    .values(
      Array.from({ length: 1_000 }, (_, at) => ({
        account_id: crypto.randomUUID(),
        workspace_id: workspace.id,
        domain: `d${at}.example`,
        name: 'Old',
        created_at: new Date(),
      })),
    )
    .execute();
  expect((await remove()).error).toMatchObject({
    code: 'LIMIT_REACHED',
    details: { limit: 1_000, current: 1_000 },
  });
  expect(await listed()).toEqual(['Acme']);
});

test('an account that is restored has no owner who left meanwhile, even if they came back', async () => {
  const bob = await app.make.member(workspace.id);
  await app.call('PUT /api/accounts/{accountId}/owner', {
    ...ofAccount(),
    body: { userId: bob.id },
  });
  await remove();
  await app.db
    .transaction()
    .execute((tx) => leaveWorkspace(tx, { userId: bob.id, workspaceId: workspace.id }));
  await app.make.membership(workspace.id, bob.id);
  expect((await restore()).status).toBe(200);
  const restored = await app.db
    .selectFrom('workspace_accounts')
    .select('account_owner_id as owner')
    .where('id', '=', accountId)
    .executeTakeFirst();
  expect(restored).toEqual({ owner: null });
});
