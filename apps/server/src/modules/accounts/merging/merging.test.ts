import { limits } from '@repo/contract/limits';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { continueAccountChanges } from '../deletion/continue-account-changes.ts';
import { addAccountDomain } from '../add-account-domain.ts';
import { mergeAccounts } from './merge-accounts.ts';
import { createMergingLab, type MergingLab } from './merging.fixture.ts';
import { maxMergedAccounts } from './record-merge.ts';

let app: TestApp;
let { workspaceId, ann, bob, acme, globex, makeAccount, mail, titles, sharesWith, remains } =
  {} as MergingLab;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  ({ workspaceId, ann, bob, acme, globex, makeAccount, mail, titles, sharesWith, remains } =
    await createMergingLab(app));
});
afterAll(() => app.close());

const merge = (accountId = globex, intoAccountId = acme, { token } = ann) =>
  app.call('POST /api/accounts/{accountId}/merge', {
    token,
    params: { accountId },
    body: { intoAccountId },
  });
const remove = (accountId: string) =>
  app.call('DELETE /api/accounts/{accountId}', { token: ann.token, params: { accountId } });
const account = async (accountId = acme) => {
  const answer = await app.call('GET /api/accounts/{accountId}', {
    token: ann.token,
    params: { accountId },
  });
  return answer.status === 404 ? undefined : answer.data.workspaceAccount;
};
const mergedInto = (accountId: string, { token } = ann) =>
  app.call('GET /api/accounts/{accountId}/merged-into', { token, params: { accountId } });
const listed = async () =>
  (await tracking(app).accountsOf(ann.token, workspaceId)).map(({ domain }) => domain);
const addDomain = (accountId: string, domain: string) =>
  app.call('POST /api/accounts/{accountId}/domains', {
    token: ann.token,
    params: { accountId },
    body: { domain },
  });
test('the account that stays has the domains, the shares and what they publish', async () => {
  await addDomain(globex, 'globex.io');
  expect((await merge()).status).toBe(200);
  expect(await listed()).toEqual(['acme.com']);
  expect((await account())?.domains).toEqual(['acme.com', 'globex.com', 'globex.io']);
  expect(await titles()).toEqual(['To Acme', 'To Globex']);
  expect(await sharesWith(acme)).toEqual(['acme.com', 'globex.com']);
  const { data } = await app.call('GET /api/accounts/{accountId}/people', {
    token: ann.token,
    params: { accountId: acme },
    query: {},
  });
  expect(data.people.flatMap(({ addresses }) => addresses).sort()).toEqual([
    'al@acme.com',
    'gil@globex.com',
  ]);
  const found = await app.call('GET /api/workspaces/{workspaceId}/activities/search', {
    token: ann.token,
    params: { workspaceId },
    query: { q: 'globex' },
  });
  expect(found.data.results.map(({ account: { id } }) => id)).toEqual([acme]);
  const { account_count } = await app.db
    .selectFrom('workspaces')
    .select('account_count')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  expect(account_count).toBe(1);
  expect(await remains()).toEqual([]);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'account.merged')
    .where('actor_id', '=', ann.id)
    .execute();
  expect(entries).toEqual([{ before: { accountId: globex }, after: { accountId: acme } }]);
});

test('an activity that both accounts had is one activity of the account that stays', async () => {
  const toBoth = mail('To both', 'al@acme.com', 'gil@globex.com');
  await tracking(app).capture(ann, [toBoth]);
  await tracking(app).capture(bob, [toBoth]);
  await merge();
  expect(await titles()).toEqual(['To Acme', 'To Globex', 'To both']);
});

test('the old address leads to the account that stays, also after it was merged in turn', async () => {
  expect((await mergedInto(globex)).status).toBe(404);
  await merge();
  expect(await account(globex)).toBeUndefined();
  expect((await mergedInto(globex)).data.accountId).toBe(acme);
  const initech = await makeAccount(ann, 'initech.com');
  await merge(acme, initech);
  expect((await mergedInto(globex)).data.accountId).toBe(initech);
  expect((await mergedInto(acme)).data.accountId).toBe(initech);
  expect(await titles(initech)).toEqual(['To Acme', 'To Globex']);
  const stranger = await app.make.person();
  expect((await mergedInto(globex, stranger)).status).toBe(404);
  await remove(initech);
  expect((await mergedInto(globex)).status).toBe(404);
});

test('only so many old addresses are remembered', async () => {
  await sql`
    insert into merged_accounts (workspace_id, account_id, into_account_id, merged_at)
    select ${workspaceId}, gen_random_uuid(), ${acme}, now() - make_interval(secs => number)
    from generate_series(1, ${maxMergedAccounts}) number`.execute(app.db);
  await merge();
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from merged_accounts where workspace_id = ${workspaceId}`.execute(
    app.db,
  );
  expect(rows[0]?.count).toBe(maxMergedAccounts);
  expect((await mergedInto(globex)).data.accountId).toBe(acme);
});

test('what cannot be merged is refused, and nothing changes', async () => {
  expect((await merge(acme, acme)).error?.code).toBe('VALIDATION_FAILED');
  const elsewhere = await app.make.workspace();
  await app.make.membership(elsewhere.id, ann.id);
  const other = await makeAccount(ann, 'initech.com', elsewhere.id);
  expect((await merge(globex, other)).status).toBe(404);
  expect((await merge(other, globex)).status).toBe(404);
  const stranger = await app.make.person();
  expect((await merge(globex, acme, stranger)).status).toBe(404);
  await remove(globex);
  expect((await merge(globex, acme)).status).toBe(404);
  expect((await merge(acme, globex)).status).toBe(404);
  expect(await titles()).toEqual(['To Acme']);
  expect((await account())?.domains).toEqual(['acme.com']);
});

test.each(['the same direction', 'opposite directions'])(
  'of two merges at the same time in %s, one is done',
  async (direction) => {
    const second =
      direction === 'the same direction' ? merge(globex, acme, bob) : merge(acme, globex, bob);
    const statuses = (await Promise.all([merge(), second])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404]);
    const [only = ''] = await listed();
    expect(['acme.com', 'globex.com']).toContain(only);
    expect(await titles(only === 'acme.com' ? acme : globex)).toEqual(['To Acme', 'To Globex']);
  },
);

test('the owner and both notes stay, the note of the account that stays first', async () => {
  const put = (accountId: string, userId: string, note: string) =>
    app.db
      .updateTable('workspace_accounts')
      .set({ account_owner_id: userId, note })
      .where('id', '=', accountId)
      .execute();
  await put(globex, bob.id, 'Met in Rome');
  await merge();
  expect(await account()).toMatchObject({ owner: { name: 'Bob' }, note: 'Met in Rome' });
  const initech = await makeAccount(ann, 'initech.com');
  await put(initech, ann.id, 'x'.repeat(limits.accountNoteLength));
  expect((await merge(initech, acme)).error?.message).toContain(
    'more than 500 characters together',
  );
  expect(await listed()).toHaveLength(2);
  await put(initech, ann.id, 'Pays late');
  await merge(initech, acme);
  expect(await account()).toMatchObject({
    owner: { name: 'Bob' },
    note: 'Met in Rome\nPays late',
  });
});

test('two accounts that have too many domains together are not merged', async () => {
  for (let number = 1; number < limits.domainsPerAccount; number += 1) {
    await addAccountDomain(app.db, ann, { accountId: acme, domain: `acme${number}.com` });
  }
  const refused = await merge();
  expect(refused.error).toMatchObject({
    code: 'LIMIT_REACHED',
    details: { limit: 20, current: 21 },
  });
  expect((await account(globex))?.domains).toEqual(['globex.com']);
});

test('what members decided about people holds in the account that stays', async () => {
  const contact = (accountId: string) =>
    app.db
      .selectFrom('contacts')
      .select(['person_id', 'is_hidden_by_hand', 'hidden_by', 'quiet_dismissed_until'])
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .where('address', '=', 'gil@globex.com')
      .executeTakeFirst();
  const until = addDays(businessDayOf(new Date()), 30);
  const personId = (await contact(globex))?.person_id ?? '';
  const ofPerson = { token: bob.token, params: { workspaceId, personId } };
  await app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/visibility', {
    ...ofPerson,
    body: { isHidden: true },
  });
  await app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal', {
    ...ofPerson,
    body: { until },
  });
  const before = await contact(globex);
  await merge();
  expect(await contact(acme)).toEqual(before);
  expect(before).toMatchObject({ is_hidden_by_hand: true, hidden_by: bob.id });
  expect(await contact(globex)).toBeUndefined();
});

test('an account that is deleted while another one is merged into it is restored with both', async () => {
  await mergeAccounts(app.db, ann, { accountId: globex, intoId: acme });
  expect((await remove(acme)).status).toBe(200);
  expect(await remains()).toEqual([]);
  await app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
    token: ann.token,
    params: { workspaceId, accountId: acme },
  });
  expect((await account())?.domains).toEqual(['acme.com', 'globex.com']);
  expect(await sharesWith(acme)).toEqual(['acme.com', 'globex.com']);
  expect(await titles()).toEqual(['To Acme', 'To Globex']);
});

test('an account whose shares are being restored is merged later', async () => {
  await app.db
    .insertInto('deleted_accounts')
    .values({
      account_id: globex,
      workspace_id: workspaceId,
      domain: 'globex.com',
      name: 'Globex',
      created_at: new Date(),
      restored_at: new Date(),
    })
    .execute();
  expect((await merge()).error?.message).toContain('are still being restored');
  await continueAccountChanges(app.context);
  expect((await merge()).status).toBe(200);
});

const mergeDeleted = (accountId: string, intoAccountId: string) =>
  app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge', {
    token: ann.token,
    params: { workspaceId, accountId },
    body: { intoAccountId },
  });

test('a deleted account is merged into the newer one of its domain', async () => {
  await addDomain(globex, 'globex.io');
  await remove(globex);
  const newer = await makeAccount(ann, 'globex.com');
  const restored = await app.call(
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
    { token: ann.token, params: { workspaceId, accountId: globex } },
  );
  expect(restored.error?.details).toEqual({ accountId: newer, name: 'Acme' });
  expect(await titles(newer)).toEqual([]);
  expect((await mergeDeleted(globex, newer)).status).toBe(200);
  expect((await account(newer))?.domains).toEqual(['globex.com', 'globex.io']);
  expect(await titles(newer)).toEqual(['To Globex']);
  expect((await mergedInto(globex)).data.accountId).toBe(newer);
  expect((await mergeDeleted(globex, newer)).status).toBe(404);
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/deleted-accounts', {
    token: ann.token,
    params: { workspaceId },
  });
  expect(data.accounts).toEqual([]);
  expect(await remains()).toEqual([]);
});

test('a deleted account whose domain is free brings it to the account that it is merged into', async () => {
  await remove(globex);
  expect((await mergeDeleted(globex, acme)).status).toBe(200);
  expect((await account())?.domains).toEqual(['acme.com', 'globex.com']);
  expect(await titles()).toEqual(['To Acme', 'To Globex']);
  expect((await mergeDeleted(acme, acme)).status).toBe(404);
});

test('merged into an account whose own shares are being restored, both are restored', async () => {
  await remove(globex);
  await remove(acme);
  // Restored by a process that ended before it began the shares again.
  await app.db
    .insertInto('workspace_accounts')
    .values({ id: acme, workspace_id: workspaceId, domain: 'acme.com', name: 'Acme' })
    .execute();
  await sql`
    insert into account_relationships (workspace_id, account_id, days_in_touch_until)
    values (${workspaceId}, ${acme}, 'infinity')`.execute(app.db);
  await app.db
    .updateTable('deleted_accounts')
    .set({ restored_at: new Date() })
    .where('account_id', '=', acme)
    .execute();
  expect((await mergeDeleted(globex, acme)).status).toBe(200);
  expect(await sharesWith(acme)).toEqual(['acme.com', 'globex.com']);
});
