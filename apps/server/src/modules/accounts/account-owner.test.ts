import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { leaveWorkspace } from '../workspaces/members/leave-workspace.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { refreshNames } from '../listed-accounts/refresh-names.ts';

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let bob: MadePerson;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  bob = await app.make.member(workspace.id, { name: 'Bob' });
  ({ accountId } = await tracking(app).makeAccount(ann, workspace.id));
});
afterAll(() => app.close());

const setOwner = (userId: string | null, of = accountId) =>
  app.call('PUT /api/accounts/{accountId}/owner', {
    token: ann.token,
    params: { accountId: of },
    body: { userId },
  });
const setNote = (note: string, replaces: string) =>
  app.call('PUT /api/accounts/{accountId}/note', {
    token: ann.token,
    params: { accountId },
    body: { note, replaces },
  });
const account = async () =>
  (await app.call('GET /api/accounts/{accountId}', { token: ann.token, params: { accountId } }))
    .data.workspaceAccount;
const list = async (query: Record<string, string> = {}) =>
  (
    await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: ann.token,
      params: { workspaceId: workspace.id },
      query: { limit: '10', includeOwners: 'true', ...query },
    })
  ).data.accounts;
const names = async (query: Record<string, string>) => (await list(query)).map(({ name }) => name);
const remove = () =>
  app.call('DELETE /api/accounts/{accountId}', { token: ann.token, params: { accountId } });
const restore = () =>
  app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
    token: ann.token,
    params: { workspaceId: workspace.id, accountId },
  });
const leave = (person: MadePerson) =>
  app.db
    .transaction()
    .execute((tx) => leaveWorkspace(tx, { userId: person.id, workspaceId: workspace.id }));

test('a deactivated member does not become an owner', async () => {
  const gone = await app.make.member(workspace.id, { name: 'Gone', is_active: false });
  expect(await setOwner(gone.id)).toMatchObject({
    status: 400,
    error: { details: [{ message: 'Gone is deactivated and cannot own an account.' }] },
  });
  expect(await account()).toMatchObject({ owner: null });
});

test('a member becomes the owner of an account, and no one again', async () => {
  expect(await account()).toMatchObject({ owner: null, note: '' });
  expect((await setOwner(bob.id)).status).toBe(200);
  expect(await account()).toMatchObject({ owner: { id: bob.id, name: 'Bob', email: bob.email } });
  expect(await list()).toMatchObject([{ owner: { name: 'Bob', email: bob.email } }]);
  expect(await list({ includeOwners: 'false' })).not.toMatchObject([{ owner: {} }]);
  expect((await setOwner(null)).status).toBe(200);
  expect(await account()).toMatchObject({ owner: null });
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('actor_id', '=', ann.id)
    .where('action', '=', 'account.owner-changed')
    .orderBy('at')
    .execute();
  expect(entries).toEqual([
    { before: { ownerId: '' }, after: { accountId, ownerId: bob.id } },
    { before: { ownerId: bob.id }, after: { accountId, ownerId: '' } },
  ]);
});

test('someone who is no member of the workspace cannot own an account', async () => {
  const outsider = await app.make.person();
  const { status, error } = await setOwner(outsider.id);
  expect(status).toBe(400);
  expect(error?.message).toContain('must be a member of its workspace');
  expect(await account()).toMatchObject({ owner: null });
});

test('accounts are filtered and sorted by owner, those of no one last', async () => {
  const idOf = async (domain: string, name: string) => {
    const { data } = await app.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: [domain], workspaceId: workspace.id, name },
    });
    return data.results[0]?.workspaceAccount?.id ?? '';
  };
  await setOwner(ann.id, await idOf('beta.com', 'Beta'));
  await setOwner(bob.id, await idOf('gamma.com', 'Gamma'));
  expect(await names({ owner: bob.email.toUpperCase() })).toEqual(['Gamma']);
  expect(await names({ owner: 'none' })).toEqual(['Acme']);
  expect(await names({ owner: 'nobody@elsewhere.example' })).toEqual([]);
  expect(await names({ sort: 'owner', order: 'ASC' })).toEqual(['Beta', 'Gamma', 'Acme']);
  expect(await names({ sort: 'owner', order: 'DESC' })).toEqual(['Gamma', 'Beta', 'Acme']);
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts/people', {
    token: ann.token,
    params: { workspaceId: workspace.id },
  });
  expect(data.owners).toEqual([
    { name: 'Ann', email: ann.email },
    { name: 'Bob', email: bob.email },
  ]);
});

test('the accounts of an owner who leaves have no owner, also when they come back', async () => {
  await setOwner(bob.id);
  await leave(bob);
  expect(await account()).toMatchObject({ owner: null });
  expect(await names({ owner: 'none' })).toEqual(['Acme']);
  await app.make.membership(workspace.id, bob.id);
  expect(await names({ owner: bob.email })).toEqual([]);
});

test('an owner who is renamed is sorted by the new name', async () => {
  await setOwner(bob.id);
  await app.db.updateTable('users').set({ name: 'Zoe' }).where('id', '=', bob.id).execute();
  await refreshNames(app.db, bob.id);
  const { account_owner_name } = await app.db
    .selectFrom('listed_accounts')
    .select('account_owner_name')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(account_owner_name).toBe('Zoe');
});

test('a restored account has its owner and note, unless the owner has left', async () => {
  await setOwner(bob.id);
  await setNote('Renews in March', '');
  await remove();
  await restore();
  expect(await account()).toMatchObject({ owner: { id: bob.id }, note: 'Renews in March' });
  expect(await names({ owner: bob.email })).toEqual(['Acme']);
  await remove();
  await leave(bob);
  expect((await restore()).status).toBe(200);
  expect(await account()).toMatchObject({ owner: null, note: 'Renews in March' });
});

test('a note is trimmed and bounded, and replaces only the one that was read', async () => {
  expect((await setNote(' Renews in March\r\nAsk for “Jo”\0\x01 ', '')).status).toBe(200);
  const note = 'Renews in March\nAsk for “Jo”';
  expect(await account()).toMatchObject({ note });
  expect(await list()).toMatchObject([{ note }]);
  expect((await setNote('x'.repeat(501), note)).error?.code).toBe('VALIDATION_FAILED');
  const late = await setNote('Mine', 'As it was before');
  expect(late.status).toBe(409);
  expect(late.error?.message).toContain('Someone else has changed the note');
  expect((await setNote(note, 'As it was before')).status).toBe(200);
  expect((await setNote('', note)).status).toBe(200);
  expect(await account()).toMatchObject({ note: '' });
});

test('an owner and a name replace only the ones that were read, where the request says so', async () => {
  const owner = (userId: string | null, replaces: string | null) =>
    app.call('PUT /api/accounts/{accountId}/owner', {
      token: ann.token,
      params: { accountId },
      body: { userId, replaces },
    });
  const rename = (name: string, replaces?: string) =>
    app.call('PATCH /api/accounts/{accountId}', {
      token: ann.token,
      params: { accountId },
      body: { name, ...(replaces !== undefined && { replaces }) },
    });
  expect((await owner(bob.id, null)).status).toBe(200);
  expect(await owner(ann.id, null)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
  expect(await account()).toMatchObject({ owner: { id: bob.id } });
  // Two who choose the same agree.
  expect((await owner(bob.id, null)).status).toBe(200);
  expect((await owner(null, bob.id)).status).toBe(200);

  expect((await rename('Acme Labs', 'Acme')).status).toBe(200);
  expect(await rename('Acme Works', 'Acme')).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('renamed the account to Acme Labs meanwhile') },
  });
  expect((await rename('Acme Labs', 'Acme')).status).toBe(200);
  expect((await rename('Acme Works')).status).toBe(200);
  expect(await account()).toMatchObject({ name: 'Acme Works' });
});
