import { auditActions } from '@repo/contract/audit-actions';
import type { Scope } from '@repo/contract/scopes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { up } from '../../migrations/earlier/0064-audited-ids.ts';
import { tracking } from '../domains/tracking.fixture.ts';

let app: TestApp;
let workspaceId: string;
let admin: MadePerson;
let ann: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  ({ id: workspaceId } = await app.make.workspace());
  admin = await app.make.person({ name: 'Ada', is_admin: true });
  ann = await app.make.member(workspaceId, { name: 'Ann' });
  await changeEverything();
});
afterAll(() => app.close());

/** Whatever names an account or the member who is responsible for it. */
const names = /secret|acme|globex|otto/i;

/** Makes every change of accounts that the log has an action for. */
async function changeEverything() {
  const { token } = ann;
  const otto = await app.make.member(workspaceId, { name: 'Otto Owner' });
  const { accountId } = await tracking(app).makeAccount(ann, workspaceId);
  const other = await tracking(app).importOne(token, 'globex.com', workspaceId);
  const ofAccount = { token, params: { accountId } };
  const made = await app.call('POST /api/workspaces/{workspaceId}/tags', {
    token,
    params: { workspaceId },
    body: { name: 'Secret' },
  });
  const tagId = made.data.tag.id;
  const done = [
    await app.call('PATCH /api/accounts/{accountId}', { ...ofAccount, body: { name: 'Secret' } }),
    await app.call('PUT /api/accounts/{accountId}/owner', {
      ...ofAccount,
      body: { userId: otto.id },
    }),
    await app.call('POST /api/accounts/{accountId}/domains', {
      ...ofAccount,
      body: { domain: 'acme.example' },
    }),
    await app.call('PUT /api/accounts/{accountId}/primary-domain', {
      ...ofAccount,
      body: { domain: 'acme.example' },
    }),
    await app.call('DELETE /api/accounts/{accountId}/domains/{domain}', {
      token,
      params: { accountId, domain: 'acme.com' },
    }),
    await app.call('PUT /api/workspaces/{workspaceId}/accounts/tags', {
      token,
      params: { workspaceId },
      body: { changes: [{ accountId, add: [tagId] }] },
    }),
    await app.call('DELETE /api/workspaces/{workspaceId}/tags/{tagId}', {
      token,
      params: { workspaceId, tagId },
    }),
    await app.call('PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold', {
      token: admin.token,
      params: { workspaceId, accountId },
      body: { reason: 'Proceedings 7' },
    }),
    await app.call('DELETE /api/workspaces/{workspaceId}/accounts/{accountId}/hold', {
      token: admin.token,
      params: { workspaceId, accountId },
    }),
    await app.call('DELETE /api/accounts/{accountId}', ofAccount),
    await app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
      token,
      params: { workspaceId, accountId },
    }),
    await app.call('POST /api/accounts/{accountId}/merge', {
      token,
      params: { accountId: other.data.results[0]?.workspaceAccount?.id ?? '' },
      body: { intoAccountId: accountId },
    }),
    await app.call('POST /api/workspaces/{workspaceId}/account-import', {
      token,
      params: { workspaceId },
      body: { rows: [{ domain: 'secret.example', name: 'Secret', owner: '', note: '' }] },
    }),
  ];
  expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
}

async function readLog() {
  const { data } = await app.call('GET /api/admin/audit', {
    token: admin.token,
    query: { limit: 100 },
  });
  const csv = await app.app.inject({
    url: '/api/admin/audit/export',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  return { entries: data.items, csv: csv.body };
}

test('the log names accounts and their owners to those alone who may see them at that moment', async () => {
  const { entries, csv } = await readLog();
  const actions = new Set(entries.map(({ action }) => action));
  const ofAccounts = auditActions.filter((action) => action.startsWith('account.'));
  expect(ofAccounts.filter((action) => !actions.has(action))).toEqual([]);
  expect(JSON.stringify(entries)).not.toMatch(names);
  expect(csv).not.toMatch(names);
  const { rows } = await sql`select before, after from audit_entries`.execute(app.db);
  expect(JSON.stringify(rows)).not.toMatch(names);

  await app.make.membership(workspaceId, admin.id);
  const asMember = await readLog();
  const renamed = asMember.entries.find(({ action }) => action === 'account.renamed');
  expect(renamed?.after).toEqual({ name: 'Secret', domain: 'acme.example' });
  const owned = asMember.entries.find(({ action }) => action === 'account.owner-changed');
  expect(owned).toMatchObject({ before: { owner: '' }, after: { owner: 'Otto Owner' } });
  expect(asMember.csv).toContain('owner: Otto Owner');
  await app.db.deleteFrom('memberships').where('user_id', '=', admin.id).execute();
  expect(JSON.stringify(await readLog())).not.toMatch(names);
});

test('to a key the log names accounts with accounts:read alone', async () => {
  await app.make.membership(workspaceId, admin.id);
  const readWith = async (...scopes: Scope[]) => {
    const { key } = await insertApiKey(app.db, admin.id, { scopes });
    const { data } = await app.call('GET /api/admin/audit', { token: key, query: { limit: 100 } });
    return JSON.stringify(data.items);
  };
  expect(await readWith('administration:read')).not.toMatch(names);
  expect(await readWith('administration:read', 'accounts:read')).toMatch(names);
  await app.db.deleteFrom('memberships').where('user_id', '=', admin.id).execute();
});

test('entries of before are cleaned, and never shown, and others stay', async () => {
  const entry = (action: string, before: object, after: object) =>
    app.db
      .insertInto('audit_entries')
      .values({
        action,
        actor_id: null,
        actor_name: 'Before',
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .execute();
  await entry('account.renamed', { name: 'Secret' }, { name: 'Secret 2', domain: 'secret.com' });
  await entry('account.owner-changed', { owner: '' }, { owner: 'Otto', name: 'Secret' });
  await entry('account.imported', {}, { accounts: 3 });
  await entry('workspace.changed', { name: 'Sales' }, { name: 'Marketing' });
  expect(JSON.stringify(await readLog())).not.toMatch(names);
  await up(app.db as never);
  const { rows } = await sql`
    select action, before, after from audit_entries where actor_name = 'Before' order by id`.execute(
    app.db,
  );
  expect(rows).toEqual([
    { action: 'account.renamed', before: null, after: null },
    { action: 'account.owner-changed', before: null, after: null },
    { action: 'account.imported', before: {}, after: { accounts: 3 } },
    { action: 'workspace.changed', before: { name: 'Sales' }, after: { name: 'Marketing' } },
  ]);
});
